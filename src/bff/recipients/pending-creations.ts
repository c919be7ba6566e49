import * as z from 'zod/mini';
import { accountRequest as apiAccountRequest } from '../../contract/api/account-request.ts';
import type { AccountRequest, DestinationAccount } from '../../contract/destination-account.ts';
import { differingFields } from '../../contract/same-account.ts';
import { own } from '../ledger/people/owners.ts';
import {
  addPendingCreation,
  creationLifeMs,
  type PendingCreationRow,
  pendingCreationsOf,
  removePendingCreation,
  rivalCreations,
} from '../ledger/people/pending-creations.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { timestamp } from '../lib/timestamp.ts';

export type PendingCreations = ReturnType<typeof createPendingCreations>;

/**
 * Records who asked for which account before the service is called. If the answer is lost or the process
 * crashes, the account becomes theirs once the list shows it.
 */
export function createPendingCreations(db: LedgerDb, now: () => number) {
  const since = () => timestamp(now() - creationLifeMs);

  return {
    /** Records a creation. @returns its id */
    begin(user_id: string, request: AccountRequest): Promise<string> {
      const body = JSON.stringify(z.encode(apiAccountRequest, request));
      return addPendingCreation(
        db,
        { user_id, alias: request.alias, body },
        timestamp(now()),
        since(),
      );
    },

    /** Removes a creation that succeeded or was not made. */
    end: (id: string) => removePendingCreation(db, id),

    /** True if the person has a pending creation with this alias. */
    async has(user_id: string, alias: string): Promise<boolean> {
      const pending = await pendingCreationsOf(db, user_id, since());
      return pending.some((creation) => creation.alias === alias);
    },

    /** Makes a person the owner of listed accounts that match their pending creations. */
    async assignOwner(user_id: string, accounts: readonly DestinationAccount[]) {
      for (const creation of await pendingCreationsOf(db, user_id, since())) {
        const match = accounts.find((account) => isCreated(account, creation));
        if (!match) continue;
        const rivals = await rivalCreations(db, creation, since());
        // If another person asked for the same, only an answer decides whose it is.
        if (rivals.some((rival) => isCreated(match, rival))) continue;
        await own(db, 'account', match.id, user_id, timestamp(now()));
        await removePendingCreation(db, creation.id);
      }
    },
  };
}

const isCreated = (account: DestinationAccount, { body }: PendingCreationRow) =>
  isOf(account, z.decode(apiAccountRequest, JSON.parse(body)));

/** True if an account has exactly the details of a request. */
export function isOf(account: DestinationAccount, request: AccountRequest): boolean {
  return differingFields(account, request).length === 0;
}
