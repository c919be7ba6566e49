import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNumbers, createRowHashes } from '../../../src/bff/tracking/row-hashes.ts';

test('keeps ids exact, also those that are no exact numbers', () => {
  const id = fc.bigInt({ min: 1n, max: 10n ** 30n }).map(String);
  const close = fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 53n + 2n }).map(String);
  fc.assert(
    fc.property(fc.array(fc.oneof(id, close, fc.nat().map(String))), (ids) => {
      const rows = createRowHashes();
      for (const [place, one] of ids.entries()) rows.add(one, place);
      const copied = createRowHashes();
      for (const place of ids.keys()) copied.copy(rows, place);
      for (const of of [rows, copied]) {
        expect(ids.map((_, place) => of.idAt(place))).toEqual(ids);
        expect(ids.map((_, place) => of.hashAt(place))).toEqual([...ids.keys()]);
        expect([of.length(), of.idAt(ids.length), of.hashAt(-1)]).toEqual([
          ids.length,
          '',
          undefined,
        ]);
      }
    }),
  );
});

test('finds a row by its id, not by the number that it rounds to', () => {
  const rows = createRowHashes();
  for (const id of ['1', '9007199254740993', '9007199254740992', '2']) rows.add(id, 0);
  expect(rows.distanceTo('9007199254740992', 0, 4)).toBe(2);
  expect(rows.distanceTo('2', 1, 4)).toBe(2);
  expect(rows.distanceTo('2', 0, 3)).toBe(-1);
  expect(rows.distanceTo('7', 0, 100)).toBe(-1);
});

test('compares ids as the numbers that they are, without their rounding', () => {
  const id = fc.oneof(
    fc.bigInt({ min: 1n, max: 10n ** 30n }),
    fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
    fc.bigInt({ min: 1n, max: 5n }),
  );
  fc.assert(
    fc.property(id, id, (one, other) => {
      const rows = createRowHashes();
      rows.add(`${one}`, 0);
      rows.add(`${other}`, 0);
      const order = Math.sign(Number(one - other));
      expect(Math.sign(rows.compareTo(0, `${other}`))).toBe(order);
      expect(Math.sign(rows.compare(0, 1))).toBe(order);
    }),
  );
});

test('grows', () => {
  const numbers = createNumbers();
  const many = Array.from({ length: 5_000 }, (_, index) => index / 2);
  for (const one of many) numbers.push(one);
  expect(many.map((_, place) => numbers.at(place))).toEqual(many);
  expect([numbers.length(), numbers.at(5_000)]).toEqual([5_000, undefined]);
});
