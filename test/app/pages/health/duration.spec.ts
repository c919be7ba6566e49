import { expect, test } from 'vitest';
import { writeDuration } from '../../../../src/app/pages/health/duration.ts';

test.each([
  [0, 'en', '0 ms'],
  [12.4, 'en', '12 ms'],
  [999, 'en', '999 ms'],
  [1_240, 'en', '1.2 sec'],
  [999.6, 'en', '1 sec'],
  [59_960, 'en', '1 min'],
  [3_569_000, 'en', '59 min'],
  [3_599_000, 'en', '1 hr'],
  [90 * 60_000, 'en', '1.5 hr'],
  [1_240, 'es-CL', '1,2 s'],
])('writes %d ms in %s as %s', (ms, locale, text) => {
  expect(writeDuration(ms, locale)).toBe(text);
});
