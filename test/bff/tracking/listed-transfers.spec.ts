import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createByteBlocks } from '../../../src/bff/service/byte-blocks.ts';
import {
  listedTo,
  placesOf,
  type RowHashes,
  readListed,
} from '../../../src/bff/tracking/listed-transfers.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { listBytes, row, textOf } from './rows.ts';

const record = { took: vi.fn(), failed: vi.fn() };
const read = (rows: Transfer[], before: RowHashes | null = null) =>
  readListed(listBytes(rows), before, record);

test('names what differs from the list before, and what may be missing', async () => {
  const first = await read([row('1'), row('2'), row('3'), row('4')]);
  const next = [row('9'), row('1'), row('3', { state: 'executed' }), row('4')];
  const { ids, differing, missing, rowAt } = await read(next, first);
  expect(ids).toEqual(['9', '1', '3', '4']);
  expect([[...differing], [...missing]]).toEqual([
    ['9', '3'],
    ['2', '3'],
  ]);
  expect(rowAt(2)).toEqual(next[2]);
});

test('finds every change of any two lists', async () => {
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
      const before = await read(one);
      const { differing, missing } = await read(two, before);
      const known = new Map(one.map(({ id, state }) => [id, state]));
      for (const { id, state } of two) {
        if (known.get(id) !== state) expect(differing).toContain(id);
        known.delete(id);
      }
      for (const id of known.keys()) expect(missing).toContain(id);
    }),
  );
});

test('takes the last of the rows with the same id', async () => {
  const listed = await read([row('1'), row('2'), row('1', { destination_account_id: '502' })]);
  expect(await placesOf(listed, null)).toEqual(
    new Map([
      ['1', 2],
      ['2', 1],
    ]),
  );
  expect(await placesOf(listed, new Set(['1']))).toEqual(new Map([['1', 2]]));
  expect((await listedTo(listed, null, ['501'])).map(({ id }) => id)).toEqual(['2']);
  expect(await listedTo(listed, null, [])).toEqual([]);
});

test('sets rows aside that can’t be read, and reads them again in the next list', async () => {
  const text = `[${textOf(row('1'))},{"id":7},${textOf(row('2'))}]`;
  const first = await readListed(createByteBlocks(text), null, record);
  expect([first.ids, first.odd.map(({ id, place }) => [id, place])]).toEqual([
    ['1', '2'],
    [['7', 1]],
  ]);
  const again = await readListed(createByteBlocks(text), first, record);
  expect([again.odd.length, again.differing.size, again.missing.size]).toEqual([1, 0, 0]);
  expect(record.took).toHaveBeenLastCalledWith('transfers', again.odd);
});

test('fails if no row is readable, and records it', async () => {
  await expect(readListed(createByteBlocks('[{}]'), null, record)).rejects.toMatchObject({
    kind: 'unreadable',
  });
  expect(record.failed).toHaveBeenLastCalledWith('transfers', expect.any(Error));
});
