import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '../../../../src/app/router/paths.ts';
import { addRecipient, addWallet, walletAddress } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { openSend } from './open-send.ts';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const names = () =>
  screen
    .getAllByRole('listitem')
    .map((row) => row.querySelector('a')?.textContent)
    .filter((name) => ['Mamá Bogotá', 'Ramón Itaú'].includes(name ?? ''));

async function openWithTwo() {
  const app = await openSend({
    before: async (browser) => {
      const { body } = await browser.call('GET', '/api/banks?country_name=Brazil');
      await addRecipient(browser, {
        alias: 'Ramón Itaú',
        bank_id: body[0].id,
        cpf_number: '52998224725',
      });
    },
  });
  const { body: accounts } = await app.browser.call('GET', '/api/destination_accounts');
  const brazil = accounts.find(
    ({ country }: { country: { code: string } }) => country.code === 'BR',
  ).country.id;
  return { ...app, brazil };
}

it("lists recipients in the estimate's country first", async () => {
  const { chooseRecipient, go, search, brazil } = await openWithTwo();
  await chooseRecipient(100_000);
  await heading('Choose a recipient');
  expect(names()).toEqual(['Mamá Bogotá', 'Ramón Itaú']);
  await go(paths.send({ ...search(100_000), country_id: brazil }));
  await screen.findByRole('heading', { level: 2, name: 'In Brazil' });
  expect(names()).toEqual(['Ramón Itaú', 'Mamá Bogotá']);
});

it('lists pinned recipients first within their group', async () => {
  const { chooseRecipient } = await openSend({
    before: async (to) => {
      await addRecipient(to, { alias: 'Tío' });
      await to.call('PUT', '/api/destination_accounts/502/marks', { pinned: true });
    },
  });
  await chooseRecipient(100_000);
  await heading('Choose a recipient');
  const rows = within(screen.getByRole('main')).getAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('a')?.textContent)).toEqual(['Tío', 'Mamá Bogotá']);
});

it('finds recipients by part of their name, with or without accents', async () => {
  const { user, chooseRecipient } = await openWithTwo();
  await chooseRecipient(100_000);
  await user.type(await screen.findByRole('searchbox'), 'itau');
  expect(names()).toEqual(['Ramón Itaú']);
  await user.type(screen.getByRole('searchbox'), ' nobody');
  expect(screen.getByText(/^No recipient matches/)).toBeVisible();
});

it('links to a new recipient, and back to this address', async () => {
  const { chooseRecipient, address, recipient } = await openSend();
  await chooseRecipient(100_000);
  const add = await screen.findByRole('link', { name: 'Add recipient' });
  const { searchParams } = new URL(add.getAttribute('href') ?? '', 'http://localhost');
  expect(searchParams.get('next')).toBe(address());
  expect(searchParams.get('country_id')).toBe(recipient.country.id);
});

it('asks to add the first recipient', async () => {
  await renderApp(
    '/send?source_amount_cents=5&source_amount_currency=CLP&destination_amount_currency=COP&country_id=1',
  );
  await screen.findByText('No recipients yet');
  expect(screen.getByRole('link', { name: 'Add recipient' })).toBeVisible();
});

it('asks for the amount first, and keeps the recipient', async () => {
  const { router } = await renderApp('/send?destination_account_id=7');
  await heading('Send money');
  expect(router.state.location.pathname).toBe('/');
  expect(router.state.location.search).toBe('?destination_account_id=7');
});

it('shows the end of a wallet address where the account number is empty', async () => {
  const { chooseRecipient, sandbox, browser } = await openSend({ before: addWallet });
  // The sandbox says '' where the service may say null.
  for (const account of sandbox.accounts) account.bank_number ??= '';
  const { body } = await browser.call('GET', '/api/destination_accounts');
  expect(body).toContainEqual(expect.objectContaining({ category: 'wallet', bank_number: '' }));
  await chooseRecipient(100_000);
  const wallet = await screen.findByRole('link', { name: /Cold wallet/ });
  const row = wallet.closest('li');
  if (!row) throw new Error('the wallet is in no list');
  expect(within(row).getByText(`ending in ${walletAddress.slice(-4)}`)).toBeVisible();
});
