import { expect, test } from 'vitest';
import { paths } from '../../../src/app/router/paths.ts';

test('fills in parameters and the query', () => {
  expect(paths.recipient('12')).toBe('/recipients/12');
  expect(paths.editRecipient('12', { next: '/send?key=1' })).toBe(
    '/recipients/12/edit?next=%2Fsend%3Fkey%3D1',
  );
  expect(paths.transfers({ q: 'ana', state: '', sort: undefined })).toBe('/transfers?q=ana');
  expect(paths.quote()).toBe('/');
});
