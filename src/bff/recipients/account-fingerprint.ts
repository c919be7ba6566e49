import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { accountFields } from '../../contract/account-fields.ts';
import { accountDetails } from '../../contract/api/destination-account.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { memoizeWeak } from '../../contract/memoize-weak.ts';
import { ProblemError } from '../lib/problem.ts';

/** A hash of an account's details. Missing, null and empty fields count as equal, as in the service's answers. */
export const accountFingerprint = memoizeWeak((account: DestinationAccount): string => {
  const details = accountFields.map((field) => account[field] || null);
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
