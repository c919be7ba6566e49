import type { QueryClient } from '@tanstack/react-query';
import { settingsQuery } from '../api/session.ts';

const signedOutKey = ['signed-out'];
// Of this tab alone, as its history is.
const leftKey = 'giro-left';

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
  inStorage((storage) => {
    storage.clear();
    storage.setItem(leftKey, 'yes');
  });
}

/** True when a person has signed out in this tab: what Back finds in its history is theirs. */
export function hasLeft(): boolean {
  return inStorage((storage) => storage.getItem(leftKey) !== null) ?? false;
}

/** Someone has signed in: from now on the addresses of this tab are theirs. */
export function takeOver(): void {
  inStorage((storage) => storage.removeItem(leftKey));
}

function inStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(sessionStorage);
  } catch {
    // None in this browser, and none while the first paint is rendered: nothing is remembered.
    return undefined;
  }
}
