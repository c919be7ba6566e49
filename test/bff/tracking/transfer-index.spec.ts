import { expect, test } from 'vitest';
import {
  nextIndex,
  type TransferIndex,
  withRows,
} from '../../../src/bff/tracking/transfer-index.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { row } from './rows.ts';

async function after(...lists: Transfer[][]) {
  let index: TransferIndex | null = null;
  let last = await nextIndex(null, []);
  for (const list of lists) {
    last = await nextIndex(index, list);
    index = last.index;
  }
  return last;
}
const ids = (rows: readonly Transfer[]) => rows.map(({ id }) => id);

test('sorts rows by id as numbers, also beyond 2^53', async () => {
  const { index, changed } = await after(
    [row('9007199254740993'), row('10'), row('9007199254740992'), row('9')],
    [row('10'), row('11'), row('9007199254740993'), row('9'), row('9007199254740992')],
  );
  expect(ids(index.rows)).toEqual(['9', '10', '11', '9007199254740992', '9007199254740993']);
  expect(ids(changed)).toEqual(['11']);
  expect(index.byId.get('9007199254740993')?.id).toBe('9007199254740993');
});

test('keeps a row of the list that comes into the earlier index while it is compared', async () => {
  // Long enough that the comparison pauses.
  const list = Array.from({ length: 100_000 }, (_, place) => row(String(1_000 + place)));
  const { index } = await after(list);
  const late = row('500');
  const compared = nextIndex(index, [...list, late]);
  withRows(index, [late]);
  const { index: next } = await compared;
  expect(next.rows).toHaveLength(100_001);
  expect(next.rows[0]).toEqual(late);
});

test('keeps the last of several rows with one id', async () => {
  const twice = [row('1'), row('2'), row('1', { state: 'assigned' })];
  const first = await after(twice);
  expect(first.index.rows.map(({ id, state }) => [id, state])).toEqual([
    ['1', 'assigned'],
    ['2', 'pending'],
  ]);
  expect((await after(twice, [...twice])).changed).toEqual([]);
});

test('removes rows that are gone, and reports them as changed when they return', async () => {
  const shrunk = await after([row('1'), row('2'), row('3')], [row('2')]);
  expect([ids(shrunk.index.rows), shrunk.removed, shrunk.changed]).toEqual([['2'], ['1', '3'], []]);
  const back = await after([row('1'), row('2')], [], [row('1'), row('2')]);
  expect([ids(back.index.rows), back.removed, ids(back.changed)]).toEqual([
    ['1', '2'],
    [],
    ['1', '2'],
  ]);
});

test('reports only rows that differ as changed', async () => {
  const { changed } = await after(
    [row('1'), row('2'), row('3')],
    [row('1'), row('2', { state: 'assigned' }), row('3', { destination_amount_cents: 1n })],
  );
  expect(ids(changed)).toEqual(['2', '3']);
});

test('accepts any state after a final one', async () => {
  const back = await after(
    [row('1', { state: 'executed' }), row('2', { state: 'rejected' })],
    [row('1', { state: 'assigned' }), row('2', { state: 'on_hold' })],
  );
  expect(back.index.rows.map(({ state }) => state)).toEqual(['assigned', 'on_hold']);
  expect(ids(back.changed)).toEqual(['1', '2']);
});

test('replaces and adds rows', async () => {
  const { index } = await after([row('9'), row('10'), row('12')]);
  const next = withRows(index, [row('13'), row('10', { state: 'executed' }), row('11')]);
  expect(next.rows.map(({ id, state }) => [id, state])).toEqual([
    ['9', 'pending'],
    ['10', 'executed'],
    ['11', 'pending'],
    ['12', 'pending'],
    ['13', 'pending'],
  ]);
  expect(next.byId.get('10')).toBe(next.rows[1]);
  expect(index.rows[1]?.state).toBe('pending');
  expect(withRows(index, [])).toBe(index);
});
