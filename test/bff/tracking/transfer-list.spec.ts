import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRowIndex, type RowIndex } from '../../../src/bff/tracking/row-index.ts';
import { createTransferListReader } from '../../../src/bff/tracking/transfer-list.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { listText, row, textOf } from './rows.ts';

/** Reads a list to its end. */
function readText(text: string, index: RowIndex = createRowIndex()) {
  const reader = createTransferListReader(index);
  for (const character of text.match(/.{1,40}/gs) ?? []) reader.take(Buffer.from(character));
  const list = reader.end();
  const rows = list.rows(0, list.unknown);
  list.requireReadable();
  return { ...list, rows };
}

/** Reads a list, and notes that the mirror has it. */
function take(rows: Transfer[], index: RowIndex) {
  const list = readText(listText(rows), index);
  for (const { row, hash } of list.rows) index.take(row.id, hash, list.read);
  return list;
}

test('has the rows that say something new, and tells which it lacks', async () => {
  const index = createRowIndex();
  take([row('1'), row('2'), row('3'), row('4')], index);
  const next = [row('9'), row('1'), row('3', { state: 'executed' }), row('4')];
  const { rows, read } = take(next, index);
  expect(rows.map(({ row }) => row)).toEqual([next[0], next[2]]);
  expect((await index.review(read)).unseen).toEqual(['2']);
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
      const index = createRowIndex();
      take(one, index);
      const known = new Map(one.map(({ id, state }) => [id, state]));
      const { rows, read } = take(two, index);
      expect(rows.map(({ row }) => row)).toEqual(
        two.filter(({ id, state }) => known.get(id) !== state),
      );
      const gone = one.map(({ id }) => id).filter((id) => !two.some((row) => row.id === id));
      expect(new Set((await index.review(read)).unseen)).toEqual(new Set(gone));
    }),
  );
});

test('sets rows aside that can’t be read, and reads them again in the next list', async () => {
  const index = createRowIndex();
  const text = `[${textOf(row('1'))},{"id":7},${textOf(row('2'))}]`;
  const first = readText(text, index);
  expect(first.rows.map(({ row }) => row.id)).toEqual(['1', '2']);
  expect(first.odd.map(({ id, place }) => [id, place])).toEqual([['7', 1]]);
  for (const { row, hash } of first.rows) index.take(row.id, hash, first.read);
  const again = readText(text, index);
  expect([again.odd.length, again.rows.length]).toEqual([1, 0]);
  expect((await index.review(again.read)).unseen).toEqual([]);
});

test('fails if no row is readable or the text is no list', () => {
  const unreadable = expect.objectContaining({ kind: 'unreadable' });
  for (const text of ['[{}]', '[{', `[${textOf(row('1'))}]]`, '[{"id": 1,}]', '<html>']) {
    expect(() => readText(text)).toThrow(unreadable);
  }
});

test('reads a row again whose text the mirror has otherwise', () => {
  const index = createRowIndex();
  const rows = [row('1'), row('2'), row('3')];
  take(rows, index);
  index.take('2', null, 0);
  expect(take(rows, index).rows.map(({ row }) => row)).toEqual([rows[1]]);
});
