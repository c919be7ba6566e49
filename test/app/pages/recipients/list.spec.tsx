import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { accountsQuery } from '../../../../src/app/api/accounts.ts';
import { addRecipient, addWallet, type Caller, gloria } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

async function threeRecipients(browser: Caller) {
  await addRecipient(browser);
  await addRecipient(browser, { alias: 'Tío', first_name: 'Ramón', bank_number: '00998877665' });
  await addWallet(browser, { additional_data: 'bc1q80213f', ...gloria });
}

async function open(path = '/recipients', options: Parameters<typeof renderApp>[1] = {}) {
  const app = await renderApp(path, { before: threeRecipients, ...options });
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  return app;
}

const box = () => screen.getByRole('searchbox', { name: 'Search recipients' });
const nobody = async () => {};
const names = () =>
  within(screen.getByRole('main'))
    .queryAllByRole('listitem')
    .map((row) => within(row).getByRole('link').textContent);

describe('the list', () => {
  it('stands country by country, a digital asset under its sign', async () => {
    await open();
    const groups = screen.getAllByRole('heading', { level: 2 });
    expect(groups.map((group) => group.textContent)).toEqual(['BTC Bitcoin', 'CO Colombia']);
    expect(names()).toEqual(['Cold wallet', 'Mamá Bogotá', 'Tío']);
  });

  it('shows the bank and no more than the end of the number', async () => {
    await open();
    const row = screen.getByRole('link', { name: 'Mamá Bogotá' }).closest('li');
    expect(row).toHaveTextContent('ending in 4821');
    expect(row).not.toHaveTextContent('00123454821');
    const banks = await fetch('/api/banks?country_name=Colombia').then((answer) => answer.json());
    await waitFor(() => expect(row).toHaveTextContent(banks[0].name));
  });

  it('leads to a recipient and to a new one', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Tío' })).toHaveAttribute('href', '/recipients/502');
    expect(screen.getByRole('link', { name: 'Add recipient' })).toHaveAttribute(
      'href',
      '/recipients/new',
    );
  });

  it('lets support read all of them, and add none', async () => {
    await open('/recipients', { as: 'support', before: nobody, sandbox: { transfers: 40 } });
    expect(names()).toHaveLength(2);
    expect(screen.queryByRole('link', { name: 'Add recipient' })).not.toBeInTheDocument();
  });
});

describe('the search', () => {
  it.each([
    ['TIO', ['Tío']],
    ['ramon patino', ['Tío']],
    ['4821', ['Mamá Bogotá']],
    ['213f', ['Cold wallet']],
  ])('finds %s', async (text, found) => {
    const { user, router } = await open();
    await user.type(box(), text);
    await waitFor(() => expect(names()).toEqual(found));
    await waitFor(() =>
      expect(new URLSearchParams(router.state.location.search).get('q')).toBe(text),
    );
    expect(box()).toHaveValue(text);
    expect(box()).toHaveFocus();
  });

  it('finds by the bank', async () => {
    const { user } = await open();
    const banks = await fetch('/api/banks?country_name=Colombia').then((answer) => answer.json());
    await user.type(box(), banks[0].name);
    await waitFor(() => expect(names()).toEqual(['Mamá Bogotá', 'Tío']));
  });

  it('is read from the address, and says when nothing fits', async () => {
    const { user } = await open('/recipients?q=nobody');
    expect(box()).toHaveValue('nobody');
    expect(screen.getByRole('heading', { name: 'No recipient fits' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(names()).toHaveLength(3);
    expect(box()).toHaveValue('');
  });

  it('starts anew when the page is asked for again', async () => {
    const { user } = await open();
    await user.type(box(), 'tio');
    await waitFor(() => expect(names()).toEqual(['Tío']));
    await user.click(
      within(screen.getByRole('navigation')).getByRole('link', { name: 'Recipients' }),
    );
    await waitFor(() => expect(box()).toHaveValue(''));
    expect(names()).toHaveLength(3);
  });

  it('leaves one entry in the history', async () => {
    const { user, router } = await open();
    await user.type(box(), 'tio');
    await user.click(screen.getByRole('link', { name: 'Tío' }));
    await screen.findByRole('heading', { level: 1, name: 'Tío' });
    await router.navigate(-1);
    await waitFor(() => expect(box()).toHaveValue('tio'));
  });
});

it('shows the first hundred of many at once, and the others on demand', async () => {
  const { user, queryClient } = await open();
  const [one] = queryClient.getQueryData(accountsQuery.queryKey) ?? [];
  if (!one) throw new Error('there is no recipient');
  const many = Array.from({ length: 230 }, (_, at) => ({
    ...one,
    id: String(600 + at),
    alias: `Recipient ${String(at).padStart(3, '0')}`,
  }));
  act(() => queryClient.setQueryData(accountsQuery.queryKey, many));
  await waitFor(() => expect(names()).toHaveLength(100));
  await user.click(screen.getByRole('button', { name: 'Show 100 more of 130' }));
  expect(names()).toHaveLength(200);
  await user.click(screen.getByRole('button', { name: 'Show 30 more of 30' }));
  expect(names()).toEqual(many.map(({ alias }) => alias));
  await user.type(box(), '229');
  await waitFor(() => expect(names()).toEqual(['Recipient 229']));
  await user.clear(box());
  await waitFor(() => expect(names()).toHaveLength(100));
});

describe('without recipients', () => {
  it('a sender is asked to add one', async () => {
    await renderApp('/recipients');
    expect(await screen.findByRole('heading', { name: 'No recipients yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add recipient' })).toBeVisible();
  });

  it('support is not', async () => {
    await renderApp('/recipients', { as: 'support' });
    expect(await screen.findByRole('heading', { name: 'No recipients yet' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Add recipient' })).not.toBeInTheDocument();
  });
});
