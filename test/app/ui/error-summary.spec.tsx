import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ErrorSummary, type SummaryError } from '../../../src/app/ui/error-summary.tsx';
import { renderUi } from '../../support/render-ui.tsx';

const faults: SummaryError[] = [
  { id: 'alias', message: 'Enter the name.' },
  { message: 'The service did not answer' },
];

test('takes the focus when it appears, but not when it changes', async () => {
  const { user, rerender } = renderUi(
    <>
      <ErrorSummary errors={faults} />
      <input id="alias" />
    </>,
  );
  expect(screen.getByRole('region', { name: '2 things to fix' })).toHaveFocus();
  await user.click(screen.getByRole('textbox'));
  rerender(
    <>
      <ErrorSummary errors={faults.slice(0, 1)} />
      <input id="alias" />
    </>,
  );
  expect(screen.getByRole('region', { name: '1 thing to fix' })).not.toHaveFocus();
});

test('a line links to its field; one without a field is no link', async () => {
  const { user } = renderUi(
    <>
      <ErrorSummary errors={faults} />
      <input id="alias" />
    </>,
  );
  await user.click(screen.getByRole('link', { name: 'Enter the name.' }));
  expect(screen.getByRole('textbox')).toHaveFocus();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('without an error at a field the title says that nothing was saved', () => {
  renderUi(<ErrorSummary errors={faults.slice(1)} />);
  expect(screen.getByRole('heading')).toHaveTextContent('Nothing was saved');
});

test('a line about a group of choices links to the chosen one', async () => {
  const { user } = renderUi(
    <>
      <ErrorSummary errors={[{ id: 'category', message: 'Choose' }]} />
      <fieldset id="category">
        <input type="radio" name="category" aria-label="Bank" />
        <input type="radio" name="category" aria-label="Wallet" defaultChecked />
      </fieldset>
    </>,
  );
  await user.click(screen.getByRole('link', { name: 'Choose' }));
  expect(screen.getByRole('radio', { name: 'Wallet' })).toHaveFocus();
});

test('lists every error, each with a link to its field', async () => {
  const fields = Array.from({ length: 11 }, (_, index) => `field-${index}`);
  const errors = fields.map((id) => ({ id, message: `Fix ${id}` }));
  const { user } = renderUi(
    <>
      <ErrorSummary errors={errors} />
      {fields.map((id) => (
        <input key={id} id={id} />
      ))}
    </>,
  );
  const seen = screen
    .getAllByRole('link')
    .filter((link) => !link.closest('details:not([open])'))
    .map(({ textContent }) => textContent);
  expect(screen.getByRole('region', { name: '11 things to fix' })).toHaveFocus();
  expect(seen).toEqual(fields.map((id) => `Fix ${id}`));
  await user.click(screen.getByRole('link', { name: 'Fix field-10' }));
  expect(screen.getAllByRole('textbox').at(-1)).toHaveFocus();
});
