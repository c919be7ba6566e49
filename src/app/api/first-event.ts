import type { QueryClient } from '@tanstack/react-query';

/** In the cache, so that it is forgotten with the rest of the person. */
const firstEventKey = ['first-event'];

/** Notes the event that is the last in an answer about transfers. */
export function keepEvent(client: QueryClient, event_id: string): void {
  const known = client.getQueryData<string | null>(firstEventKey);
  if (known === event_id || known === null) return;
  client.setQueryDefaults(firstEventKey, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(firstEventKey, known === undefined ? event_id : null);
}

/**
 * The last event in all that was answered about transfers: those after it are all that can be missing.
 * Undefined where the answers differ.
 */
export function firstEvent(client: QueryClient): string | undefined {
  return client.getQueryData<string | null>(firstEventKey) ?? undefined;
}
