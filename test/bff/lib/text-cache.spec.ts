import { expect, test } from 'vitest';
import { createTextCache } from '../../../src/bff/lib/text-cache.ts';

test('makes once what it keeps of a text', () => {
  const cached = createTextCache<{ of: string }>();
  const one = cached('a', () => ({ of: 'a' }));
  expect(cached('a', () => ({ of: 'another' }))).toBe(one);
  expect(cached('b', () => ({ of: 'b' }))).toEqual({ of: 'b' });
});

test('keeps few texts, and no long ones', () => {
  const cached = createTextCache<number>();
  cached('first', () => 1);
  for (let text = 0; text < 1_000; text += 1) cached(String(text), () => text);
  expect(cached('first', () => 2)).toBe(2);
  const long = 'a'.repeat(301);
  cached(long, () => 1);
  expect(cached(long, () => 2)).toBe(2);
});
