import * as z from 'zod/mini';
import { destinationAccount } from '../../../contract/api/destination-account.ts';
import { type SessionDraft, sessionDraft } from '../../form/session-draft.ts';
import { type AccountValues, accountValues } from './account-form/account-values.ts';

/** What the form was opened with: each has a draft of its own. */
type DraftPlace = { copy?: string | undefined; country_id?: string | undefined };

/** The draft of a new recipient. */
export function newRecipientDraft(
  user_id: string,
  { copy, country_id }: DraftPlace,
): SessionDraft<AccountValues> {
  const place = [copy ?? null, country_id ?? null];
  return sessionDraft(accountValues, 'new-recipient', user_id, place);
}

const edit = z.object({
  values: accountValues,
  /** The account as the person last saw it: a later change elsewhere is shown before it is overwritten. */
  seen: destinationAccount,
});

/** The draft of an edit. */
export function editDraft(user_id: string, id: string): SessionDraft<z.infer<typeof edit>> {
  return sessionDraft(edit, 'edit-recipient', user_id, [id]);
}
