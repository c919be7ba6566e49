import type { QueryClient } from '@tanstack/react-query';
import { settingsQuery } from '../api/session.ts';

const signedOutKey = ['signed-out'];

type SignedOut = {
  /** Where else to sign out, once nothing is left here. */
  further: string | null;
};

/** From here on nobody is signed in, though the page that still stands keeps its data until it goes. */
export function markSignedOut(client: QueryClient, signedOut: SignedOut): void {
  client.setQueryData(signedOutKey, signedOut);
}

/** Null while somebody is signed in. */
export function signedOut(client: QueryClient): SignedOut | null {
  return client.getQueryData<SignedOut>(signedOutKey) ?? null;
}

/** Forgets all that this browser holds of the person who was signed in. */
export function forgetPerson(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== settingsQuery.queryKey[0] });
  client.getMutationCache().clear();
  sessionStorage.clear();
}
