import { expect, test } from 'vitest';
import { takeFirstData } from '../../../src/app/api/first-data.ts';
import { firstDataId } from '../../../src/contract/api/first-data.ts';

test('what came with the page is taken once and leaves the document', async () => {
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = firstDataId;
  block.textContent = JSON.stringify({ '/api/session': { status: 200, body: { user: 'Ana' } } });
  document.body.append(block);

  const answer = takeFirstData('/api/session');
  expect(await answer?.json()).toEqual({ user: 'Ana' });
  expect(document.documentElement.outerHTML).not.toContain('Ana');
  expect(takeFirstData('/api/session')).toBeUndefined();
});
