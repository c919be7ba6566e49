import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { accountFields } from '../../contract/account-fields.ts';
import { accountDetails } from '../../contract/api/destination-account.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { memoizeWeak } from '../../contract/memoize-weak.ts';
import { ProblemError } from '../lib/problem.ts';

/** Sorted, so that the place of a new field in the list doesn't count either. */
const byName = accountFields.toSorted();

/**
 * A hash of an account's details. Missing, null and empty fields count as equal, as in the service's answers. Only
 * fields with a value are in it, by their names: a field that Giro learns to read changes the hash of no account
 * without it, and orders keep these hashes for years.
 */
export const accountFingerprint = memoizeWeak((account: DestinationAccount): string => {
  const details = byName.flatMap((field) => (account[field] ? [[field, account[field]]] : []));
  return createHash('sha256').update(JSON.stringify(details)).digest('base64url').slice(0, 22);
});

/**
 * Compares an account with the fingerprint that the person was shown.
 * @throws ProblemError recipient-changed, with the current details
 */
export function requireShown(account: DestinationAccount, shown: string) {
  const fingerprint = accountFingerprint(account);
  if (fingerprint === shown) return;
  const now = z.encode(accountDetails, { ...account, editable: true, fingerprint });
  throw new ProblemError('recipient-changed', { account: now });
}
