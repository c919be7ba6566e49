import * as z from 'zod/mini';
import { accountRequest as apiAccountRequest } from '../../contract/api/destination-account.ts';
import type { AccountRequest, DestinationAccount } from '../../contract/destination-account.ts';
import { differingFields } from '../../contract/same-account.ts';
import { addClaim, type ClaimRow, claimsOf, removeClaim, rivalClaims } from '../ledger/claims.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { own } from '../ledger/owners.ts';

/** An account that isn't there by then was not created. */
const claimLasts = 7 * 24 * 60 * 60_000;

/**
 * Who asked for which account, written down before the service is asked: whether its answer is lost, or
 * we are, the account becomes theirs once it is there.
 */
export function createAccountClaims(db: LedgerDb, now: () => number) {
  const at = (time: number) => new Date(time).toISOString();
  const since = () => at(now() - claimLasts);

  return {
    /** Answers the claim's id. */
    begin(user_id: string, request: AccountRequest): Promise<string> {
      const body = JSON.stringify(z.encode(apiAccountRequest, request));
      return addClaim(db, { user_id, alias: request.alias, body }, at(now()), since());
    },

    /** The account is theirs, or was not created. */
    end: (id: string) => removeClaim(db, id),

    async has(user_id: string, alias: string): Promise<boolean> {
      const claims = await claimsOf(db, user_id, since());
      return claims.some((claim) => claim.alias === alias);
    },

    /** Gives a person the accounts that they claim and the service turns out to have. */
    async settle(user_id: string, accounts: readonly DestinationAccount[]) {
      for (const claim of await claimsOf(db, user_id, since())) {
        const match = accounts.find((account) => isClaimed(account, claim));
        if (!match) continue;
        const rivals = await rivalClaims(db, claim, since());
        // Whose it is shows when one of them has the answer.
        if (rivals.some((rival) => isClaimed(match, rival))) continue;
        await own(db, 'account', match.id, user_id, at(now()));
        await removeClaim(db, claim.id);
      }
    },
  };
}

const isClaimed = (account: DestinationAccount, { body }: ClaimRow) =>
  isOf(account, z.decode(apiAccountRequest, JSON.parse(body)));

/** True when an account of the service holds all that a request asked for, and no more. */
export function isOf(account: DestinationAccount, request: AccountRequest): boolean {
  return differingFields(account, request).length === 0;
}
