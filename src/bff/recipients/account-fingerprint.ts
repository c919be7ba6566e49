import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { accountFields } from '../../contract/account-fields.ts';
import { destinationAccount as apiAccount } from '../../contract/api/destination-account.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { memoizeWeak } from '../lib/memoize-weak.ts';
import { ProblemError } from '../lib/problem.ts';

/** Stands for the details of an account: what is absent, null and empty is the same in the service's answers. */
export const accountFingerprint = memoizeWeak((account: DestinationAccount): string => {
  const details = accountFields.map((field) => account[field] || null);
  return createHash('sha256').update(JSON.stringify(details)).digest('base64url').slice(0, 22);
});

/**
 * Holds an account, as the service has it now, against what the person was shown.
 * @throws ProblemError recipient-changed, with the account as it is now
 */
export function requireShown(account: DestinationAccount, shown: string) {
  const fingerprint = accountFingerprint(account);
  if (fingerprint === shown) return;
  const now = z.encode(apiAccount, { ...account, editable: true, fingerprint });
  throw new ProblemError('recipient-changed', { account: now });
}
