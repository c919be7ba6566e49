import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockSize, createByteBlocks } from '../../../src/bff/service/byte-blocks.ts';
import { scanRows } from '../../../src/bff/service/scan-rows.ts';

function rowsOf(text: string) {
  const bytes = createByteBlocks(text);
  return [...scanRows(bytes)].length === 0 ? [] : scanned(bytes).map(({ text }) => text);
}
function scanned(bytes: ReturnType<typeof createByteBlocks>) {
  const rows: { text: string; hash: number }[] = [];
  for (const { start, end, hash } of scanRows(bytes)) {
    rows.push({ text: bytes.text(start, end), hash });
  }
  return rows;
}

test('finds each row, whatever its values hold', () => {
  const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('}', '"]', '\\"', '{['));
  const rows = fc.array(
    fc.record({ id: fc.nat(), name: value, more: fc.array(fc.record({ value })) }),
  );
  const space = fc.constantFrom('', ' ', '\n\t', '\r\n');
  fc.assert(
    fc.property(rows, space, (list, gap) => {
      const texts = list.map((one) => JSON.stringify(one));
      const text = `${gap}[${gap}${texts.join(`${gap},${gap}`)}${gap}]${gap}`;
      expect(rowsOf(text)).toEqual(texts);
    }),
  );
});

test('finds rows that lie across the ends of blocks', () => {
  const texts = Array.from({ length: 40 }, (_, id) =>
    JSON.stringify({ id, name: 'ñ€😀'.repeat(500 + id) }),
  );
  const whole = Buffer.from(`[${texts.join(',')}]`);
  const bytes = createByteBlocks();
  for (let at = 0; at < whole.length; at += 4_097) bytes.append(whole.subarray(at, at + 4_097));
  expect(bytes.blocks.length).toBe(Math.ceil(whole.length / blockSize));
  expect(scanned(bytes).map(({ text }) => text)).toEqual(texts);
});

test('gives rows that differ in a byte, or in the order of two, other hashes', () => {
  const digits = Array.from({ length: 20_000 }, (_, index) => `{"a":${index}}`);
  const orders = ['{"a":12,"b":21}', '{"a":21,"b":12}', '{"b":12,"a":21}'];
  const rows = scanned(createByteBlocks(`[${[...digits, ...orders, ...digits].join(',')}]`));
  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(digits.length + orders.length);
  expect(rows.every(({ hash }) => Number.isSafeInteger(hash))).toBe(true);
});

test('reads an empty list, and one with a byte order mark', () => {
  expect(rowsOf(' [ ] ')).toEqual([]);
  expect(rowsOf('\ufeff[{}]')).toEqual(['{}']);
});

test.each([
  ...['', '{}', '[', '[,]', '[{}', '[{},]', '[{}]]', '[{}] x', '[{} {}]', '[{},7]', 'null'],
  ...['[{"a":"\\"}]', '[{]', '[{"a":1]', '[[{}]]', ']', '{}[]', ',[]'],
])('rejects %s as unreadable', (text) => {
  expect(() => rowsOf(text)).toThrow(expect.objectContaining({ kind: 'unreadable' }));
});
