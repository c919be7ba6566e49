import * as z from 'zod/mini';
import type { DestinationAccount as ApiAccount } from '../contract/api/destination-account.ts';
import {
  accountRequest as apiAccountRequest,
  maskedFields,
} from '../contract/api/destination-account.ts';
import {
  type AccountField,
  type AccountRequest,
  accountFields,
  type DestinationAccount,
} from '../contract/destination-account.ts';
import { fieldOfErrorKey, requiredFields } from '../contract/field-rules.ts';
import { numberTail } from '../contract/number-tail.ts';
import { sharedRead } from './coalesce.ts';
import { addClaim, claimsOf, removeClaim } from './ledger/claims.ts';
import type { LedgerDb } from './ledger/ledger.ts';
import { own, ownedIds, ownerOf } from './ledger/owners.ts';
import { notFound, ProblemError } from './problem.ts';
import type { ServiceClient } from './service/client.ts';
import { isOutcomeUnknown, ServiceError } from './service/errors.ts';
import type { Log } from './service/log.ts';
import type { Tracking } from './tracking/tracking.ts';

/** Whose accounts a call may see: everybody's (support), or those of a person or of the team. */
export type Seer = { user_id: string; sees: 'own' | 'team' | 'everything' };

export type Accounts = {
  /** Those a person may see; for support their numbers are masked. */
  list(seer: Seer): Promise<ApiAccount[]>;
  /** One of them, masked likewise. */
  show(seer: Seer, id: string): Promise<ApiAccount>;
  /** One with its numbers whole; who asked for them is for the caller to write down. */
  reveal(seer: Seer, id: string): Promise<ApiAccount>;
  create(seer: Seer, request: AccountRequest): Promise<ApiAccount>;
  edit(seer: Seer, id: string, request: AccountRequest): Promise<ApiAccount>;
  /** Every account of the service, whoever asks; the same array while it was not read anew. */
  everything(): Promise<DestinationAccount[]>;
};

type Deps = {
  db: LedgerDb;
  client: ServiceClient;
  tracking: Tracking;
  now: () => number;
  log: Log;
};

const freshFor = 2_000;
const lockFreshFor = 10_000;
// What was added or edited here is read anew at once.
const everythingFreshFor = 60_000;

/** The recipients: accounts of the service, each of the person who created it here. */
export function createAccounts({ db, client, tracking, now, log }: Deps): Accounts {
  const all = sharedRead(() => client.listAccounts(), now);
  const stamp = () => new Date(now()).toISOString();

  async function locked(maxAge = lockFreshFor): Promise<ReadonlySet<string>> {
    try {
      return await tracking.lockedAccounts(maxAge);
    } catch (error) {
      // Only a hint is lost: an edit of a locked account is still refused by the service.
      log.warn({ err: error }, 'which accounts are locked could not be read');
      return new Set();
    }
  }

  async function mustSee({ user_id, sees }: Seer, id: string) {
    if (sees === 'everything') return;
    const owner = await ownerOf(db, 'account', id);
    if (owner === null || (sees === 'own' && owner !== user_id)) throw notFound();
  }

  async function whole(seer: Seer, id: string): Promise<ApiAccount> {
    await mustSee(seer, id);
    try {
      const [account, locks] = await Promise.all([client.showAccount(id), locked()]);
      return withLock(account, locks);
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'refused') throw notFound();
      throw error;
    }
  }

  /** Gives a person the accounts whose creation got no answer, once the service turns out to have them. */
  async function settleClaims(user_id: string, accounts: DestinationAccount[]) {
    for (const claim of await claimsOf(db, user_id)) {
      const request = z.decode(apiAccountRequest, JSON.parse(claim.body));
      const match = accounts.find((account) => isOf(account, request));
      if (!match) continue;
      await own(db, 'account', match.id, user_id, stamp());
      await removeClaim(db, user_id, claim.alias);
    }
  }

  async function claimed(user_id: string, request: AccountRequest): Promise<ApiAccount | null> {
    all.drop();
    const { value } = await all.get(0);
    await settleClaims(user_id, value);
    const match = value.find((account) => isOf(account, request));
    const mine = match && (await ownerOf(db, 'account', match.id)) === user_id;
    return mine ? withLock(match, await locked()) : null;
  }

  async function afterFailedCreate(user_id: string, request: AccountRequest, error: unknown) {
    if (error instanceof ServiceError && error.kind === 'refused') {
      // It may be theirs from an earlier attempt whose answer was lost.
      const claims = await claimsOf(db, user_id);
      if (claims.some((claim) => claim.alias === request.alias)) {
        const found = await claimed(user_id, request);
        if (found) return found;
      }
      throw fieldProblem(error);
    }
    if (!isOutcomeUnknown(error)) throw error;
    const body = JSON.stringify(z.encode(apiAccountRequest, request));
    await addClaim(db, { user_id, alias: request.alias, body }, stamp());
    // Where the list can't be read either, the first failure is what the person is told.
    const found = await claimed(user_id, request).catch((failure: unknown) => {
      log.warn({ err: failure }, 'an account without an answer could not be looked for');
      return null;
    });
    if (found) return found;
    throw error;
  }

  return {
    async list({ user_id, sees }) {
      const { value } = await all.get(freshFor);
      if (sees !== 'everything') await settleClaims(user_id, value);
      const mine = sees === 'own' ? user_id : null;
      const owned = sees === 'everything' ? null : await ownedIds(db, 'account', mine);
      const seen = owned ? value.filter((account) => owned.has(account.id)) : value;
      const locks = seen.length === 0 ? new Set<string>() : await locked();
      return seen.map((account) => asSeen(withLock(account, locks), sees));
    },

    async show(seer, id) {
      return asSeen(await whole(seer, id), seer.sees);
    },

    reveal: whole,

    async create({ user_id }, request) {
      checkRequired(request);
      try {
        const account = await client.createAccount(request);
        await own(db, 'account', account.id, user_id, stamp());
        return withLock(account, new Set());
      } catch (error) {
        return await afterFailedCreate(user_id, request, error);
      } finally {
        all.drop();
      }
    },

    async edit(seer, id, request) {
      await mustSee(seer, id);
      checkRequired(request);
      if ((await locked()).has(id)) throw new ProblemError('account-locked');
      try {
        return withLock(await client.editAccount(id, request), new Set());
      } catch (error) {
        if (!(error instanceof ServiceError) || error.kind !== 'refused') throw error;
        if (error.status === 404) throw notFound();
        // How the service refuses a locked account is not in the contract, whether it is one is.
        if ((await locked(0)).has(id)) throw new ProblemError('account-locked');
        throw fieldProblem(error);
      } finally {
        all.drop();
      }
    },

    async everything() {
      return (await all.get(everythingFreshFor)).value;
    },
  };
}

/** Support sees whose account it is; its numbers only when they ask, which is written down. */
function asSeen(account: ApiAccount, sees: Seer['sees']): ApiAccount {
  if (sees !== 'everything') return account;
  // contract 2.3: a wallet's address stands in additional_data.
  const fields: readonly AccountField[] =
    account.category === 'wallet' ? [...maskedFields, 'additional_data'] : maskedFields;
  const ends = fields.flatMap((field) => {
    const number = account[field];
    return number ? [[field, numberTail(number)]] : [];
  });
  return { ...account, ...Object.fromEntries(ends), masked: true };
}

function withLock(account: DestinationAccount, locks: ReadonlySet<string>): ApiAccount {
  return locks.has(account.id)
    ? { ...account, editable: false, locked_reason: 'executed-transfer' }
    : { ...account, editable: true };
}

/** True when an account of the service holds all that a request asked for, and no more. */
function isOf(account: DestinationAccount, request: AccountRequest): boolean {
  return accountFields.every((field) => (account[field] ?? '') === (request[field] ?? ''));
}

/** @throws ProblemError invalid-fields, in the service's own words, for fields that must not be empty */
function checkRequired(request: AccountRequest) {
  const missing = requiredFields(request.category).filter((field) => !request[field]);
  if (missing.length === 0) return;
  const errors = Object.fromEntries(missing.map((field) => [field, ["can't be blank"]]));
  throw new ProblemError('invalid-fields', { errors });
}

/** contract 7: the service's field errors under the contract's field names; unknown keys as they came. */
function fieldProblem(error: ServiceError): ProblemError {
  const errors: Record<string, string[]> = {};
  for (const [key, messages] of Object.entries(error.errors ?? {})) {
    const field = fieldOfErrorKey(key) ?? key;
    errors[field] = [...(errors[field] ?? []), ...messages];
  }
  return new ProblemError('invalid-fields', { detail: error.message, errors });
}
