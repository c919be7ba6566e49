import { expect, test } from 'vitest';
import { addressOf, paths } from '../../../src/app/router/paths.ts';

test('an address has what the path of its page leaves open, and what is asked of it', () => {
  expect(paths.editRecipient('12', { next: '/send?key=1' })).toBe(
    '/recipients/12/edit?next=%2Fsend%3Fkey%3D1',
  );
  expect(paths.transfers({ q: 'ana', state: '', sort: undefined })).toBe('/transfers?q=ana');
  expect(paths.quote()).toBe('/');
});

test('what the path of a page leaves open is asked for', () => {
  expect(addressOf('recipients/show', { id: '12' })).toBe('/recipients/12');
  // @ts-expect-error without its id
  addressOf('recipients/show', {});
  // @ts-expect-error of no page
  expect(() => addressOf('recipients/nowhere', {})).toThrow();
});
