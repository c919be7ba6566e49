import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import { fillStatement } from '../../support/fill-statement.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';

const long = 'from=2000-01-01&to=2999-12-31&zone=America%2FSantiago';
const october = '/transfers/statement?from=2025-10-01&to=2025-10-31&zone=Etc%2FUTC';
const past = 'from=2001-03-01&to=2001-03-31&zone=America%2FSantiago';

const sent = { id: '', sender: '' };
async function sendTwo(browser: Parameters<typeof sendMoney>[0]) {
  const { id } = await addRecipient(browser);
  sent.sender = (await browser.call('GET', '/api/session')).body.user.id;
  await sendMoney(browser, id);
  sent.id = (await sendMoney(browser, id, { source_amount_cents: '250' })).body.id;
}

it('shows what was sent so far, apart from the sums, and no hash', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { user } = await renderApp(`/transfers/statement?${long}`, { before: sendTwo });
  const sheet = within(await screen.findByRole('article'));
  expect(sheet.getByRole('heading', { level: 1 })).toHaveTextContent(/^Statement, .*2000 – .*2999/);
  expect(sheet.getByText('Sam Sender')).toBeVisible();
  expect(sheet.getByText('America/Santiago')).toBeVisible();
  expect(sheet.getByRole('status')).toHaveTextContent('So far. This period has not ended');
  const rows = within(sheet.getByRole('table', { name: 'Not ended yet' })).getAllByRole('row');
  expect(rows).toHaveLength(3);
  expect(rows[2]).toHaveTextContent(sent.id);
  expect(rows[2]).toHaveTextContent('Gloria Patiño');
  expect(rows[2]).toHaveTextContent('4821');
  expect(sheet.getByText('2 not ended, not in the sums')).toBeVisible();
  expect(sheet.getByText(/CLP\s100,250/)).toBeVisible();
  expect(sheet.queryByText(/SHA-256/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

it('says of more transfers than a page holds to take the file, with their sums', async () => {
  const { router, db } = await renderApp('/transfers', { before: sendTwo });
  await fillStatement(db, { user_id: sent.sender, count: 1_001 });
  await screen.findByRole('link', { name: 'Statement' });
  await router.navigate(october);
  const sheet = within(await screen.findByRole('article'));
  expect(sheet.getByText('1,001 transfers are too many to print.')).toBeVisible();
  expect(sheet.getByText(/Download the CSV.* 1,000 transfers/)).toBeVisible();
  expect(sheet.queryByRole('table')).toBeNull();
  expect(sheet.getByText(/^Sent · 7\d\d completed/)).toBeVisible();
  expect(sheet.getByText('1,001 transfers on this statement.')).toBeVisible();
  expect(sheet.queryByText(/without a gap/)).toBeNull();
});

it('shows what its sender wrote on a transfer, and says that the file has none of it', async () => {
  const { router, db, browser } = await renderApp('/transfers', { before: sendTwo });
  await fillStatement(db, { user_id: sent.sender, count: 2 });
  await screen.findByRole('link', { name: 'Statement' });
  await router.navigate(october);
  const sheet = within(await screen.findByRole('article'));
  expect(sheet.getByText(/SHA-256 of its CSV file/)).toBeVisible();
  expect(sheet.queryByText(/References and notes can change later/)).toBeNull();
  await router.navigate('/transfers');
  const written = { reference: 'Flat 4B', note: 'For the bathroom', revision: 0 };
  await browser.call('PUT', apiPaths.transferNotes('500001'), written);
  await screen.findByRole('link', { name: 'Statement' });
  await router.navigate(october);
  const row = within(await screen.findByRole('row', { name: /500001/ }));
  expect(await row.findByText('Flat 4B')).toBeVisible();
  expect(screen.getByRole('row', { name: 'For the bathroom' })).toBeVisible();
  expect(screen.getByText(/References and notes can change later/)).toBeVisible();
});

it('leads from the list to last month, and to another one by its period', async () => {
  const { user, router } = await renderApp('/transfers', { before: sendTwo });
  await user.click(await screen.findByRole('link', { name: 'Statement' }));
  await screen.findByText('No transfers in this period.');
  const { location } = router.state;
  expect(location.pathname).toBe('/transfers/statement');
  const given = new URLSearchParams(location.search);
  expect([...given.keys()].toSorted()).toEqual(['from', 'to', 'zone']);
  const period = screen.getByRole('combobox', { name: 'Period' });
  const [thisMonth] = within(period).getAllByRole('option');
  await user.selectOptions(period, thisMonth ?? period);
  expect(await screen.findByRole('table', { name: 'Not ended yet' })).toBeVisible();
});

it('says why it could not be made, and makes it again', async () => {
  const { user, browser } = await renderApp('/transfers', { before: sendTwo });
  await user.click(await screen.findByRole('link', { name: 'Statement' }));
  await screen.findByText('No transfers in this period.');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const period = screen.getByRole('combobox', { name: 'Period' });
  const [thisMonth] = within(period).getAllByRole('option');
  await user.selectOptions(period, thisMonth ?? period);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('We couldn’t make the statement');
  vi.stubGlobal('fetch', browser.fetch);
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Not ended yet' })).toBeVisible();
});

it('is made for support, of one sender', async () => {
  const { router } = await renderApp('/support', {
    as: 'support',
    before: async (browser) => {
      await browser.signIn('sender');
      await sendTwo(browser);
      await browser.signIn('support');
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Look up' });
  await router.navigate(`/support/people/${sent.sender}/statement?${long}`);
  const sheet = within(await screen.findByRole('article'));
  expect(sheet.getByText('Sam Sender')).toBeVisible();
  expect(sheet.getAllByRole('row')).toHaveLength(3);
  await router.navigate(`/support/people/${sent.sender}/statement?${past}`);
  expect(await screen.findByText('No transfers in this period.')).toBeVisible();
});
