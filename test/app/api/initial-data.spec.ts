import { expect, onTestFinished, test } from 'vitest';
import { takeInitialData } from '../../../src/app/api/initial-data.ts';
import { createQueryClient } from '../../../src/app/api/query-client.ts';
import { initialDataId, writeInitialData } from '../../../src/contract/api/initial-data.ts';

function addBlock(text: string) {
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = initialDataId;
  block.textContent = text;
  document.body.append(block);
  onTestFinished(() => block.remove());
}

test('takes the page’s data once and removes it from the document', () => {
  const queries = [{ queryKey: ['session'], data: { user: 'Ana', cents: 1n } }];
  addBlock(writeInitialData({ queries, texts: { at: 'noon' } }));
  const client = createQueryClient();
  expect(takeInitialData(client)).toEqual({ at: 'noon' });
  expect(client.getQueryData(['session'])).toEqual({ user: 'Ana', cents: 1n });
  expect(document.documentElement.outerHTML).not.toContain('Ana');

  const next = createQueryClient();
  expect(takeInitialData(next)).toEqual({});
  expect(next.getQueryCache().getAll()).toEqual([]);
});

test.each(['', undefined])('takes nothing from a page without data', (text) => {
  if (text !== undefined) addBlock(text);
  const client = createQueryClient();
  takeInitialData(client);
  expect(client.getQueryCache().getAll()).toEqual([]);
});
