import * as z from 'zod/mini';
import { destinationAccount } from '../../../contract/api/destination-account.ts';
import { type SessionDraft, sessionDraft } from '../../form/session-draft.ts';
import { type AccountValues, accountValues } from './account-form/account-values.ts';

/** Which unfinished recipient: a person has one for each way that led to the form. */
export type DraftPlace = { copy?: string | undefined; country_id?: string | undefined };

/** A new recipient that is not saved yet. */
export function newRecipientDraft(
  user_id: string,
  { copy, country_id }: DraftPlace,
): SessionDraft<AccountValues> {
  const place = [copy ?? null, country_id ?? null];
  return sessionDraft(accountValues, 'new-recipient', user_id, place);
}

const edit = z.object({
  values: accountValues,
  /** The account as the person last saw it: what changed since is told before it is overwritten. */
  seen: destinationAccount,
});

/** Changes to a recipient that are not saved yet. */
export function editDraft(user_id: string, id: string): SessionDraft<z.infer<typeof edit>> {
  return sessionDraft(edit, 'edit-recipient', user_id, [id]);
}
