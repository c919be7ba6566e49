import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ErrorSummary, type SummaryError } from '../../../src/app/ui/error-summary.tsx';
import { renderUi } from '../../support/render-ui.tsx';

const faults: SummaryError[] = [
  { id: 'alias', label: 'Name', message: 'has already been taken' },
  { message: 'The service did not answer' },
];

test('takes the focus when it appears, and not again when it changes', async () => {
  const { user, rerender } = renderUi(
    <>
      <ErrorSummary errors={faults} />
      <input id="alias" />
    </>,
  );
  expect(screen.getByRole('region', { name: 'Two things to fix' })).toHaveFocus();
  await user.click(screen.getByRole('textbox'));
  rerender(
    <>
      <ErrorSummary errors={faults.slice(1)} />
      <input id="alias" />
    </>,
  );
  expect(screen.getByRole('region', { name: 'One thing to fix' })).not.toHaveFocus();
});

test('a line leads to its field; one without a field is no link', async () => {
  const { user } = renderUi(
    <>
      <ErrorSummary errors={faults} />
      <input id="alias" />
    </>,
  );
  await user.click(screen.getByRole('link', { name: 'Name: has already been taken' }));
  expect(screen.getByRole('textbox')).toHaveFocus();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('a field is named once', () => {
  const errors = [
    { id: 'iban', label: 'IBAN number (needed for Chile)', message: 'Enter the IBAN number' },
    { id: 'type', label: 'Account type', message: 'Choose checking or savings' },
  ];
  renderUi(<ErrorSummary errors={errors} />);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Enter the IBAN number',
    'Account type: Choose checking or savings',
  ]);
});

test('a line about a group of choices leads to the chosen one', async () => {
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

test('many faults are counted in figures', () => {
  const many = ['a', 'b', 'c', 'd'].map((message) => ({ message }));
  renderUi(<ErrorSummary errors={many} />);
  expect(screen.getByRole('heading')).toHaveTextContent('4 things to fix');
});

test.each([
  [5, 5, 0],
  [6, 4, 2],
  [11, 4, 7],
])('of %i faults %i stand at once, and %i one press away', async (count, shown, more) => {
  const fields = Array.from({ length: count }, (_, index) => `field-${index}`);
  const errors = fields.map((id) => ({ id, message: `Mend ${id}` }));
  const { user } = renderUi(
    <>
      <ErrorSummary errors={errors} />
      {fields.map((id) => (
        <input key={id} id={id} />
      ))}
    </>,
  );
  const seen = () =>
    screen.getAllByRole('link').filter((link) => !link.closest('details:not([open])'));
  expect(screen.getByRole('region', { name: `${count} things to fix` })).toHaveFocus();
  expect(seen()).toHaveLength(shown);
  if (more > 0) await user.click(screen.getByText(`${more} more`));
  expect(seen().map(({ textContent }) => textContent)).toEqual(fields.map((id) => `Mend ${id}`));
  await user.click(screen.getByRole('link', { name: `Mend field-${count - 1}` }));
  expect(screen.getAllByRole('textbox').at(-1)).toHaveFocus();
});
