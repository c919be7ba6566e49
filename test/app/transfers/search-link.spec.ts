import { expect, test } from 'vitest';
import { searchPath, viewPath } from '../../../src/app/transfers/search-link.ts';

const list = (q: string, more: object = {}) =>
  searchPath({ page: 'transfers', search: { q, ...more } }, false);

test.each([
  ['a reference', 'AF34 DF30', '?q=AF34+DF30'],
  ['a key', '9b2f0c5e-6c1a-4d7e-8f3b-2a1d4c5e6f70', '?q=9b2f0c5e-6c1a-4d7e-8f3b-2a1d4c5e6f70'],
  ['an amount', '1.250,50', '?q=1.250%2C50'],
  ['a day', '2026-09-20', '?q=2026-09-20'],
])('holds %s in the address', (_what, q, query) => {
  expect(list(q)).toBe(`/transfers${query}`);
});

test.each([
  'José Núñez',
  'rejected José',
  'ana@example.com',
  // A document, an end of an account, or a number that no transfer has.
  '1.020.304.506',
  '12345678',
  '4821',
  'Fada Beca',
  '20 September',
])('refuses %s', (q) => {
  expect(list(q)).toBeNull();
  expect(list(q, { state: 'rejected' })).toBeNull();
});

test('holds the number of a transfer that was found, and the filters', () => {
  const search = { q: '9001', state: 'rejected', sort: undefined };
  expect(searchPath({ page: 'transfers', search }, true)).toBe('/transfers?state=rejected&q=9001');
  expect(searchPath({ page: 'transfers', search: { state: 'pending' } }, false)).toBe(
    '/transfers?state=pending',
  );
  const picked = { q: '9001', recipient: '501' };
  expect(searchPath({ page: 'support', search: picked }, true)).toBe(
    '/support?recipient=501&q=9001',
  );
  expect(searchPath({ page: 'support', search: picked }, false)).toBeNull();
});

test('opens a view by its id alone', () => {
  expect(viewPath({ page: 'transfers', search: { q: 'José' } }, 'an-id')).toBe(
    '/transfers?view=an-id',
  );
  expect(viewPath({ page: 'support', search: { q: 'José' } }, 'an-id')).toBe('/support?view=an-id');
});
