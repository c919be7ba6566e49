import { expect, test } from 'vitest';
import { takeInitialData } from '../../../src/app/api/initial-data.ts';
import { initialDataId } from '../../../src/contract/api/initial-data.ts';

test('what came with the page is taken once and leaves the document', async () => {
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = initialDataId;
  block.textContent = JSON.stringify({ '/api/session': { status: 200, body: { user: 'Ana' } } });
  document.body.append(block);

  const answer = takeInitialData('/api/session');
  expect(await answer?.json()).toEqual({ user: 'Ana' });
  expect(document.documentElement.outerHTML).not.toContain('Ana');
  expect(takeInitialData('/api/session')).toBeUndefined();
});
