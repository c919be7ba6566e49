import { afterEach, expect, it, vi } from 'vitest';
import { mayReadAhead } from '../../../src/app/hydration/rendered-page.ts';

afterEach(() => void vi.restoreAllMocks());

it('reads nothing ahead on the page that the document is, and everything on a later one', () => {
  const entry = { ...performance.mark('document'), name: 'http://giro.example/support' };
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ ...entry, toJSON: () => entry }]);
  expect(mayReadAhead('http://giro.example/support')).toBe(false);
  expect(mayReadAhead('http://giro.example/support/resolved')).toBe(true);
});
