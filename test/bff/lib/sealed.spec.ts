import { expect, test } from 'vitest';
import { createSeal } from '../../../src/bff/lib/sealed.ts';

const [old, current, other] = ['old', 'current', 'other'].map((one) => one.padEnd(32, '.'));
if (!old || !current || !other) throw new Error('three secrets');
const sealOf = (...secrets: [string, ...string[]]) => createSeal(secrets, 'a purpose', 'ana');

test('names the key of each value; values of one key begin alike', () => {
  const [one, two] = [sealOf(old).seal('a'), sealOf(old).seal('b')];
  expect(one).toMatch(/^[\da-f]{12}\.[A-Za-z0-9+/=]+$/);
  expect(one.split('.')[0]).toBe(two.split('.')[0]);
  expect(one.split('.')[0]).not.toBe(sealOf(current).seal('a').split('.')[0]);
  expect(one).not.toContain(old);
});

test('opens what an older secret sealed, and renews it with the newest alone', () => {
  const sealed = sealOf(old).seal('text');
  const both = sealOf(current, old);
  expect(both.unseal(sealed)).toBe('text');
  const renewed = both.renew(sealed);
  expect(renewed).not.toBe(sealed);
  expect(sealOf(current).unseal(renewed ?? '')).toBe('text');
  expect(both.renew(renewed ?? '')).toBe(renewed);
});

test.each([
  ['of another secret', sealOf(other).seal('text')],
  ['of another purpose', createSeal([current], 'another', 'ana').seal('text')],
  ['for another audience', createSeal([current], 'a purpose', 'ben').seal('text')],
  ['without the id of its key', sealOf(current).seal('text').slice(13)],
  ['cut off', sealOf(current).seal('text').slice(0, 20)],
  ['empty', ''],
])('opens and renews no value %s', (_name, sealed) => {
  const both = sealOf(current, old);
  expect([both.unseal(sealed), both.renew(sealed)]).toEqual([null, null]);
});
