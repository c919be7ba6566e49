import { expect, test } from 'vitest';
import { addressOf, paths } from '../../../src/app/router/paths.ts';

test('fills in parameters and the query', () => {
  expect(paths.editRecipient('12', { next: '/send?key=1' })).toBe(
    '/recipients/12/edit?next=%2Fsend%3Fkey%3D1',
  );
  expect(paths.transfers({ q: 'ana', state: '', sort: undefined })).toBe('/transfers?q=ana');
  expect(paths.quote()).toBe('/');
});

test('requires the parameters of the path', () => {
  expect(addressOf('recipients/show', { id: '12' })).toBe('/recipients/12');
  // @ts-expect-error the id is missing
  addressOf('recipients/show', {});
  // @ts-expect-error there is no such page
  expect(() => addressOf('recipients/nowhere', {})).toThrow();
});
