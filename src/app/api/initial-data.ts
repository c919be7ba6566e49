import type { QueryClient } from '@tanstack/react-query';
import { initialDataId, readInitialData } from '../../contract/api/initial-data.ts';
import { noteServerTime } from './request.ts';

/** As long as the page may take to hydrate: until then, no query asks for what came with the page. */
const freshForMs = 3_000;

/**
 * Puts the data that came with the page into the cache.
 * @returns what the server formatted for it
 */
export function takeInitialData(client: QueryClient): Record<string, string> {
  const block = document.getElementById(initialDataId);
  // The document outlives the session, so it must not keep a person's data.
  block?.remove();
  if (!block?.textContent) return {};
  const { queries, texts } = readInitialData(block.textContent);
  noteServerTime(Number(texts.now));
  const updatedAt = Date.now() + freshForMs;
  for (const { queryKey, data } of queries) {
    client.setQueryData(queryKey, data, { updatedAt });
  }
  return texts;
}
