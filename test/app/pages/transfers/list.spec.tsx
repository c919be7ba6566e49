import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { filterBy, openFilters, openList, rows } from './open-list.ts';

const chosen = () =>
  within(screen.getByRole('list', { name: 'Chosen filters' })).getAllByRole('button');
const settled = { sandbox: { assigned_after_ms: 0, settled_after_ms: 0 } };

beforeEach(() => sessionStorage.clear());

it('shows the newest first, with recipient, number, amounts and state', async () => {
  const { sandbox } = await openList();
  expect(rows()).toEqual(['CLP\u00a050,000', 'CLP\u00a013', 'CLP\u00a0100,000']);
  const [first] = screen.getAllByText('Lucía piso').map((title) => title.closest('li'));
  expect(first).toHaveTextContent(String(sandbox.transfers.at(-1)?.id));
  expect(first).toHaveTextContent(/COP\s[\d,]+\.\d\d/);
  expect(first).toHaveTextContent('Pending');
});

it('describes each link by its whole row, with position and total', async () => {
  const { sandbox } = await openList();
  const link = screen.getByRole('link', { name: 'Lucía piso' });
  expect(link).toHaveAccessibleDescription(
    new RegExp(
      `^COP\\s[\\d.,]+ ${sandbox.transfers.at(-1)?.id} First seen here [\\d:]+\\s[AP]M from CLP\\s50,000 Pending$`,
    ),
  );
  expect(link.closest('li')).toHaveAttribute('aria-posinset', '1');
  expect(link.closest('li')).toHaveAttribute('aria-setsize', '3');
});

it('counts the states and filters by one, and Back shows all', async () => {
  const { user, router, address } = await openList('/transfers', settled);
  await waitFor(() => expect(screen.getAllByText('Completed')).toHaveLength(2));
  const dialog = await openFilters(user);
  const states = within(dialog.getByRole('group', { name: 'Status' }));
  expect(states.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'All 3',
    'Pending 0',
    'In progress 0',
    'Completed 2',
    'Rejected 1',
    'Not confirmed yet 0',
    'Needs review 0',
  ]);
  await user.click(dialog.getByRole('radio', { name: 'Rejected 1' }));
  await waitFor(() => expect(rows()).toEqual(['CLP\u00a013']));
  expect(address()).toBe('?state=rejected');
  expect(dialog.getByRole('radio', { name: 'All 3' })).not.toBeChecked();
  await user.click(dialog.getByRole('button', { name: 'Show 1 transfer' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await router.navigate(-1);
  await waitFor(() => expect(rows()).toHaveLength(3));
});

it('says how many filters are chosen, and removes one of them or all', async () => {
  const { user, address } = await openList();
  expect(screen.getByRole('button', { name: 'Filters' })).toBeVisible();
  const dialog = await openFilters(user);
  await user.click(dialog.getByRole('radio', { name: /^Pending/ }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Sent or received in' }), 'COP');
  await waitFor(() => expect(address()).toBe('?state=pending&currency=COP'));
  await user.click(dialog.getByRole('button', { name: /^Show/ }));
  expect(screen.getByRole('button', { name: 'Filters 2 chosen' })).toBeVisible();
  expect(chosen().map((button) => button.textContent)).toEqual([
    'Remove filter: Pending',
    'Remove filter: COP',
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove filter: Pending' }));
  await waitFor(() => expect(address()).toBe('?currency=COP'));
  const again = await openFilters(user);
  await user.click(again.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(address()).toBe(''));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Chosen filters' })).toBeNull());
});

it('filters by country and by a pair of currencies, each removed alone', async () => {
  const { user, address, browser } = await openList();
  const { body } = await browser.call('GET', '/api/countries');
  const { id } = body.find(({ name }: { name: string }) => name === 'Colombia');
  const dialog = await openFilters(user);
  const country = await dialog.findByRole('combobox', { name: 'Recipient’s country' });
  await within(country).findByRole('option', { name: 'Colombia' });
  await user.selectOptions(country, 'Colombia');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Sent in' }), 'CLP');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Received in' }), 'COP');
  const filters = () => Object.fromEntries(new URLSearchParams(address()));
  const pair = { source_amount_currency: 'CLP', destination_amount_currency: 'COP' };
  await waitFor(() => expect(filters()).toEqual({ country_id: id, ...pair }));
  await user.click(await dialog.findByRole('button', { name: 'Show 3 transfers' }));
  expect(chosen().map((button) => button.textContent)).toEqual([
    'Remove filter: Colombia',
    'Remove filter: Sent in CLP',
    'Remove filter: Received in COP',
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove filter: Sent in CLP' }));
  await waitFor(() =>
    expect(filters()).toEqual({ country_id: id, destination_amount_currency: 'COP' }),
  );
  expect(rows()).toHaveLength(3);
});

it('shows only the transfers of the country and the currencies in the address', async () => {
  await openList('/transfers?source_amount_currency=USD', { waitForRows: false });
  await screen.findByText('No transfer matches');
  expect(chosen().map((button) => button.textContent)).toEqual(['Remove filter: Sent in USD']);
});

it('names a country that is no longer listed by its number', async () => {
  const { user } = await openList('/transfers?country_id=999999', { waitForRows: false });
  await screen.findByText('No transfer matches');
  expect(chosen().map((button) => button.textContent)).toEqual(['Remove filter: Country 999999']);
  const dialog = await openFilters(user);
  const country = dialog.getByRole('combobox', { name: 'Recipient’s country' });
  expect(country).toHaveDisplayValue('Country 999999');
});

it('takes back all changes of the open filters with one Back', async () => {
  const { user, router, address } = await openList();
  const dialog = await openFilters(user);
  await user.click(dialog.getByRole('radio', { name: /^Pending/ }));
  await screen.findByText('Remove filter:');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Sent or received in' }), 'COP');
  await waitFor(() => expect(address()).toBe('?state=pending&currency=COP'));
  await router.navigate(-1);
  await waitFor(() => expect(address()).toBe(''));
});

it('filters by days in the person’s time zone, both included', async () => {
  const { user, address } = await openList();
  const fetched = vi.spyOn(globalThis, 'fetch');
  const dialog = await openFilters(user);
  const day = (moment: number) => new Date(moment).toLocaleDateString('sv');
  const now = day(Date.now());
  fireEvent.change(dialog.getByLabelText('From'), { target: { value: now } });
  await waitFor(() => expect(address()).toBe(`?from=${now}`));
  fireEvent.change(dialog.getByLabelText('Until'), { target: { value: now } });
  await waitFor(() => expect(address()).toBe(`?from=${now}&to=${now}`));
  await waitFor(() => expect(rows()).toHaveLength(3));
  const asked = fetched.mock.calls.map(([url]) => new URL(String(url), 'http://giro').searchParams);
  const start = new Date(`${now}T00:00:00`);
  const end = new Date(start);
  end.setDate(end.getDate() + 1);
  const last = asked.findLast((query) => query.has('first_seen_before'));
  expect(last?.get('first_seen_from')).toBe(start.toISOString());
  expect(last?.get('first_seen_before')).toBe(end.toISOString());
  await user.click(dialog.getByRole('button', { name: 'Show 3 transfers' }));
  expect(chosen()).toHaveLength(2);
});

it('shows nothing for days without transfers, and says what is left out', async () => {
  await openList('/transfers?from=2020-01-01&to=2020-01-31', { waitForRows: false });
  await screen.findByText('No transfer matches');
  expect(screen.getByText(/^Transfers that we first saw on other days, or never/)).toBeVisible();
  expect(chosen().map((button) => button.textContent)).toEqual([
    'Remove filter: From Jan 1, 2020',
    'Remove filter: Until Jan 31, 2020',
  ]);
});

it.each(['from=yesterday', 'to=2026-13-01'])('shows Not found for a URL with %s', async (query) => {
  await openList(`/transfers?${query}`, { heading: 'Not found' });
});

it('groups the rows under a heading by day, except in the order by amount', async () => {
  const { router } = await openList();
  const list = within(screen.getByRole('list', { name: 'Transfers' }));
  expect(list.getAllByRole('heading').map((one) => one.textContent)).toEqual(['Today']);
  await router.navigate('/transfers?sort=oldest');
  await waitFor(() => expect(rows()[0]).toBe('CLP\u00a0100,000'));
  expect(screen.getByRole('heading', { name: 'Today' })).toBeVisible();
  await router.navigate('/transfers?currency=CLP&sort=amount');
  await waitFor(() => expect(rows()[1]).toBe('CLP\u00a050,000'));
  expect(screen.queryByRole('heading', { name: 'Today' })).not.toBeInTheDocument();
  expect(screen.getAllByText(/today \d/)).toHaveLength(3);
});

it('restores the list from the back link of a transfer that it opened', async () => {
  const { user, router, address } = await openList('/transfers', settled);
  await filterBy(user, /^Rejected/);
  await waitFor(() => expect(rows()).toEqual(['CLP\u00a013']));
  await user.click(screen.getByRole('link', { name: 'Mamá Bogotá' }));
  await screen.findByRole('heading', { level: 1, name: /^Transfer \d+:/ });
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Transfers' }));
  await screen.findByRole('heading', { level: 1, name: 'Transfers' });
  expect(address()).toBe('?state=rejected');
  expect(router.state.historyAction).toBe('POP');
});

it('shows an unknown state in the service’s word', async () => {
  const { user } = await openList('/transfers?state=on_hold');
  const dialog = await openFilters(user);
  expect(dialog.getByRole('radio', { name: 'on_hold 0' })).toBeChecked();
});

it('names and counts all transfers that are on the way', async () => {
  const { user } = await openList('/transfers?state=open');
  expect(screen.getByRole('button', { name: 'Remove filter: On the way' })).toBeVisible();
  const dialog = await openFilters(user);
  expect(dialog.getByRole('radio', { name: 'On the way 3' })).toBeChecked();
});

it('searches while typing, keeps the typed text, and leaves it out of the URL', async () => {
  const { user, router, address } = await openList();
  const box = screen.getByRole('searchbox', { name: 'Search' });
  await user.type(box, 'lucia ');
  await waitFor(() => expect(router.state.location.state).toMatchObject({ q: 'lucia ' }));
  await waitFor(() => expect(rows()).toEqual(['CLP\u00a050,000']));
  expect(address()).toBe('');
  expect(box).toHaveValue('lucia ');
  await filterBy(user, /^Pending/);
  await waitFor(() => expect(address()).toBe('?state=pending'));
  await waitFor(() => expect(rows()).toHaveLength(1));
  await user.type(box, 'nobody');
  await screen.findByText('Shown without: “nobody”');
  expect(rows()).toHaveLength(1);
  await user.clear(box);
  await user.type(box, 'nobody');
  await screen.findByText('No transfer matches');
  await user.click(screen.getByRole('link', { name: 'Show all transfers' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(box).toHaveValue('');
});

it('offers names that are spelled nearly like the searched one', async () => {
  const { user } = await openList();
  const box = screen.getByRole('searchbox', { name: 'Search' });
  await user.type(box, 'lucja');
  const name = await screen.findByRole('button', { name: 'Lucía' });
  expect(name).toContainHTML('<bdi translate="no">Lucía</bdi>');
  await user.click(name);
  await waitFor(() => expect(rows()).toEqual(['CLP\u00a050,000']));
  expect(box).toHaveValue('Lucía');
  expect(screen.getByRole('heading', { level: 1, name: 'Transfers' })).toHaveFocus();
  expect(screen.queryByText('Similar names:')).toBeNull();
});

it('reads a search text from the URL, and removes it with the next change', async () => {
  const { user, address } = await openList('/transfers?q=lucia');
  expect(rows()).toEqual(['CLP\u00a050,000']);
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), ' piso');
  await waitFor(() => expect(address()).toBe(''));
  expect(rows()).toEqual(['CLP\u00a050,000']);
});

it('reads recipient, currency and order from the URL', async () => {
  const { ids, router, user } = await openList();
  await router.navigate(`/transfers?destination_account_id=${ids[0]}&currency=CLP&sort=oldest`);
  await waitFor(() => expect(rows()).toEqual(['CLP\u00a0100,000', 'CLP\u00a013']));
  const dialog = await openFilters(user);
  expect(dialog.getByRole('combobox', { name: 'Sent or received in' })).toHaveValue('CLP');
  expect(dialog.getByRole('combobox', { name: 'Order' })).toHaveValue('oldest');
  await user.click(dialog.getByRole('button', { name: 'Show 2 transfers' }));
  await user.click(screen.getByRole('button', { name: 'Remove filter: To Mamá Bogotá' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
});

it('orders by amount only within one currency', async () => {
  const { user, address } = await openList('/transfers?sort=amount');
  const dialog = await openFilters(user);
  const order = dialog.getByRole('combobox', { name: 'Order' });
  expect(order).toHaveValue('newest');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Sent or received in' }), 'CLP');
  await screen.findByText('Remove filter:');
  await user.selectOptions(order, await screen.findByRole('option', { name: /^Largest in CLP/ }));
  await waitFor(() => expect(address()).toBe('?currency=CLP&sort=amount'));
  await waitFor(() =>
    expect(rows()).toEqual(['CLP\u00a0100,000', 'CLP\u00a050,000', 'CLP\u00a013']),
  );
  await user.selectOptions(
    dialog.getByRole('combobox', { name: 'Sent or received in' }),
    'Any currency',
  );
  await waitFor(() => expect(address()).toBe(''));
});

it('updates a transfer to its end without a reload', async () => {
  await openList('/transfers', { sandbox: { assigned_after_ms: 50, settled_after_ms: 1_000 } });
  const completed = () => screen.getAllByText('Completed', { selector: 'li[aria-posinset] span' });
  await waitFor(() => expect(completed()).toHaveLength(2), { timeout: 15_000 });
}, 20_000);

it('says what will appear before there are transfers', async () => {
  await openList('/transfers', { before: async () => {}, waitForRows: false });
  await screen.findByText('No transfers yet');
  expect(screen.getByRole('link', { name: 'Send money' })).toHaveAttribute('href', '/');
  expect(screen.queryByRole('button', { name: 'Download CSV' })).not.toBeInTheDocument();
  // There is nothing to search, filter, count or keep fresh.
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull();
  expect(screen.queryByText(/0 transfers|Updated/)).toBeNull();
});

it('keeps the filters where they find nothing, also over no transfer at all', async () => {
  await openList('/transfers?state=pending', { before: async () => {} });
  await screen.findByText('No transfer matches');
  expect(screen.getByRole('searchbox', { name: 'Search' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Remove filter: Pending' })).toBeVisible();
  expect(screen.getByText('0 transfers')).toBeVisible();
});

it('shows Not found for a URL with a malformed recipient', async () => {
  await openList('/transfers?destination_account_id=1%20or%201', { heading: 'Not found' });
});
