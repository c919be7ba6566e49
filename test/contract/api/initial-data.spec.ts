import { expect, test } from 'vitest';
import { readInitialData, writeInitialData } from '../../../src/contract/api/initial-data.ts';

const big = 123_456_789_012_345_678_901n;

test.each([
  ['plain values', { a: [1, 'two', null, true, { b: 'c' }] }],
  ['a big integer', { cents: big, list: [0n, -1n] }],
  ['a map', new Map([['1', 'one']])],
  [
    'maps and big integers in each other',
    new Map([['1', { cents: big, of: new Map([[2n, []]]) }]]),
  ],
  ['an empty map', new Map()],
  ['HTML', { '</script>': '<!-- <script>alert(1)</script>' }],
  ['line separators', '\u2028\u2029'],
])('reads %s as they were written', (_name, data) => {
  const written = { queries: [{ queryKey: ['of', { kind: 1n }], data }], texts: { a: '<b>' } };
  expect(readInitialData(writeInitialData(written))).toEqual(written);
});

test('writes nothing that ends or changes a script element', () => {
  const text = '</script><!--<script>';
  const written = writeInitialData({
    queries: [{ queryKey: [text], data: { [text]: new Map([[text, text]]) } }],
    texts: { [text]: text },
  });
  expect(written).not.toContain('<');
});

test.each(['', 'null', '{}', '[]', '{"queries":[1],"texts":{}}', '{"queries":[],"texts":{"a":1}}'])(
  'refuses %j, which was not written so',
  (text) => {
    expect(() => readInitialData(text)).toThrow();
  },
);

test('leaves out what has no value', () => {
  const queries = [{ queryKey: ['a'], data: { b: undefined } }];
  const { queries: read } = readInitialData(writeInitialData({ queries, texts: {} }));
  expect(read).toEqual([{ queryKey: ['a'], data: {} }]);
});
