import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRowScanner } from '../../../src/bff/service/scan-rows.ts';

const rowsOf = (text: string, size?: number) => scanned(text, size).map(({ text }) => text);
function scanned(text: string, size = 2 ** 16) {
  const rows: { text: string; hash: number }[] = [];
  const scanner = createRowScanner((hash, bytes) => {
    rows.push({ text: Buffer.from(bytes()).toString(), hash });
  });
  const whole = Buffer.from(text);
  for (let at = 0; at < whole.length; at += size) scanner.take(whole.subarray(at, at + size));
  scanner.end();
  return rows;
}

test('finds each row, whatever its values hold', () => {
  const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('}', '"]', '\\"', '{['));
  const rows = fc.array(
    fc.record({ id: fc.nat(), name: value, more: fc.array(fc.record({ value })) }),
  );
  const space = fc.constantFrom('', ' ', '\n\t', '\r\n');
  fc.assert(
    fc.property(rows, space, fc.integer({ min: 1, max: 50 }), (list, gap, size) => {
      const texts = list.map((one) => JSON.stringify(one));
      const text = `${gap}[${gap}${texts.join(`${gap},${gap}`)}${gap}]${gap}`;
      expect(rowsOf(text)).toEqual(texts);
      expect(scanned(text, size)).toEqual(scanned(text));
    }),
  );
});

test('finds rows that lie across several chunks', () => {
  const texts = Array.from({ length: 40 }, (_, id) =>
    JSON.stringify({ id, name: 'ñ€😀'.repeat(500 + id) }),
  );
  expect(rowsOf(`[${texts.join(',')}]`, 4_097)).toEqual(texts);
});

test('gives rows that differ in a byte, or in the order of two, other hashes', () => {
  const digits = Array.from({ length: 20_000 }, (_, index) => `{"a":${index}}`);
  const orders = ['{"a":12,"b":21}', '{"a":21,"b":12}', '{"b":12,"a":21}'];
  const rows = scanned(`[${[...digits, ...orders, ...digits].join(',')}]`);
  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(digits.length + orders.length);
  expect(rows.every(({ hash }) => Number.isSafeInteger(hash))).toBe(true);
});

test('reads an empty list, and one with a byte order mark', () => {
  expect(rowsOf(' [ ] ')).toEqual([]);
  expect(rowsOf('\ufeff[{}]')).toEqual(['{}']);
  expect(rowsOf('\ufeff[{}]', 1)).toEqual(['{}']);
});

test.each([
  ...['', '{}', '[', '[,]', '[{}', '[{},]', '[{}]]', '[{}] x', '[{} {}]', '[{},7]', 'null'],
  ...['[{"a":"\\"}]', '[{]', '[{"a":1]', '[[{}]]', ']', '{}[]', ',[]'],
])('rejects %s as unreadable', (text) => {
  expect(() => rowsOf(text)).toThrow(expect.objectContaining({ kind: 'unreadable' }));
});
