import * as z from 'zod/mini';
import { accountRequest as apiAccountRequest } from '../../contract/api/account-request.ts';
import type { AccountRequest, DestinationAccount } from '../../contract/destination-account.ts';
import { differingFields } from '../../contract/same-account.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { own } from '../ledger/owners.ts';
import {
  addPendingCreation,
  type PendingCreationRow,
  pendingCreationsOf,
  removePendingCreation,
  rivalCreations,
} from '../ledger/pending-creations.ts';
import { timestamp } from '../lib/timestamp.ts';

/** An account that isn't there by then was not created. */
const creationLasts = 7 * 24 * 60 * 60_000;

export type PendingCreations = ReturnType<typeof createPendingCreations>;

/**
 * Who asked for which account, written down before the service is asked: whether its answer is lost, or
 * we are, the account becomes theirs once it is there.
 */
export function createPendingCreations(db: LedgerDb, now: () => number) {
  const since = () => timestamp(now() - creationLasts);

  return {
    /** Answers the creation's id. */
    begin(user_id: string, request: AccountRequest): Promise<string> {
      const body = JSON.stringify(z.encode(apiAccountRequest, request));
      return addPendingCreation(
        db,
        { user_id, alias: request.alias, body },
        timestamp(now()),
        since(),
      );
    },

    /** The account is theirs, or was not created. */
    end: (id: string) => removePendingCreation(db, id),

    async has(user_id: string, alias: string): Promise<boolean> {
      const pending = await pendingCreationsOf(db, user_id, since());
      return pending.some((creation) => creation.alias === alias);
    },

    /** Gives a person the accounts that they asked for and the service turns out to have. */
    async assignOwner(user_id: string, accounts: readonly DestinationAccount[]) {
      for (const creation of await pendingCreationsOf(db, user_id, since())) {
        const match = accounts.find((account) => isCreated(account, creation));
        if (!match) continue;
        const rivals = await rivalCreations(db, creation, since());
        // Whose it is shows when one of them has the answer.
        if (rivals.some((rival) => isCreated(match, rival))) continue;
        await own(db, 'account', match.id, user_id, timestamp(now()));
        await removePendingCreation(db, creation.id);
      }
    },
  };
}

const isCreated = (account: DestinationAccount, { body }: PendingCreationRow) =>
  isOf(account, z.decode(apiAccountRequest, JSON.parse(body)));

/** True when an account of the service holds all that a request asked for, and no more. */
export function isOf(account: DestinationAccount, request: AccountRequest): boolean {
  return differingFields(account, request).length === 0;
}
