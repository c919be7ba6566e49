import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DayField } from '../../../src/app/ui/day-field.tsx';
import { renderUi } from '../../support/render-ui.tsx';

function Since() {
  const [day, setDay] = useState<string>();
  return (
    <>
      <DayField label="From" day={day} onChange={setDay} />
      <output>{day ?? 'none'}</output>
    </>
  );
}

it('says Any until a day is chosen, and again when it is cleared', () => {
  renderUi(<Since />);
  const field = screen.getByLabelText('From');
  const shownAsAny = () => field.closest('[data-any]')?.getAttribute('data-any');
  expect(shownAsAny()).toBe('Any');
  fireEvent.change(field, { target: { value: '2026-11-20' } });
  expect(screen.getByRole('status')).toHaveTextContent('2026-11-20');
  expect(shownAsAny()).toBeUndefined();
  fireEvent.change(field, { target: { value: '' } });
  expect(screen.getByRole('status')).toHaveTextContent('none');
  expect(shownAsAny()).toBe('Any');
});
