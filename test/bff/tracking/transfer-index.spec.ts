import { expect, test } from 'vitest';
import {
  nextIndex,
  type TransferIndex,
  withRow,
} from '../../../src/bff/tracking/transfer-index.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { row } from './rows.ts';

async function after(...lists: Transfer[][]) {
  let index: TransferIndex | null = null;
  let last = await nextIndex(null, [], 0);
  for (const [time, list] of lists.entries()) {
    last = await nextIndex(index, list, time);
    index = last.index;
  }
  return last;
}
const ids = (rows: readonly Transfer[]) => rows.map(({ id }) => id);

test('rows stand by their numbers, beyond the exact floats too', async () => {
  const { index, changed } = await after(
    [row('9007199254740993'), row('10'), row('9007199254740992'), row('9')],
    [row('10'), row('11'), row('9007199254740993'), row('9'), row('9007199254740992')],
  );
  expect(ids(index.rows)).toEqual(['9', '10', '11', '9007199254740992', '9007199254740993']);
  expect(ids(changed)).toEqual(['11']);
  expect(index.byId.get('9007199254740993')?.id).toBe('9007199254740993');
});

test('of rows with one id the last counts', async () => {
  const twice = [row('1'), row('2'), row('1', { state: 'assigned' })];
  const first = await after(twice);
  expect(first.index.rows.map(({ id, state }) => [id, state])).toEqual([
    ['1', 'assigned'],
    ['2', 'pending'],
  ]);
  expect((await after(twice, [...twice])).changed).toEqual([]);
});

test('a list that shrinks takes its rows away, and gives them back as new', async () => {
  const shrunk = await after([row('1'), row('2'), row('3')], [row('2')]);
  expect([ids(shrunk.index.rows), shrunk.removed, shrunk.changed]).toEqual([['2'], 2, []]);
  const back = await after([row('1'), row('2')], [], [row('1'), row('2')]);
  expect([ids(back.index.rows), back.removed, ids(back.changed)]).toEqual([
    ['1', '2'],
    0,
    ['1', '2'],
  ]);
});

test('only a row that says something else is a change', async () => {
  const { changed } = await after(
    [row('1'), row('2'), row('3')],
    [row('1'), row('2', { state: 'assigned' }), row('3', { destination_amount_cents: 1n })],
  );
  expect(ids(changed)).toEqual(['2', '3']);
});

test('a state after a final one counts as the service says it', async () => {
  const back = await after(
    [row('1', { state: 'executed' }), row('2', { state: 'rejected' })],
    [row('1', { state: 'assigned' }), row('2', { state: 'on_hold' })],
  );
  expect(back.index.rows.map(({ state }) => state)).toEqual(['assigned', 'on_hold']);
  expect(ids(back.changed)).toEqual(['1', '2']);
});

test('one row that was seen on its own takes its place', async () => {
  const { index } = await after([row('9'), row('10'), row('11')]);
  const next = withRow(index, row('10', { state: 'executed' }));
  expect(next.rows.map(({ id, state }) => [id, state])).toEqual([
    ['9', 'pending'],
    ['10', 'executed'],
    ['11', 'pending'],
  ]);
  expect(next.byId.get('10')).toBe(next.rows[1]);
  expect(index.rows[1]?.state).toBe('pending');
});
