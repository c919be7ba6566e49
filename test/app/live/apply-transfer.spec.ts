import { expect, it } from 'vitest';
import { keepFinal } from '../../../src/app/api/final-states.ts';
import { createQueryClient } from '../../../src/app/api/query-client.ts';
import { transferKeys } from '../../../src/app/api/transfer-keys.ts';
import { transferQuery, transfersQuery } from '../../../src/app/api/transfers.ts';
import { applyTransfer } from '../../../src/app/live/apply-transfer.ts';
import type { TransferList, TransferRow } from '../../../src/contract/api/transfer.ts';

const row = (id: string, state: string, alias: string | null = 'Mamá'): TransferRow => ({
  id,
  source_amount_cents: 100n,
  source_amount_currency: 'CLP',
  destination_amount_cents: 431n,
  destination_amount_currency: 'COP',
  state,
  destination_account_id: '7',
  alias,
  first_seen_at: null,
});
const list = (...items: TransferRow[]): TransferList => ({
  items,
  next_cursor: null,
  total: items.length,
  counts: {},
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
    timeline: [{ state: 'pending', seen_at: null }],
    quoted: null,
    as_of: '2026-01-01T12:00:00.000Z',
    event_id: 'run.1',
  });
  const rows = () => client.getQueryData(window)?.items.map(({ id, state }) => `${id} ${state}`);
  return { client, rows };
}

it('changes a row wherever it stands, and leaves its place, its alias and the others', () => {
  const { client, rows } = cache();
  const [untouched] = client.getQueryData(window)?.items ?? [];
  applyTransfer(client, row('2', 'assigned', null));
  expect(rows()).toEqual(['3 pending', '2 assigned']);
  expect(client.getQueryData(window)?.items[0]).toBe(untouched);
  expect(client.getQueryData(window)?.items[1]?.alias).toBe('Mamá');
  expect(client.getQueryData(one)).toMatchObject({ transfer: { id: '2', state: 'assigned' } });
  expect(client.getQueryData([...transferKeys.windows, {}])).toMatchObject({
    pages: [{ items: [{ state: 'pending' }] }, { items: [{ id: '2', state: 'assigned' }] }],
  });
});

it('writes nothing where the transfer is not', () => {
  const { client } = cache();
  const before = client.getQueryState(window)?.dataUpdateCount;
  applyTransfer(client, row('9', 'assigned'));
  expect(client.getQueryState(window)?.dataUpdateCount).toBe(before);
});

it.each(['executed', 'rejected'])('takes %s back for nothing that is not final', (final) => {
  const { client, rows } = cache();
  applyTransfer(client, row('2', final));
  for (const late of ['pending', 'assigned', 'on_hold']) {
    applyTransfer(client, row('2', late));
    expect(rows()).toEqual(['3 pending', `2 ${final}`]);
    expect(client.getQueryData(one)?.transfer.state).toBe(final);
    expect(keepFinal(client, row('2', late)).state).toBe(final);
  }
});

it('takes any other state as it came, one final state after another too', () => {
  const { client, rows } = cache();
  for (const state of ['on_hold', 'pending', 'assigned', 'executed', 'rejected']) {
    applyTransfer(client, row('2', state));
    expect(rows()).toEqual(['3 pending', `2 ${state}`]);
  }
});

it('forgets what ended with the rest of a person', () => {
  const { client } = cache();
  keepFinal(client, row('2', 'executed'));
  client.removeQueries();
  expect(keepFinal(client, row('2', 'pending')).state).toBe('pending');
});
