import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { tabStorage } from '../api/storage.ts';

const ownerKey = 'giro-whose';

/** A mark of the person who was last signed in in this tab; null for nobody. */
export const tabOwner = () => tabStorage.readText(ownerKey);

export function setTabOwner(mark: string): void {
  tabStorage.writeText(ownerKey, mark);
}

/** A history entry's state that only this person reads: the entries stay when another one signs in. */
export const ownState = <State extends object>(state: State) => ({ ...state, of: tabOwner() });

/** The state of the history entry; undefined for another shape, and for another person's. */
export function useOwnState<State>(schema: z.ZodMiniType<State>): State | undefined {
  const { state } = useLocation();
  const owner = z.safeParse(marked, state).data?.of;
  return owner === tabOwner() ? z.safeParse(schema, state).data : undefined;
}

const marked = z.object({ of: z.string() });

/** The state of a transfer's page that was opened from the list. */
export const fromList = { fromList: true } as const;

/** True when Back leads to the list. */
export const isFromList = (state: unknown) => has(state, 'fromList');

/** The state of a page that was opened from Look up. */
export const fromLookUp = { fromLookUp: true } as const;

/** True when Back leads to Look up. */
export const isFromLookUp = (state: unknown) => has(state, 'fromLookUp');

/** True for a location's state with this mark. */
export const has = (state: unknown, mark: string) =>
  typeof state === 'object' && state !== null && mark in state;
