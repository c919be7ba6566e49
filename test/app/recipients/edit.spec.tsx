import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';
import { fill, pick, save, summary } from './fill.ts';

type Options = NonNullable<Parameters<typeof renderApp>[1]>;

async function open(fields: Record<string, unknown> = {}, options: Options = {}) {
  const app = await renderApp('/recipients/501/edit', {
    before: async (browser) => {
      await addRecipient(browser, fields);
    },
    ...options,
  });
  await screen.findByRole('heading', { level: 1, name: 'Edit Mamá Bogotá' });
  return app;
}

it('sends back what was not touched as it was', async () => {
  const { user, sandbox } = await open({ birthdate: '1984-02-29', aba_number: '021000021' });
  const [before] = sandbox.accounts;
  await fill(user, { City: 'Medellín' });
  await save(user);
  await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
  expect(screen.getByText('Medellín')).toBeVisible();
  expect(sandbox.accounts).toEqual([{ ...before, city: 'Medellín' }]);
});

it('opens what stands behind details when it holds something', async () => {
  await open({ state: 'Cundinamarca', aba_number: '021000021' });
  expect(screen.getByLabelText('State, province or department (optional)')).toBeVisible();
  expect(screen.getByLabelText('ABA number (optional)')).toBeVisible();
});

it('moves to another country with its bank and its code', async () => {
  const { user, sandbox } = await open();
  await pick(user, 'Country', 'Brazil');
  await pick(user, 'Bank', 'itau');
  await fill(user, { 'CPF number (needed for Brazil)': '529.982.247-25' });
  await save(user);
  await screen.findByRole('heading', { level: 1, name: 'Mamá Bogotá' });
  expect(sandbox.accounts).toMatchObject([
    { country: { name: 'Brazil' }, cpf_number: '529.982.247-25', bank_number: '00123454821' },
  ]);
});

it('puts a refusal at its field', async () => {
  const { user } = await open();
  await fill(user, { 'Name for this recipient': 'taken' });
  await save(user);
  expect(await summary()).toEqual(['Name for this recipient: has already been taken']);
});

it('says of a lost answer that saving again does no harm', async () => {
  const { user } = await open();
  await fill(user, { 'Name for this recipient': 'broken' });
  await save(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('saving it again does no harm');
  expect(screen.getByLabelText('Name for this recipient')).toHaveValue('broken');
});

it('is locked, and offers a copy, once a transfer was executed', async () => {
  await open(
    {},
    {
      sandbox: { assigned_after_ms: 0, settled_after_ms: 0 },
      before: async (browser) => {
        const { id } = await addRecipient(browser);
        await sendMoney(browser, id);
      },
    },
  );
  expect(screen.getByText("This recipient can't be changed any more")).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save changes' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Copy as new' })).toBeVisible();
});

it('is locked in the same way when that happens while it is edited', async () => {
  const { user, browser } = await open(
    {},
    {
      sandbox: { assigned_after_ms: 0, settled_after_ms: 0 },
    },
  );
  await sendMoney(browser, '501');
  await fill(user, { City: 'Medellín' });
  await save(user);
  expect(await screen.findByRole('alert')).toHaveTextContent("can't be changed any more");
  expect(screen.getByRole('link', { name: 'Copy as new' })).toBeVisible();
  expect(screen.getByLabelText('City')).toHaveValue('Medellín');
});
