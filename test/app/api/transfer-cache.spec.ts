import { expect, it } from 'vitest';
import { createQueryClient } from '../../../src/app/api/query-client.ts';
import { transferKeys } from '../../../src/app/api/query-keys.ts';
import {
  applyTransfer,
  inNewestState,
  keepLastEventId,
  keepNewest,
  lastEventId,
  updateWindows,
} from '../../../src/app/api/transfer-cache.ts';
import { transferQuery, transfersQuery } from '../../../src/app/api/transfers.ts';
import type {
  TransferEvent,
  TransferList,
  TransferRow,
} from '../../../src/contract/api/transfer.ts';

const row = (id: string, state: string, alias: string | null = 'Mamá'): TransferRow => ({
  id,
  source_amount_cents: 100n,
  source_amount_currency: 'CLP',
  destination_amount_cents: 431n,
  destination_amount_currency: 'COP',
  state,
  destination_account_id: '7',
  alias,
  country_code: 'CO',
  first_seen_at: null,
});
const at = (second: number) => `2026-01-01T12:00:${String(second).padStart(2, '0')}.000Z`;
const eventOf = (one: TransferRow, second = 1): TransferEvent => ({ ...one, as_of: at(second) });
const list = (...items: TransferRow[]): TransferList => ({
  items,
  next_cursor: null,
  total: items.length,
  counts: {},
  missing: [],
  as_of: '2026-01-01T12:00:00.000Z',
  service: 'ok',
  event_id: 'run.1',
});
const window = transfersQuery({}).queryKey;
const one = transferQuery('2').queryKey;

function cache() {
  const client = createQueryClient();
  client.setQueryData(window, list(row('3', 'pending'), row('2', 'pending')));
  client.setQueryData([...transferKeys.windows, {}], {
    pages: [list(row('3', 'pending')), list(row('2', 'pending'))],
    pageParams: ['', '3'],
  });
  client.setQueryData(one, {
    transfer: row('2', 'pending'),
    recipient: null,
    missing: [],
    service: 'ok',
    timeline: [{ state: 'pending', seen_at: null }],
    quoted: null,
    as_of: '2026-01-01T12:00:00.000Z',
    event_id: 'run.1',
  });
  const rows = () => client.getQueryData(window)?.items.map(({ id, state }) => `${id} ${state}`);
  return { client, rows };
}

it('updates every cached row of a transfer, and keeps its position, its alias and other rows', () => {
  const { client, rows } = cache();
  const [untouched] = client.getQueryData(window)?.items ?? [];
  applyTransfer(client, eventOf(row('2', 'assigned', null)));
  expect(rows()).toEqual(['3 pending', '2 assigned']);
  expect(client.getQueryData(window)?.items[0]).toBe(untouched);
  expect(client.getQueryData(window)?.items[1]?.alias).toBe('Mamá');
  expect(client.getQueryData(one)).toMatchObject({ transfer: { id: '2', state: 'assigned' } });
  expect(client.getQueryData([...transferKeys.windows, {}])).toMatchObject({
    pages: [{ items: [{ state: 'pending' }] }, { items: [{ id: '2', state: 'assigned' }] }],
  });
});

it('does not write to a list without the transfer', () => {
  const { client } = cache();
  const before = client.getQueryState(window)?.dataUpdateCount;
  applyTransfer(client, eventOf(row('9', 'assigned')));
  expect(client.getQueryState(window)?.dataUpdateCount).toBe(before);
});

it('updates a row of the infinite list, and does not write if nothing changed', () => {
  const { client } = cache();
  const long = [...transferKeys.windows, {}];
  const before = client.getQueryData(long);
  updateWindows(client, [row('2', 'pending'), row('9', 'assigned')]);
  expect(client.getQueryData(long)).toBe(before);
  updateWindows(client, [row('2', 'assigned', 'Mamá Bogotá')]);
  expect(client.getQueryData(long)).toMatchObject({
    pages: [{ items: [{ id: '3' }] }, { items: [{ state: 'assigned', alias: 'Mamá Bogotá' }] }],
  });
});

it('shows a row in its newest known state', () => {
  const { client } = cache();
  const old = row('2', 'pending');
  expect(inNewestState(client, old)).toBe(old);
  keepNewest(client, row('2', 'executed'), at(5));
  expect(inNewestState(client, old).state).toBe('executed');
});

it.each(['executed', 'rejected', 'assigned'])(
  'keeps %s when an older read arrives later',
  (state) => {
    const { client, rows } = cache();
    applyTransfer(client, eventOf(row('2', state), 9));
    for (const late of ['pending', 'on_hold', 'executed']) {
      applyTransfer(client, eventOf(row('2', late), 8));
      expect(rows()).toEqual(['3 pending', `2 ${state}`]);
      expect(client.getQueryData(one)?.transfer.state).toBe(state);
      expect(keepNewest(client, row('2', late), at(8)).state).toBe(state);
    }
  },
);

it('takes any state of a later read, also after a final one', () => {
  const { client, rows } = cache();
  const states = ['on_hold', 'pending', 'executed', 'rejected', 'assigned', 'constructor'];
  for (const [second, state] of states.entries()) {
    applyTransfer(client, eventOf(row('2', state), second));
    expect(rows()).toEqual(['3 pending', `2 ${state}`]);
  }
});

it('forgets the states when the cache is cleared', () => {
  const { client } = cache();
  keepNewest(client, row('2', 'executed'), at(9));
  client.removeQueries();
  expect(keepNewest(client, row('2', 'pending'), at(1)).state).toBe('pending');
});

it('knows the last event id while all answers agree on it', () => {
  const client = createQueryClient();
  expect(lastEventId(client)).toBeUndefined();
  keepLastEventId(client, 'run.4');
  keepLastEventId(client, 'run.4');
  expect(lastEventId(client)).toBe('run.4');
  keepLastEventId(client, 'run.5');
  expect(lastEventId(client)).toBeUndefined();
  keepLastEventId(client, 'run.5');
  expect(lastEventId(client)).toBeUndefined();
});
