import { expect, test } from 'vitest';
import { memoizeWeak } from '../../src/contract/memoize-weak.ts';

test('computes once for each object', () => {
  let made = 0;
  const sumOf = memoizeWeak((numbers: readonly number[]) => {
    made += 1;
    return { sum: numbers.reduce((sum, number) => sum + number, 0) };
  });
  const few = [1, 2];
  expect(sumOf(few)).toEqual({ sum: 3 });
  expect(sumOf(few)).toBe(sumOf(few));
  expect(made).toBe(1);
  expect(sumOf([1, 2])).toEqual({ sum: 3 });
  expect(made).toBe(2);
});
