import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import {
  createTransferIndex,
  type TransferIndex,
} from '../../../src/bff/tracking/transfer-index.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { listText, row } from './rows.ts';

const createIndex = () => createTransferIndex({ took: vi.fn(), failed: vi.fn() });
const none = new Set<string>();

/** Reads a list, and notes that the mirror has it. */
async function take(rows: Transfer[], index: TransferIndex) {
  const list = await index.read([listText(rows)]);
  for (const row of list.unknown) index.take(row.id, row);
  return { ...list, ...(await index.review(list, none)) };
}

test('has the rows that say something new, and tells which it lacks', async () => {
  const index = createIndex();
  await take([row('1'), row('2'), row('3'), row('4')], index);
  const next = [row('9'), row('1'), row('3', { state: 'executed' }), row('4')];
  const { unknown, missing, isExact } = await take(next, index);
  expect([unknown, missing, isExact]).toEqual([[next[0], next[2]], ['2'], true]);
  index.remove('2');
  expect((await take(next, index)).missing).toEqual([]);
});

test('finds every change of any two lists, in any order', async () => {
  const rows = fc
    .uniqueArray(fc.nat({ max: 120 }), { maxLength: 100 })
    .chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc.constantFrom('pending', 'executed').map((state) => row(`${id}`, { state })),
        ),
      ),
    );
  await fc.assert(
    fc.asyncProperty(rows, rows, async (one, two) => {
      const index = createIndex();
      await take(one, index);
      const known = new Map(one.map(({ id, state }) => [id, state]));
      const { unknown, missing } = await take(two, index);
      expect(unknown).toEqual(two.filter(({ id, state }) => known.get(id) !== state));
      const gone = one.map(({ id }) => id).filter((id) => !two.some((row) => row.id === id));
      expect(new Set(missing)).toEqual(new Set(gone));
    }),
  );
});

test('counts the last of rows with the same id, in each list', async () => {
  const index = createIndex();
  const rows = [row('1'), row('2'), row('1', { state: 'executed' })];
  expect((await take(rows, index)).unknown).toEqual([rows[2], rows[1]]);
  expect((await take(rows, index)).unknown).toEqual([]);
});

test('compares a row again that the mirror has otherwise', async () => {
  const index = createIndex();
  const rows = [row('1'), row('2'), row('3')];
  await take(rows, index);
  index.take('2', null);
  const list = await index.read([listText(rows)]);
  expect(list.unknown).toEqual([rows[1]]);
  expect((await index.review(list, none)).isExact).toBe(false);
  expect((await index.review(list, new Set(['2']))).isExact).toBe(true);
  expect((await take(rows, index)).isExact).toBe(true);
});
