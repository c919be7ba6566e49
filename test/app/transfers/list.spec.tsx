import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';

type Options = Parameters<typeof renderApp>[1];

/** Two transfers to Mamá Bogotá, one of which ends rejected, and one to Lucía. */
async function openList(path = '/transfers', options: Options = {}) {
  const ids: string[] = [];
  const app = await renderApp(path, {
    ...options,
    before: async (browser) => {
      const mama = await addRecipient(browser);
      const lucia = await addRecipient(browser, { alias: 'Lucía piso', bank_number: '777' });
      ids.push(mama.id, lucia.id);
      await sendMoney(browser, mama.id, { source_amount_cents: '100000' });
      await sendMoney(browser, mama.id, { source_amount_cents: '13' });
      await sendMoney(browser, lucia.id, { source_amount_cents: '50000' });
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Transfers' });
  return { ...app, ids, search: () => app.router.state.location.search };
}

const rows = () => screen.queryAllByText(/^CLP\s/).map((cell) => cell.textContent);
const chips = () => within(screen.getByRole('list', { name: 'State' })).getAllByRole('link');
const settled = { sandbox: { assigned_after_ms: 0, settled_after_ms: 0 } };

it('shows the newest first: recipient, number, what arrives, what was sent, where it is', async () => {
  const { sandbox } = await openList();
  expect(rows()).toEqual(['CLP\u00a050,000', 'CLP\u00a013', 'CLP\u00a0100,000']);
  const [first] = screen.getAllByText('Lucía piso').map((title) => title.closest('li'));
  expect(first).toHaveTextContent(String(sandbox.transfers.at(-1)?.id));
  expect(first).toHaveTextContent(/COP\s[\d,]+\.\d\d/);
  expect(first).toHaveTextContent('Pending');
});

it('counts the states, and shows one of them', async () => {
  const { user, search } = await openList('/transfers', settled);
  expect(chips().map((chip) => chip.textContent)).toEqual([
    'All 3',
    'Pending 0',
    'Assigned 0',
    'Executed 2',
    'Rejected 1',
  ]);
  await user.click(screen.getByRole('link', { name: /^Rejected/ }));
  await waitFor(() => expect(rows()).toEqual(['CLP\u00a013']));
  expect(search()).toBe('?state=rejected');
  expect(screen.getByRole('link', { name: 'All 3' })).toBeVisible();
});

it('shows a state that it does not know as it came', async () => {
  await openList('/transfers?state=on_hold');
  expect(screen.getByRole('link', { name: 'on_hold 0' })).toHaveAttribute('aria-current', 'true');
});

it('searches while typing, in the address, and keeps what is typed', async () => {
  const { user, search } = await openList();
  const box = screen.getByRole('searchbox', { name: 'Search' });
  await user.type(box, 'lucia');
  await waitFor(() => expect(rows()).toEqual(['CLP\u00a050,000']));
  expect(search()).toBe('?q=lucia');
  expect(box).toHaveValue('lucia');
  await user.type(box, ' nobody');
  await screen.findByText('No transfer matches');
  await user.click(screen.getByRole('link', { name: 'Show all transfers' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(box).toHaveValue('');
});

it('narrows by recipient, currency and order from the address', async () => {
  const { ids, router, user } = await openList();
  await router.navigate(`/transfers?destination_account_id=${ids[0]}&currency=CLP&sort=oldest`);
  await waitFor(() => expect(rows()).toEqual(['CLP\u00a0100,000', 'CLP\u00a013']));
  expect(screen.getByText(/Only those to Mamá Bogotá/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Currency' })).toHaveValue('CLP');
  expect(screen.getByRole('combobox', { name: 'Order' })).toHaveValue('oldest');
  await user.click(screen.getByRole('link', { name: 'Show all recipients' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
});

it('follows a transfer to its end without a reload', async () => {
  await openList('/transfers', { sandbox: { assigned_after_ms: 50, settled_after_ms: 1_000 } });
  await waitFor(() => expect(screen.getByRole('link', { name: 'Executed 2' })).toBeVisible(), {
    timeout: 15_000,
  });
}, 20_000);

it('shows more, window by window', async () => {
  const { user } = await renderApp('/transfers', { as: 'support', sandbox: { transfers: 60 } });
  await screen.findByText(/^60 transfers · /);
  const shown = () =>
    screen
      .getAllByRole('link')
      .filter((it) => /^\/transfers\/\d/.test(it.getAttribute('href') ?? ''));
  expect(shown()).toHaveLength(50);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(shown()).toHaveLength(60));
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

it('says what stands here before there is anything', async () => {
  await renderApp('/transfers');
  await screen.findByText('No transfers yet');
  expect(screen.getByRole('link', { name: 'Send money' })).toHaveAttribute('href', '/');
});

it('answers an address with a malformed recipient as not found', async () => {
  await renderApp('/transfers?destination_account_id=1%20or%201');
  await screen.findByRole('heading', { level: 1, name: 'Not found' });
});
