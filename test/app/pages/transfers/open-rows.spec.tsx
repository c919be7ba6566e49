import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { referenceOf } from '../../../../src/contract/api/send-key.ts';
import { maxOpenSendRows } from '../../../../src/contract/api/transfer.ts';
import { signedInBrowser } from '../../../support/browser.ts';
import { sendMoney } from '../../../support/recipients.ts';
import { openSend } from '../send/open-send.ts';
import { dispatchDialogClose, openSupport } from '../send/open-support.ts';
import { giveUpSoon, sendUnresolved } from '../send/send-unresolved.ts';
import { filterBy, openFilters, scrollTo } from './open-list.ts';

beforeAll(dispatchDialogClose);
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const list = () => within(screen.getByRole('list', { name: 'Transfers' }));
const rows = () => list().getAllByRole('listitem');
const search = () => screen.getByRole('searchbox', { name: 'Search' });
const linkOf = (row: HTMLElement | undefined) =>
  row && within(row).getByRole('link').getAttribute('href');

const quote = {
  rate: '4.1',
  destination_amount_cents: '207000',
  taken_at: new Date().toISOString(),
};

/** Opens the list with one transfer, and one sent after it that is not confirmed. */
async function openWithOpenSend(fields = {}) {
  const app = await openSend({ reconcile: giveUpSoon, live: true });
  const { body } = await sendMoney(app.browser, app.recipient.id);
  const key = await sendUnresolved(app.browser, app.recipient.id, { quote, ...fields });
  await app.go('/recipients');
  // It was sent beside the page, which has read the list before.
  app.queryClient.removeQueries({ queryKey: ['transfers'] });
  await app.go('/transfers');
  await screen.findByText('2 transfers');
  await waitFor(() => expect(rows()).toHaveLength(2));
  return { ...app, id: String(body.id), key };
}

it('lists a transfer that is not confirmed at its place, counts it and leads to its page', async () => {
  const { key, id, user } = await openWithOpenSend();
  const [first, second] = rows();
  expect([linkOf(first), linkOf(second)]).toEqual([`/sends/${key}`, `/transfers/${id}`]);
  expect(first).toHaveTextContent('Needs review');
  expect(first).toHaveTextContent(referenceOf(key));
  expect(first).toHaveTextContent(/≈ COP\s2,070(\.00)?/);
  expect(first).toHaveTextContent(/from CLP\s504/);
  expect(first).toHaveTextContent(/Send pressed/);
  expect(first).toHaveAttribute('aria-setsize', '2');
  // The warning stays, without a second link to the same transfer.
  expect(await screen.findByText(/please don’t send it again/)).toBeVisible();
  expect(screen.getAllByRole('link', { name: /Mamá Bogotá/ })).toHaveLength(2);

  const dialog = await openFilters(user);
  expect(dialog.getByRole('radio', { name: /^Needs review 1$/ })).toBeInTheDocument();
  expect(dialog.getByRole('radio', { name: /^Not confirmed yet 0$/ })).toBeInTheDocument();
  expect(dialog.getByRole('radio', { name: /^All 2$/ })).toBeInTheDocument();
});

it('says how many of very many are shown, and counts all of them', async () => {
  const app = await openWithOpenSend();
  const one = await app.db
    .selectFrom('sends')
    .selectAll()
    .where('key', '=', app.key)
    .executeTakeFirstOrThrow();
  for (let count = 0; count < maxOpenSendRows; count += 1) {
    const key = crypto.randomUUID();
    const copy = { ...one, key, guard_scope: key };
    await app.db.insertInto('sends').values(copy).execute();
  }
  app.queryClient.removeQueries({ queryKey: ['transfers'] });
  await app.go('/recipients');
  await app.go('/transfers');
  expect(await screen.findByText('202 transfers')).toBeVisible();
  const notice = screen.getByText('Only 200 of 201 transfers that are not confirmed are shown');
  expect(notice.closest('[role=status]')).toHaveTextContent(
    'Search or use the filters to see the others.',
  );
});

it('is found by amounts, recipient and reference, and nothing says that no transfer matches', async () => {
  const { key, user } = await openWithOpenSend();
  for (const text of ['504', '2070', referenceOf(key), `bogota 504`]) {
    await user.clear(search());
    await user.type(search(), text);
    await screen.findByText('1 transfer');
    expect(rows().map(linkOf)).toEqual([`/sends/${key}`]);
    expect(screen.queryByText('No transfer matches')).not.toBeInTheDocument();
  }
  await user.clear(search());
  await user.type(search(), '505');
  await screen.findByText('No transfer matches');
});

async function openForSupport() {
  let key = '';
  const app = await openSupport(
    async (browser, recipient) => {
      await sendMoney(browser, recipient);
      key = await sendUnresolved(browser, recipient);
    },
    { reconcile: giveUpSoon },
  );
  return { ...app, key };
}

describe.each([
  ['the sender', openWithOpenSend],
  ['support', openForSupport],
])('for %s', (_, open) => {
  it('is filtered by its state, in the words of its badge', async () => {
    const { key, user, router } = await open();
    await act(() => router.navigate('/transfers?state=unresolved'));
    await screen.findByText('1 transfer');
    await waitFor(() => expect(rows().map(linkOf)).toEqual([`/sends/${key}`]));
    expect(rows()[0]).toHaveTextContent(/Needs review$/);
    const chip = within(screen.getByRole('list', { name: 'Chosen filters' }));
    expect(chip.getByRole('button')).toHaveTextContent(/^Remove filter: Needs review$/);
    await filterBy(user, /^Not confirmed yet 0$/);
    await screen.findByText('No transfer matches');
    expect(router.state.location.search).toBe('?state=unconfirmed');
  });
});

it('leaves the list when support says that it was not sent', async () => {
  const { key, app, queryClient } = await openWithOpenSend();
  const support = await signedInBrowser(app, 'support');
  const decision = { outcome: 'not_sent', reason: 'Not in the books' };
  await support.call('POST', `/api/sends/${key}/settle`, decision);
  await act(() => queryClient.invalidateQueries({ queryKey: ['transfers', 'window'] }));
  await screen.findByText('1 transfer');
  expect(rows()).toHaveLength(1);
});

describe.each([
  ['at the top', 0],
  ['scrolled down', 500],
])('%s of the list', (_, top) => {
  it('becomes its transfer’s row in its place, never both and never neither', async () => {
    // The service has two that could be it, of which support chooses one.
    const app = await openWithOpenSend({ source_amount_cents: '606' });
    const { key, id } = app;
    if (top > 0) scrollTo(top);
    const seen: string[][] = [];
    const look = () =>
      seen.push(
        screen
          .queryAllByText(/from CLP\s606/)
          .flatMap((cell) => linkOf(cell.closest('li') ?? undefined) ?? []),
      );
    const watcher = new MutationObserver(look);
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
    const support = await signedInBrowser(app.app, 'support');
    const { body } = await support.call('GET', `/api/sends/${key}/candidates`);
    const [transfer] = body.transfers;
    const reason = 'It is this one in the books';
    const decision = { outcome: 'sent', transfer_id: transfer.id, reason };
    await support.call('POST', `/api/sends/${key}/settle`, decision);
    await waitFor(
      async () => {
        await act(() => app.queryClient.invalidateQueries({ queryKey: ['transfers', 'window'] }));
        expect(linkOf(rows()[0])).toBe(`/transfers/${transfer.id}`);
      },
      { timeout: 20_000 },
    );
    watcher.disconnect();
    expect(seen[0]).toEqual([`/sends/${key}`]);
    expect(seen.filter((links) => links.length !== 1)).toEqual([]);
    expect(rows().map(linkOf)[1]).toBe(`/transfers/${id}`);
    expect(screen.queryByRole('button', { name: /new/ })).not.toBeInTheDocument();
    expect(screen.getByText('2 transfers')).toBeVisible();
  });
});
