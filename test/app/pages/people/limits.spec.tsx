import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { findUserByEmail } from '../../../../src/bff/ledger/people/users.ts';
import { renderApp } from '../../../support/render-app.tsx';

const env = { LIMITS: '{"CLP":{"transfer":9000,"day":10000}}' };

async function openPerson(email: string, given: Record<string, string> = env) {
  const app = await renderApp('/people', { as: 'admin', env: given });
  const id = (await findUserByEmail(app.db, email))?.id ?? '';
  app.reload(`/people/${id}`);
  await screen.findByRole('region', { name: 'Access' });
  return app;
}
const card = () => within(screen.getByRole('region', { name: 'Limits' }));

it('lowers a limit at once, raises one after a day, and takes the raise back', async () => {
  const { user } = await openPerson('sender@giro.example');
  expect(await card().findByText('CLP 10,000')).toBeVisible();
  expect(card().getByText('No limit')).toBeVisible();
  const change = () =>
    user.click(card().getByRole('button', { name: 'Change limit: CLP, In 24 hours' }));
  const dialog = () => within(screen.getByRole('dialog', { name: /^In 24 hours: CLP/ }));
  const save = async (amount: string) => {
    await change();
    const field = dialog().getByLabelText('New limit');
    await user.clear(field);
    await user.type(field, amount);
    await user.click(dialog().getByRole('button', { name: 'Save limit' }));
  };

  await save('much');
  expect(dialog().getByText(/^Enter the amount in figures/)).toBeVisible();
  await user.click(dialog().getByRole('button', { name: 'Close' }));

  await save('5,000');
  expect(await card().findByText('Saved. It counts now.')).toBeVisible();
  expect(card().getByText('CLP 5,000')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

  await save('20000');
  expect(await card().findByText(/^Saved. It counts after 24 hours: /)).toBeVisible();
  expect(card().getByText(/From .*: CLP 20,000/)).toBeVisible();
  expect(card().getByText('CLP 5,000')).toBeVisible();

  await change();
  await user.click(dialog().getByRole('button', { name: 'Cancel the raise' }));
  expect(await card().findByText('Saved. It counts now.')).toBeVisible();
  expect(card().queryByText(/20,000/)).not.toBeInTheDocument();

  await change();
  await user.click(dialog().getByRole('button', { name: 'Use general limit' }));
  expect(await card().findByText(/From .*: CLP 10,000/)).toBeVisible();
});

it.each([
  ['is no sender', 'support@giro.example', env],
  ['sends without limits', 'sender@giro.example', {}],
])('has no card for who %s', async (_, email, given) => {
  await openPerson(email, given);
  expect(screen.queryByRole('region', { name: 'Limits' })).not.toBeInTheDocument();
});
