import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../support/render-app.tsx';

async function typeAmount(text: string) {
  const app = await renderApp('/?source_amount_currency=USD&country_id=1');
  const field = await screen.findByLabelText('You send, in US dollars');
  await app.user.type(field, text);
  return { ...app, field };
}

test.each([
  ['0', 'Enter more than zero'],
  ['-5', 'Enter more than zero'],
  ['abc', 'Write the amount in figures, such as 1,500.00'],
  ['1.005', 'This can be read in 3 ways. Which one do you mean?'],
  ['10.0055', 'The smallest amount of USD is 0.01. Nearest to yours:'],
  ['9'.repeat(61), 'That is more than can be sent'],
  ['9'.repeat(59), 'That is more than can be sent'],
])('%s is answered beneath the field', async (text, message) => {
  const { field } = await typeAmount(text);
  // Not while it is typed.
  expect(field).toBeValid();
  await waitFor(() => expect(field).toHaveAccessibleDescription(message));
  expect(field).toBeInvalid();
});

test('an emptied field waits for an amount without complaint', async () => {
  const { user, field } = await typeAmount('5');
  await user.clear(field);
  expect(field).toBeValid();
  expect(screen.getByText('Enter an amount to see the rate.')).toBeVisible();
});

test('the nearest amounts can be taken', async () => {
  const { user, field } = await typeAmount('10.0055');
  await user.click(await screen.findByRole('button', { name: 'USD 10.01' }));
  expect(field).toHaveValue('10.01');
  expect(field).toHaveFocus();
  expect(field).toBeValid();
});

test('each reading of an ambiguous amount can be taken', async () => {
  const { user, field } = await typeAmount('1.234');
  expect(await screen.findByRole('button', { name: 'USD 1.23' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'USD 1,234.00' }));
  expect(field).toHaveValue('1,234.00');
  expect(field).toBeValid();
});

test('an amount that was written out is edited as a figure, with the caret where it was', async () => {
  const { user, field } = await typeAmount('123456');
  await user.tab();
  expect(field).toHaveValue('123,456.00');
  await user.type(field, '9', { initialSelectionStart: 6, initialSelectionEnd: 6 });
  expect(field).toHaveValue('1234596.00');
  await user.keyboard('{Backspace}{Backspace}');
  expect(field).toHaveValue('12346.00');
});

test('an amount that is typed with its marks stays as it is typed', async () => {
  const { field } = await typeAmount('1,234,567.5');
  expect(field).toHaveValue('1,234,567.5');
});

test('an amount is written out as it was understood', async () => {
  const { user, field } = await typeAmount('21,1');
  await user.tab();
  expect(field).toHaveValue('21.10');
});
