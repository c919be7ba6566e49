import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { type AccountField, accountFields } from '../../../../contract/destination-account.ts';

/** An edit that was not made, because the account is not what it was when the form opened. */
export class ChangedElsewhere extends Error {
  readonly before: DestinationAccount;
  readonly now: DestinationAccount;

  constructor(before: DestinationAccount, now: DestinationAccount) {
    super('the account was changed elsewhere meanwhile');
    this.name = 'ChangedElsewhere';
    this.before = before;
    this.now = now;
  }
}

/** The fields in which two readings of an account differ; nothing given is one and the same. */
export function changedFields(before: DestinationAccount, now: DestinationAccount): AccountField[] {
  return accountFields.filter((field) => (before[field] ?? '') !== (now[field] ?? ''));
}
