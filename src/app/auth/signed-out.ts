import type { QueryClient } from '@tanstack/react-query';
import { settingsQuery } from '../api/session.ts';
import { tabStorage } from '../api/storage.ts';

const signedOutKey = ['signed-out'];
// Of this tab alone, as its history is.
const leftKey = 'giro-left';
const whoseKey = 'giro-whose';

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
  tabStorage.clear();
  tabStorage.writeText(leftKey, 'yes');
}

/** True when a person has signed out in this tab: what Back finds in its history is theirs. */
export function hasLeft(): boolean {
  return tabStorage.readText(leftKey) !== null;
}

/** True when another person was the last to be signed in in this tab, however that ended: its address is theirs. */
export function isOfAnother(user_id: string): boolean {
  const whose = tabStorage.readText(whoseKey);
  return whose !== null && whose !== markOf(user_id);
}

/** Someone has signed in: from now on this tab is theirs, and nothing in it another's. */
export function takeOver(user_id: string): void {
  if (isOfAnother(user_id)) tabStorage.clear();
  tabStorage.remove(leftKey);
  tabStorage.writeText(whoseKey, markOf(user_id));
}

/** Tells one account from another, and nothing of either. */
function markOf(user_id: string): string {
  let mark = 0;
  for (const letter of user_id) mark = (Math.imul(mark, 31) + letter.charCodeAt(0)) | 0;
  return String(mark);
}
