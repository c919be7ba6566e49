import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import {
  createTransferListReader,
  listedTo,
  placesById,
  placesOf,
} from '../../../src/bff/tracking/listed-transfers.ts';
import { createRowHashes, type RowHashes } from '../../../src/bff/tracking/row-hashes.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { listText, row, textOf } from './rows.ts';

const record = { took: vi.fn(), failed: vi.fn() };
const read = (rows: Transfer[], before: RowHashes | null = null) =>
  readText(listText(rows), before);
function readText(text: string, before: RowHashes | null = null, wanted: string[] = []) {
  const reader = createTransferListReader({ before, wanted: () => new Set(wanted), record });
  for (const character of text.match(/.{1,40}/gs) ?? []) reader.take(Buffer.from(character));
  return reader.end();
}

const idsOf = (rows: RowHashes) => Array.from({ length: rows.length() }, (_, at) => rows.idAt(at));

test('names what differs from the list before, and what may be missing', () => {
  const first = read([row('1'), row('2'), row('3'), row('4')]);
  const next = [row('9'), row('1'), row('3', { state: 'executed' }), row('4')];
  const { rows, places, missing, rowAt } = read(next, first.rows);
  expect(idsOf(rows)).toEqual(['9', '1', '3', '4']);
  expect([[...places.keys()], [...missing]]).toEqual([
    ['9', '3'],
    ['2', '3'],
  ]);
  expect([0, 1, 2, 3].map(rowAt)).toEqual([next[0], null, next[2], null]);
});

test('finds every change of any two lists', () => {
  const rows = fc
    .uniqueArray(fc.nat({ max: 120 }), { maxLength: 100 })
    .chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc.constantFrom('pending', 'executed').map((state) => row(`${id}`, { state })),
        ),
      ),
    );
  fc.assert(
    fc.property(rows, rows, (one, two) => {
      const before = read(one);
      const { places, missing } = read(two, before.rows);
      const known = new Map(one.map(({ id, state }) => [id, state]));
      for (const { id, state } of two) {
        if (known.get(id) !== state) expect([...places.keys()]).toContain(id);
        known.delete(id);
      }
      for (const id of known.keys()) expect(missing).toContain(id);
    }),
  );
});

test('takes the last of the rows with the same id', async () => {
  const listed = read([row('1'), row('2'), row('1', { destination_account_id: '502' })]);
  expect(await placesById(listed.rows)).toEqual([2, 1]);
  expect(await placesOf(listed.rows, new Set(['1']))).toEqual(new Map([['1', 2]]));
  expect((await listedTo(listed, null, ['501'])).map(({ id }) => id)).toEqual(['2']);
  expect(await listedTo(listed, null, [])).toEqual([]);
});

test('takes the last of them also if it is the one that did not change', () => {
  const old = [row('1', { state: 'pending' }), row('2'), row('1', { state: 'executed' })];
  const next = [row('1', { state: 'assigned' }), ...old.slice(1)];
  const { places, rowAt } = read(next, read(old).rows);
  expect(rowAt(places.get('1') ?? -1)).toEqual(old[2]);
});

test('sets rows aside that can’t be read, and reads them again in the next list', () => {
  const text = `[${textOf(row('1'))},{"id":7},${textOf(row('2'))}]`;
  const first = readText(text);
  expect([idsOf(first.rows), first.odd.map(({ id, place }) => [id, place])]).toEqual([
    ['1', '2'],
    [['7', 1]],
  ]);
  const again = readText(text, first.rows);
  expect([again.odd.length, again.places.size, again.missing.size]).toEqual([1, 0, 0]);
  expect(record.took).toHaveBeenLastCalledWith('transfers', again.odd);
});

test('fails if no row is readable or the text is no list, and records it', () => {
  const unreadable = expect.objectContaining({ kind: 'unreadable' });
  for (const text of ['[{}]', '[{', `[${textOf(row('1'))}]]`, '[{"id": 1,}]', '<html>']) {
    expect(() => readText(text)).toThrow(unreadable);
  }
  expect(record.failed).toHaveBeenLastCalledWith('transfers', expect.any(Error));
});

test('parses a row whose text is the same if it is wanted', () => {
  const rows = [row('1'), row('2'), row('3')];
  const { places, rowAt } = readText(listText(rows), read(rows).rows, ['2']);
  expect(places).toEqual(new Map([['2', 1]]));
  expect([0, 1, 2].map(rowAt)).toEqual([null, rows[1], null]);
});

test('orders rows by their ids, whatever the order of the list is', async () => {
  const ids = fc.array(fc.nat({ max: 200 }), { maxLength: 100 });
  await fc.assert(
    fc.asyncProperty(ids, fc.constantFrom(1, -1, 0), async (some, order) => {
      const numbers = order === 0 ? some : some.sort((a, b) => (a - b) * order);
      const listed = createRowHashes();
      for (const id of numbers) listed.add(`${id}`, id);
      const places = await placesById(listed);
      const expected = [...new Set(numbers)].sort((a, b) => a - b);
      expect(places.map((place) => numbers[place])).toEqual(expected);
      expect(places).toEqual(expected.map((id) => numbers.lastIndexOf(id)));
    }),
  );
});
