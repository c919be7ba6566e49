import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openList, rows } from './open-list.ts';

const chips = () => within(screen.getByRole('list', { name: 'State' })).getAllByRole('button');
const settled = { sandbox: { assigned_after_ms: 0, settled_after_ms: 0 } };

beforeEach(() => sessionStorage.clear());

it('shows the newest first: recipient, number, what arrives, what was sent, where it is', async () => {
  const { sandbox } = await openList();
  expect(rows()).toEqual(['CLP\u00a050,000', 'CLP\u00a013', 'CLP\u00a0100,000']);
  const [first] = screen.getAllByText('Lucía piso').map((title) => title.closest('li'));
  expect(first).toHaveTextContent(String(sandbox.transfers.at(-1)?.id));
  expect(first).toHaveTextContent(/COP\s[\d,]+\.\d\d/);
  expect(first).toHaveTextContent('Pending');
});

it('reads out the whole row with its link, and where it stands', async () => {
  const { sandbox } = await openList();
  const link = screen.getByRole('link', { name: 'Lucía piso' });
  expect(link).toHaveAccessibleDescription(
    new RegExp(
      `^${sandbox.transfers.at(-1)?.id} COP\\s.* CLP\\s50,000 Pending First seen here today .+$`,
    ),
  );
  expect(link.closest('li')).toHaveAttribute('aria-posinset', '1');
  expect(link.closest('li')).toHaveAttribute('aria-setsize', '3');
});

it('counts the states, shows one of them, and Back shows all', async () => {
  const { user, router, address } = await openList('/transfers', settled);
  await waitFor(() =>
    expect(chips().map((chip) => chip.textContent)).toEqual([
      'All 3',
      'Pending 0',
      'Assigned 0',
      'Executed 2',
      'Rejected 1',
    ]),
  );
  await user.click(screen.getByRole('button', { name: /^Rejected/ }));
  await waitFor(() => expect(rows()).toEqual(['CLP\u00a013']));
  expect(address()).toBe('?state=rejected');
  expect(screen.getByRole('button', { name: 'All 3' })).toBeVisible();
  await router.navigate(-1);
  await waitFor(() => expect(rows()).toHaveLength(3));
});

it('is returned to as it was left, by the link of a transfer that was opened from it', async () => {
  const { user, router, address } = await openList('/transfers', settled);
  await user.click(screen.getByRole('button', { name: /^Rejected/ }));
  await waitFor(() => expect(rows()).toEqual(['CLP\u00a013']));
  await user.click(screen.getByRole('link', { name: 'Mamá Bogotá' }));
  await screen.findByRole('heading', { level: 1, name: /^Transfer \d+$/ });
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Transfers' }));
  await screen.findByRole('heading', { level: 1, name: 'Transfers' });
  expect(address()).toBe('?state=rejected');
  expect(router.state.historyAction).toBe('POP');
});

it('shows a state that it does not know as it came', async () => {
  await openList('/transfers?state=on_hold');
  const chip = await screen.findByRole('button', { name: 'on_hold 0' });
  expect(chip).toHaveAttribute('aria-pressed', 'true');
});

it('searches while typing, keeps what is typed, and keeps it out of the address', async () => {
  const { user, router, address } = await openList();
  const box = screen.getByRole('searchbox', { name: 'Search' });
  await user.type(box, 'lucia ');
  await waitFor(() => expect(router.state.location.state).toEqual({ q: 'lucia ' }));
  await waitFor(() => expect(rows()).toEqual(['CLP\u00a050,000']));
  expect(address()).toBe('');
  expect(box).toHaveValue('lucia ');
  await user.click(screen.getByRole('button', { name: /^Pending/ }));
  await waitFor(() => expect(address()).toBe('?state=pending'));
  await waitFor(() => expect(rows()).toHaveLength(1));
  await user.type(box, 'nobody');
  await screen.findByText('No transfer matches');
  await user.click(screen.getByRole('link', { name: 'Show all transfers' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(box).toHaveValue('');
});

it('heeds a text in an address that somebody wrote, until the next change', async () => {
  const { user, address } = await openList('/transfers?q=lucia');
  expect(rows()).toEqual(['CLP\u00a050,000']);
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), ' piso');
  await waitFor(() => expect(address()).toBe(''));
  expect(rows()).toEqual(['CLP\u00a050,000']);
});

it('narrows by recipient, currency and order from the address', async () => {
  const { ids, router, user } = await openList();
  await router.navigate(`/transfers?destination_account_id=${ids[0]}&currency=CLP&sort=oldest`);
  await waitFor(() => expect(rows()).toEqual(['CLP\u00a0100,000', 'CLP\u00a013']));
  expect(screen.getByText(/Only those to Mamá Bogotá/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Currency' })).toHaveValue('CLP');
  expect(screen.getByRole('combobox', { name: 'Order' })).toHaveValue('oldest');
  await user.click(screen.getByRole('button', { name: 'Show all recipients' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
});

it('orders by amount only within a currency', async () => {
  const { user, address } = await openList('/transfers?sort=amount');
  const order = screen.getByRole('combobox', { name: 'Order' });
  expect(order).toHaveValue('newest');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'CLP');
  await user.selectOptions(order, await screen.findByRole('option', { name: /^Largest in CLP/ }));
  await waitFor(() => expect(address()).toBe('?currency=CLP&sort=amount'));
  await waitFor(() =>
    expect(rows()).toEqual(['CLP\u00a0100,000', 'CLP\u00a050,000', 'CLP\u00a013']),
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'All currencies');
  await waitFor(() => expect(address()).toBe(''));
});

it('follows a transfer to its end without a reload', async () => {
  await openList('/transfers', { sandbox: { assigned_after_ms: 50, settled_after_ms: 1_000 } });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Executed 2' })).toBeVisible(), {
    timeout: 15_000,
  });
  expect(screen.getAllByText('Executed', { selector: 'li[aria-posinset] span' })).toHaveLength(2);
}, 20_000);

it('says what stands here before there is anything', async () => {
  await openList('/transfers', { before: async () => {} });
  await screen.findByText('No transfers yet');
  expect(screen.getByRole('link', { name: 'Send money' })).toHaveAttribute('href', '/');
  expect(screen.queryByRole('button', { name: /^Export/ })).not.toBeInTheDocument();
});

it('answers an address with a malformed recipient as not found', async () => {
  await openList('/transfers?destination_account_id=1%20or%201', { heading: 'Not found' });
});
