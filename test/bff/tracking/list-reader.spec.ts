import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createListReader } from '../../../src/bff/tracking/list-reader.ts';
import { transfer } from '../../../src/contract/transfer.ts';
import { listText, row, textOf } from './rows.ts';

test('rows are exact, whatever the size of their numbers', async () => {
  const rows = [row('9007199254740993', { source_amount_cents: 10n ** 40n + 1n }), row('2')];
  expect(await createListReader(transfer).read(listText(rows))).toEqual(rows);
});

test('an unchanged text is not read again, and an unchanged row keeps its object', async () => {
  const reader = createListReader(transfer);
  const first = await reader.read(listText([row('1'), row('2'), row('3')]));
  expect(await reader.read(listText([row('1'), row('2'), row('3')]))).toBe(first);

  const changed = [row('1'), row('2', { state: 'executed' }), row('3')];
  const second = await reader.read(listText(changed));
  expect(second).toEqual(changed);
  expect(second.map((one, index) => one === first[index])).toEqual([true, false, true]);
});

test('rows that are added or gone anywhere leave the others as they are', async () => {
  const reader = createListReader(transfer);
  const first = await reader.read(listText([row('1'), row('2'), row('3'), row('4')]));
  const second = await reader.read(listText([row('9'), row('1'), row('7'), row('3'), row('4')]));
  expect(second.map(({ id }) => id)).toEqual(['9', '1', '7', '3', '4']);
  expect(second[3]).toEqual(row('3'));
  // The row after one that took another's place is read once more.
  expect([second[1] === first[0], second[4] === first[3]]).toEqual([true, true]);
});

test('a list is read the same whatever was read before it', async () => {
  const states = fc.constantFrom('pending', 'executed', 'on "hold" \\', '}],[{', 'é😀');
  const rows = fc.array(
    fc.record({ id: fc.nat({ max: 30 }), state: states, space: fc.constantFrom('', ' ', '\n\t') }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(rows, { minLength: 1, maxLength: 6 }), async (lists) => {
      const reader = createListReader(transfer);
      for (const list of lists) {
        const expected = list.map(({ id, state }) => row(String(id), { state }));
        const texts = list.map(({ space }, index) => {
          const one = expected[index];
          return `${space}${one ? textOf(one) : ''}${space}`;
        });
        expect(await reader.read(`[${texts.join(',')}]`)).toEqual(expected);
      }
    }),
  );
});

test('fields that the contract does not know are passed over, objects and lists too', async () => {
  const text = textOf(row('1')).replace('{', '{"extra": {"list": [{"a": "}"}, "]"]}, ');
  expect(await createListReader(transfer).read(`[${text},${text}]`)).toEqual([row('1'), row('1')]);
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
  `[${good},{"id":"2"}]`,
  `[${good},${good.replace('1', '1e3')}]`,
  `[${good.slice(0, -1)}]`,
  `[${good},{"a":"\\"}]`,
])('%s is unreadable, and what was known stays', async (text) => {
  const reader = createListReader(transfer);
  const known = await reader.read(listText([row('1'), row('2')]));
  await expect(reader.read(text)).rejects.toMatchObject({ kind: 'unreadable' });
  expect(reader.rows()).toBe(known);
  expect(await reader.read(' [ ] ')).toEqual([]);
});
