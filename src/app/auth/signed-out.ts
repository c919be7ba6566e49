import type { QueryClient } from '@tanstack/react-query';
import { forgetDevice, isOwnDevice, markOfPerson } from '../api/own-device.ts';
import { settingsQuery } from '../api/session.ts';
import { tabStorage } from '../api/storage.ts';
import { setTabOwner, tabOwner } from '../router/entry-state.ts';

const signedOutKey = ['signed-out'];
// In session storage, because the history that they guard is the tab's own.
const leftKey = 'giro-left';

type SignedOut = {
  /** Where to sign out at the OpenID provider, once the person's data is gone here; null for none. */
  further: string | null;
};

/** Marks the tab as signed out. The current page keeps its data until it unmounts. */
export function markSignedOut(client: QueryClient, signedOut: SignedOut): void {
  client.setQueryData(signedOutKey, signedOut);
}

/** Null unless the tab has signed out. */
export function signedOut(client: QueryClient): SignedOut | null {
  return client.getQueryData<SignedOut>(signedOutKey) ?? null;
}

/** Deletes the person's data from the cache and from session storage. */
export function forgetPerson(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== settingsQuery.queryKey[0] });
  client.getMutationCache().clear();
  tabStorage.clear();
  tabStorage.writeText(leftKey, 'yes');
}

/** True when a person signed out in this tab: the entries in its history are theirs. */
export function hasLeft(): boolean {
  return tabStorage.readText(leftKey) !== null;
}

/** True when another person was last signed in in this tab: its address and history are theirs. */
export function isOfAnother(user_id: string): boolean {
  const owner = tabOwner();
  return owner !== null && owner !== markOfPerson(user_id);
}

/** Assigns the tab to the person who signed in; deletes what another person left in it and on the device. */
export function takeOver(user_id: string): void {
  if (!isOwnDevice(user_id)) forgetDevice();
  if (isOfAnother(user_id)) tabStorage.clear();
  tabStorage.remove(leftKey);
  setTabOwner(markOfPerson(user_id));
}
