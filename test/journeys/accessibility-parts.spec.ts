import { expect, test } from 'vitest';
import { scriptsWith } from '../support/built-scripts.ts';

test('leaves the stories out of the build', () => {
  expect(scriptsWith('/recipients/new')).not.toEqual([]);
  expect(scriptsWith('/ui')).toEqual([]);
  expect(scriptsWith('Every state, and one that nobody knows')).toEqual([]);
});
