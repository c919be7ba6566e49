import type { QueryClient } from '@tanstack/react-query';
import { settingsQuery } from '../api/session.ts';

const signedOutKey = ['signed-out'];

/** From here on nobody is signed in, though the page that still stands keeps its data until it goes. */
export function markSignedOut(client: QueryClient): void {
  client.setQueryData(signedOutKey, true);
}

export function isSignedOut(client: QueryClient): boolean {
  return client.getQueryData(signedOutKey) === true;
}

/** Forgets all that this browser holds of the person who was signed in. */
export function forgetPerson(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== settingsQuery.queryKey[0] });
  client.getMutationCache().clear();
  sessionStorage.clear();
}
