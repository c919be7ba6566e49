import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { accountsQuery } from '../../../../src/app/api/accounts.ts';
import {
  addRecipient,
  addWallet,
  type Caller,
  gloria,
  sendMoney,
} from '../../../support/recipients.ts';
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
const row = (name: string) => screen.getByRole('link', { name }).closest('li');
const nobody = async () => {};
const names = () =>
  within(screen.getByRole('main'))
    .queryAllByRole('listitem')
    .map((row) => row.querySelector('a')?.textContent);

describe('the list', () => {
  it('is in the order of the nicknames, those that are pinned first', async () => {
    const { user } = await open('/recipients', {
      before: async (browser) => {
        await threeRecipients(browser);
        await browser.call('PUT', '/api/destination_accounts/502/marks', { pinned: true });
      },
    });
    expect(names()).toEqual(['Tío', 'Cold wallet', 'Mamá Bogotá']);
    expect(row('Tío')).toHaveTextContent('Pinned');
    expect(row('Mamá Bogotá')).not.toHaveTextContent('Pinned');
    await user.type(box(), 'o');
    await waitFor(() => expect(names()).toEqual(['Tío', 'Cold wallet', 'Mamá Bogotá']));
  });

  it('shows what was last sent, and links to the next', async () => {
    await open('/recipients', {
      before: async (browser) => {
        await threeRecipients(browser);
        await sendMoney(browser, '501', { source_amount_cents: '150000' });
      },
    });
    expect(row('Mamá Bogotá')).toHaveTextContent(/Sent CLP 150,000 · today \d/);
    expect(row('Tío')).not.toHaveTextContent('Sent ');
    expect(screen.getByRole('link', { name: 'Send to Tío' })).toHaveAttribute(
      'href',
      '/send?destination_account_id=502',
    );
  });

  it('points out two recipients with the same account, until one is archived', async () => {
    const { browser, queryClient } = await open('/recipients', {
      before: async (browser) => {
        await threeRecipients(browser);
        await addRecipient(browser, { alias: 'Mamá otra vez', bank_number: '00123-454821' });
      },
    });
    expect(row('Mamá Bogotá')).toHaveTextContent('Same account as Mamá otra vez');
    expect(row('Mamá otra vez')).toHaveTextContent('Same account as Mamá Bogotá');
    expect(row('Tío')).not.toHaveTextContent('Same account');
    await browser.call('PUT', '/api/destination_accounts/504/marks', { archived: true });
    await act(() => queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey }));
    await waitFor(() => expect(names()).not.toContain('Mamá otra vez'));
    expect(screen.queryByText(/^Same account/)).not.toBeInTheDocument();
  });

  it('shows the bank and only the last digits of the number', async () => {
    await open();
    expect(row('Mamá Bogotá')).toHaveTextContent('ending in 4821');
    expect(row('Mamá Bogotá')).not.toHaveTextContent('00123454821');
    const banks = await fetch('/api/banks?country_name=Colombia').then((answer) => answer.json());
    await waitFor(() => expect(row('Mamá Bogotá')).toHaveTextContent(banks[0].name));
  });

  it('links to a recipient and to a new one', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Tío' })).toHaveAttribute('href', '/recipients/502');
    expect(screen.getByRole('link', { name: 'Add recipient' })).toHaveAttribute(
      'href',
      '/recipients/new',
    );
  });

  it('shows support all recipients, without a way to add one', async () => {
    await open('/recipients', { as: 'support', before: nobody, sandbox: { transfers: 40 } });
    expect(names()).toHaveLength(2);
    expect(screen.queryByRole('link', { name: 'Add recipient' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /^Send/ })).not.toBeInTheDocument();
  });
});

describe('the search', () => {
  it.each([
    ['TIO', ['Tío']],
    ['ramon patino', ['Tío']],
    ['4821', ['Mamá Bogotá']],
    ['213f', ['Cold wallet']],
    ['bitcoin', ['Cold wallet']],
    ['colombia tio', ['Tío']],
  ])('finds %s', async (text, found) => {
    const { user, router } = await open();
    await user.type(box(), text);
    await waitFor(() => expect(names()).toEqual(found));
    await waitFor(() => expect(router.state.location.state).toMatchObject({ q: text }));
    expect(router.state.location.search).toBe('');
    expect(box()).toHaveValue(text);
    expect(box()).toHaveFocus();
  });

  it('finds by the bank', async () => {
    const { user } = await open();
    const banks = await fetch('/api/banks?country_name=Colombia').then((answer) => answer.json());
    await user.type(box(), banks[0].name);
    await waitFor(() => expect(names()).toEqual(['Mamá Bogotá', 'Tío']));
  });

  it('is read from the address, and says when nothing matches', async () => {
    const { user } = await open('/recipients?q=nobody');
    expect(box()).toHaveValue('nobody');
    expect(screen.getByRole('heading', { name: 'No recipient matches' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(names()).toHaveLength(3);
    expect(box()).toHaveValue('');
  });

  it('is cleared when the page is opened again', async () => {
    const { user } = await open();
    await user.type(box(), 'tio');
    await waitFor(() => expect(names()).toEqual(['Tío']));
    await user.click(
      within(screen.getByRole('navigation')).getByRole('link', { name: 'Recipients' }),
    );
    await waitFor(() => expect(box()).toHaveValue(''));
    expect(names()).toHaveLength(3);
  });

  it('adds one entry to the history', async () => {
    const { user, router } = await open();
    await user.type(box(), 'tio');
    await user.click(screen.getByRole('link', { name: 'Tío' }));
    await screen.findByRole('heading', { level: 1, name: 'Tío' });
    await router.navigate(-1);
    await waitFor(() => expect(box()).toHaveValue('tio'));
  });
});

it('shows 100 recipients at once, and more on demand', async () => {
  const { user, queryClient } = await open();
  const [one] = queryClient.getQueryData(accountsQuery.queryKey) ?? [];
  if (!one) throw new Error('there is no recipient');
  const many = Array.from({ length: 230 }, (_, at) => ({
    ...one,
    id: String(600 + at),
    bank_number: String(7_000_000 + at),
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

describe('archived recipients', () => {
  async function archived(browser: Caller) {
    await threeRecipients(browser);
    await browser.call('PUT', '/api/destination_accounts/502/marks', { archived: true });
  }

  it('are left out of the list and its search, behind a link', async () => {
    const { user } = await open('/recipients', { before: archived });
    expect(names()).toEqual(['Cold wallet', 'Mamá Bogotá']);
    await user.type(box(), 'tio');
    expect(await screen.findByRole('heading', { name: 'No recipient matches' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: '1 archived' }));
    await screen.findByRole('heading', { level: 1, name: 'Archived recipients' });
    expect(names()).toEqual(['Tío']);
    expect(screen.queryByRole('link', { name: 'Add recipient' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /^Send to/ })).not.toBeInTheDocument();
  });

  it('are brought back there, which is said', async () => {
    const app = await renderApp('/recipients?archived=1', { before: archived });
    await app.user.click(await screen.findByRole('button', { name: 'Restore Tío' }));
    expect(await screen.findByText('Tío is in your lists again.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(screen.getByRole('heading', { name: 'Nothing is archived' })).toBeVisible();
    await app.user.click(
      within(screen.getByRole('main')).getByRole('link', { name: 'Recipients' }),
    );
    await waitFor(() => expect(names()).toEqual(['Cold wallet', 'Mamá Bogotá', 'Tío']));
  });

  it('have an address, which searching keeps', async () => {
    const app = await renderApp('/recipients?archived=1', { before: archived });
    await screen.findByRole('heading', { level: 1, name: 'Archived recipients' });
    await app.user.type(box(), 'mama');
    expect(await screen.findByRole('heading', { name: 'No recipient matches' })).toBeVisible();
    expect(app.router.state.location.search).toBe('?archived=1');
    expect(app.router.state.location.state).toMatchObject({ q: 'mama' });
  });

  it('are not missed by who has no other', async () => {
    await renderApp('/recipients', {
      before: async (browser) => {
        await addRecipient(browser);
        await browser.call('PUT', '/api/destination_accounts/501/marks', { archived: true });
      },
    });
    expect(
      await screen.findByRole('heading', { name: 'Every recipient is archived' }),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: '1 archived' })).toBeVisible();
  });
});

describe('without recipients', () => {
  it('asks a sender to add one', async () => {
    await renderApp('/recipients');
    expect(await screen.findByRole('heading', { name: 'No recipients yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add recipient' })).toBeVisible();
  });

  it('does not ask support', async () => {
    await renderApp('/recipients', { as: 'support' });
    expect(await screen.findByRole('heading', { name: 'No recipients yet' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Add recipient' })).not.toBeInTheDocument();
  });
});

it('keeps the direction of a name apart from the text beside it', async () => {
  const alias = 'أمي 12';
  const { user } = await renderApp('/recipients', {
    as: 'sender',
    before: (browser) => addRecipient(browser, { alias }),
  });
  const link = await screen.findByRole('link', { name: alias });
  expect(link.querySelector('bdi')).toHaveTextContent(alias);
  await user.click(link);
  const title = await screen.findByRole('heading', { level: 1, name: new RegExp(alias) });
  expect(title.querySelector('bdi')).toHaveTextContent(alias);
});
