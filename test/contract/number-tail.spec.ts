import { expect, test } from 'vitest';
import { numberTail } from '../../src/contract/number-tail.ts';

test.each([
  ['00123454821', '4821'],
  ['300 123 45 67', '4567'],
  ['1.020.304.906', '4906'],
  ['12.345.678-9', '6789'],
  ['529.982.247-25', '4725'],
  ['0012/345-6', '3456'],
  [' ES91 2100 0418 4502 0005 1332 ', '1332'],
  ['bc1qXYZ0987', '0987'],
  // At most half of a short number, not counting separators.
  ['12-34', '34'],
  ['1 2 3', '23'],
  ['7', '7'],
  ['---', ''],
])('%j ends in %j', (number, tail) => {
  expect(numberTail(number)).toBe(tail);
});
