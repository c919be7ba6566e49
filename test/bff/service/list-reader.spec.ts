import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createListReader } from '../../../src/bff/service/list-reader.ts';
import { transfer } from '../../../src/contract/transfer.ts';
import { listText, row, textOf } from '../tracking/rows.ts';

const record = { took: vi.fn(), failed: vi.fn() };
const readerOf = () => createListReader({ schema: transfer, list: 'transfers', record });

/** A text in parts of this many characters. */
const inParts = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );

test('reads numbers of any size exactly', async () => {
  const rows = [row('9007199254740993', { source_amount_cents: 10n ** 40n + 1n }), row('2')];
  expect((await readerOf().read([listText(rows)])).rows).toEqual(rows);
});

test('answers an unchanged list with the same object, and keeps the objects of unchanged rows', async () => {
  const reader = readerOf();
  const first = await reader.read([listText([row('1'), row('2'), row('3')])]);
  expect(await reader.read([listText([row('1'), row('2'), row('3')])])).toBe(first);

  const changed = [row('1'), row('2', { state: 'executed' }), row('3')];
  const second = await reader.read([listText(changed)]);
  expect(second.rows).toEqual(changed);
  expect(second.rows.map((one, index) => one === first.rows[index])).toEqual([true, false, true]);
  expect(await reader.read([listText(changed)])).toBe(second);
});

test('keeps the objects of other rows when rows are added or removed', async () => {
  const reader = readerOf();
  const { rows: first } = await reader.read([listText([row('1'), row('2'), row('3'), row('4')])]);
  const { rows: second } = await reader.read([
    listText([row('9'), row('1'), row('7'), row('3'), row('4')]),
  ]);
  expect(second.map(({ id }) => id)).toEqual(['9', '1', '7', '3', '4']);
  const kept = [second[1] === first[0], second[3] === first[2], second[4] === first[3]];
  expect(kept).toEqual([true, true, true]);
});

test('reads a list independently of what was read before, and of where its parts end', async () => {
  const states = fc.constantFrom('pending', 'executed', 'on "hold" \\', '}],[{', 'é😀');
  const rows = fc.array(
    fc.record({ id: fc.nat({ max: 30 }), state: states, space: fc.constantFrom('', ' ', '\n\t') }),
  );
  const lists = fc.array(rows, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(lists, fc.integer({ min: 1, max: 300 }), async (lists, size) => {
      const reader = readerOf();
      for (const list of lists) {
        const expected = list.map(({ id, state }) => row(String(id), { state }));
        const texts = list.map(({ space }, index) => {
          const one = expected[index];
          return `${space}${one ? textOf(one) : ''}${space}`;
        });
        expect((await reader.read(inParts(`[${texts.join(',')}]`, size))).rows).toEqual(expected);
      }
    }),
  );
});

test('ignores fields that the contract does not show', async () => {
  const text = textOf(row('1')).replace('{', '{"extra": {"list": [{"a": "}"}, "]"]}, ');
  expect((await readerOf().read([`[${text},${text}]`])).rows).toEqual([row('1'), row('1')]);
});

const good = textOf(row('1'));
test.each([
  '',
  '{}',
  '[',
  '[,]',
  `[${good}`,
  `[${good},]`,
  `[${good}]]`,
  `[${good}] x`,
  `[${good} ${good}]`,
  `[${good},7]`,
  `[${good.slice(0, -1)}]`,
  `[${good},{"a":"\\"}]`,
  `[${good},{"id":}]`,
  ...['null', ']', '{}[]', ',[]', '[[{}]]', `[${good},`, `[${good}`.slice(0, -3)],
  // Without a readable row it is another list or version.
  '[{}]',
  '[{"id":"2"}]',
  '[{"id":2},{"id":3}]',
])('rejects %s as unreadable, and keeps the rows known before', async (text) => {
  const reader = readerOf();
  const known = await reader.read([listText([row('1'), row('2')])]);
  for (const size of [1, 10_000]) {
    await expect(reader.read(inParts(text, size))).rejects.toMatchObject({ kind: 'unreadable' });
    expect(record.failed).toHaveBeenLastCalledWith('transfers', expect.any(Error));
  }
  expect(await reader.read([listText([row('1'), row('2')])])).toBe(known);
  expect((await reader.read([' [ ] '])).rows).toEqual([]);
});

test.each([
  ['{"id":7}', '7', 'source_amount_cents', 'invalid_type'],
  ['{"id":"2"}', null, 'id', 'invalid_type'],
  ['{}', null, 'id', 'invalid_type'],
  [good.replace('1', '1e3'), null, 'id', 'invalid_type'],
  [good.replace('"1000"', '-1').replace('1000', '-1000'), '1', 'source_amount_cents', 'too_small'],
  [good.replace('501', 'null'), '1', 'destination_account_id', 'invalid_type'],
  [good.replace('"pending"', 'null'), '1', 'state', 'invalid_type'],
])('sets one row %s aside and reads the rest', async (odd, id, field, fault) => {
  const reader = readerOf();
  const read = await reader.read([`[${textOf(row('3'))},${odd},${textOf(row('4'))}]`]);
  expect(read.rows).toEqual([row('3'), row('4')]);
  expect(read.odd).toMatchObject([{ id, place: 1, field, fault }]);
  expect(record.took).toHaveBeenLastCalledWith('transfers', read.odd, undefined);
  // Other rows keep their objects, and the row is read once it is valid.
  const again = await reader.read([
    `[${textOf(row('3'))},${textOf(row('9'))},${textOf(row('4'))}]`,
  ]);
  expect([again.rows.length, again.odd, again.rows[0] === read.rows[0]]).toEqual([3, [], true]);
});

test('reads a single odd row with an id as an empty list', async () => {
  const { rows, odd } = await readerOf().read(['[{"id":7}]']);
  expect([rows, odd.map(({ id }) => id)]).toEqual([[], ['7']]);
});

test('rejects a list of 900,000 zeros within 200 ms', async () => {
  const began = performance.now();
  await expect(readerOf().read([`[${'0,'.repeat(900_000)}0]`])).rejects.toMatchObject({
    kind: 'unreadable',
  });
  expect(performance.now() - began).toBeLessThan(200);
});

test('rejects a row that does not end', async () => {
  const parts = ['[{"id":"', ...Array.from({ length: 40 }, () => 'x'.repeat(2 ** 16))];
  await expect(readerOf().read(parts)).rejects.toMatchObject({ kind: 'unreadable' });
});
