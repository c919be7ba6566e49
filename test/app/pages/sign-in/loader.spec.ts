import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSearch } from '../../../../src/app/pages/sign-in/loader.ts';

const next = (value: string) => readSearch(new URLSearchParams({ next: value })).next;

test.each(['/', '/transfers', '/transfers?state=pending&q=a%2Fb', '/support?q=http://x'])(
  'goes to %s after sign-in',
  (address) => expect(next(address)).toBe(address),
);

test.each([
  '',
  'transfers',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/a\\b',
  '/.//evil.example',
  '/a/..//evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  ' /transfers',
  '/\t/evil.example',
  '/\n/evil.example',
])('rejects %j as the next page', (address) => expect(next(address)).toBeUndefined());

test('has no next page without the parameter', () => {
  expect(readSearch(new URLSearchParams())).toEqual({});
});

test('never redirects to another origin', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    ':',
    '@',
    'evil.example',
    '\t',
    '\n',
    '%2F',
    'a',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const address = next(parts.join(''));
      if (address === undefined) return;
      const { origin, pathname } = new URL(address, 'https://giro.example');
      expect(origin).toBe('https://giro.example');
      expect(pathname).not.toMatch(/^\/\//);
    }),
  );
});
