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
  ['abc', 'Enter the amount in figures, for example 1,500.00'],
  ['10.0055', 'USD amounts go in steps of 0.01. Choose the nearest:'],
  ['9'.repeat(61), 'This is more than you can send'],
  ['9'.repeat(59), 'This is more than you can send'],
])('reports %s under the field', async (text, message) => {
  const { field } = await typeAmount(text);
  // No message while typing.
  expect(field).toBeValid();
  await waitFor(() => expect(field).toHaveAccessibleDescription(message));
  expect(field).toBeInvalid();
});

test('reports nothing for a cleared field', async () => {
  const { user, field } = await typeAmount('5');
  await user.clear(field);
  expect(field).toBeValid();
  expect(screen.getByText('Enter an amount to see the rate.')).toBeVisible();
});

test('offers the nearest amounts', async () => {
  const { user, field } = await typeAmount('10.0055');
  await user.click(await screen.findByRole('button', { name: 'USD 10.01' }));
  expect(field).toHaveValue('10.01');
  expect(field).toHaveFocus();
  expect(field).toBeValid();
});

test('asks which of two meanings an ambiguous amount has, without calling it a mistake', async () => {
  const { user, field } = await typeAmount('1.236');
  const offers = await screen.findAllByRole('button', { name: /^USD / });
  expect(offers.map((one) => one.textContent)).toEqual(['USD 1.24', 'USD 1,236.00']);
  expect(field).toHaveAccessibleDescription('Which amount do you mean?');
  expect(field).toBeValid();
  await user.click(screen.getByRole('button', { name: 'USD 1,236.00' }));
  expect(field).toHaveValue('1,236.00');
  expect(screen.queryByText('Which amount do you mean?')).not.toBeInTheDocument();
});

test('asks once about an absurd sum, and blocks nothing', async () => {
  const { user, field } = await typeAmount('999999999999');
  await screen.findByText(/The final rate is set/);
  expect(screen.queryByText(/Is it right\?/)).not.toBeInTheDocument();
  await user.type(field, '9');
  expect(await screen.findByText(/Is it right\?/)).toBeVisible();
  expect(field).toBeValid();
  await user.click(screen.getByRole('button', { name: 'Yes, it’s right' }));
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.type(field, '99999999999999');
  await screen.findByText(/The final rate is set/);
  expect(screen.queryByText(/Is it right\?/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: 'Choose a recipient' })).toBeVisible();
});

test('edits a formatted amount as a number and keeps the caret in place', async () => {
  const { user, field } = await typeAmount('123456');
  await user.tab();
  expect(field).toHaveValue('123,456.00');
  await user.type(field, '9', { initialSelectionStart: 6, initialSelectionEnd: 6 });
  expect(field).toHaveValue('1234596.00');
  await user.keyboard('{Backspace}{Backspace}');
  expect(field).toHaveValue('12346.00');
});

test('keeps separators as they are typed', async () => {
  const { field } = await typeAmount('1,234,567.5');
  expect(field).toHaveValue('1,234,567.5');
});

test('formats the amount as it was parsed when the field loses focus', async () => {
  const { user, field } = await typeAmount('21,1');
  await user.tab();
  expect(field).toHaveValue('21.10');
});
