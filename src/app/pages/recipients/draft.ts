import * as z from 'zod/mini';
import { type AccountValues, accountValues } from './account-form/account-values.ts';

/** Which unfinished recipient: a person has one for each way that led to the form. */
export type DraftPlace = { copy?: string | undefined; country_id?: string | undefined };

// Session storage: gone with the tab, and cleared at sign-out.
const keyOf = (user_id: string, { copy, country_id }: DraftPlace) =>
  JSON.stringify(['giro', 'new-recipient', user_id, copy ?? null, country_id ?? null]);

/** What the person had typed; null for nothing, or for what an older Giro wrote in another form. */
export function readDraft(user_id: string, place: DraftPlace): AccountValues | null {
  try {
    const text = sessionStorage.getItem(keyOf(user_id, place));
    const draft = z.safeParse(accountValues, JSON.parse(text ?? 'null'));
    return draft.success ? draft.data : null;
  } catch {
    // No storage in this browser, or nothing readable in it.
    return null;
  }
}

export function keepDraft(user_id: string, place: DraftPlace, values: AccountValues): void {
  try {
    sessionStorage.setItem(keyOf(user_id, place), JSON.stringify(values));
  } catch {
    // No storage, or it is full: the form itself goes on.
  }
}

export function dropDraft(user_id: string, place: DraftPlace): void {
  try {
    sessionStorage.removeItem(keyOf(user_id, place));
  } catch {
    // No storage: nothing was kept.
  }
}
