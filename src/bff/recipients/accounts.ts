import { maskedFields } from '../../contract/account-fields.ts';
import type { DestinationAccount as ApiAccount } from '../../contract/api/destination-account.ts';
import {
  type AccountRequest,
  type DestinationAccount,
  destinationAccount,
} from '../../contract/destination-account.ts';
import { numberTail } from '../../contract/number-tail.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { own, ownedIds, ownerOf } from '../ledger/owners.ts';
import { memoizeWeak } from '../lib/memoize-weak.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { sharedRead } from '../lib/shared-read.ts';
import type { ServiceClient } from '../service/client.ts';
import { isOutcomeUnknown, isRecordNotFound, ServiceError } from '../service/errors.ts';
import { readerById } from '../service/list-reader.ts';
import type { Log } from '../service/log.ts';
import { withRefusal } from '../service/service-problem.ts';
import type { Tracking } from '../tracking/tracking.ts';
import {
  checkRequired,
  type FieldRules,
  fieldProblem,
  isRefusedSomehow,
} from './account-faults.ts';
import { accountFingerprint } from './account-fingerprint.ts';
import { createAccountClaims, isOf } from './pending-creations.ts';

/** Whose accounts a call may see: everybody's (support), or those of a person or of the team. */
export type Seer = { user_id: string; sees: 'own' | 'team' | 'everything' };

export type Accounts = {
  /** Those a person may see; for support their numbers are masked. The same objects while they are as before. */
  list(seer: Seer): Promise<ApiAccount[]>;
  /** One of them, masked likewise. */
  show(seer: Seer, id: string): Promise<ApiAccount>;
  /** One with its numbers whole; who asked for them is for the caller to write down. */
  reveal(seer: Seer, id: string): Promise<ApiAccount>;
  create(seer: Seer, request: AccountRequest): Promise<ApiAccount>;
  edit(seer: Seer, id: string, request: AccountRequest): Promise<ApiAccount>;
  /** An account as the latest list has it, whoever asks; null when that is old or has none. Asks nobody. */
  known(id: string): DestinationAccount | null;
  /** Every account of the service, whoever asks; the same array while it was not read anew. */
  everything(): Promise<DestinationAccount[]>;
};

type Deps = FieldRules & {
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
export function createAccounts({ db, client, tracking, now, log, ...rules }: Deps): Accounts {
  const reader = readerById('accounts', destinationAccount, client.lists);
  let last: { etag: string | undefined; rows: DestinationAccount[] } | null = null;
  const all = sharedRead(readAll, now);
  const claims = createAccountClaims(db, now);
  const stamp = () => new Date(now()).toISOString();

  async function readAll(): Promise<DestinationAccount[]> {
    // Of one and the same read, should another end before this one.
    const before = last;
    const answer = await client.listAccountsText({ etag: before?.etag });
    if (!answer) return before?.rows ?? [];
    last = { etag: answer.etag, rows: (await reader.read(answer.text)).rows };
    return last.rows;
  }

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

  /** The service answers a creation with a new account; with one that is somebody's it has created none. */
  async function mustBeTheirs(user_id: string, { id }: DestinationAccount) {
    if ((await ownerOf(db, 'account', id)) === user_id) return;
    log.error({ account_id: id }, "the service answered a creation with another person's account");
    throw new ProblemError('invalid-fields', { errors: { alias: ['has already been taken'] } });
  }

  async function whole(seer: Seer, id: string): Promise<ApiAccount> {
    await mustSee(seer, id);
    try {
      const [account, locks] = await Promise.all([client.showAccount(id), locked()]);
      return withLock(account, locks);
    } catch (error) {
      throw isRecordNotFound(error) ? notFound() : withRefusal(error);
    }
  }

  async function claimed(user_id: string, request: AccountRequest): Promise<ApiAccount | null> {
    all.drop();
    const { value } = await all.get(0);
    await claims.settle(user_id, value);
    const match = value.find((account) => isOf(account, request));
    const mine = match && (await ownerOf(db, 'account', match.id)) === user_id;
    return mine ? withLock(match, await locked()) : null;
  }

  async function afterFailedCreate(
    user_id: string,
    request: AccountRequest,
    claim: string,
    error: unknown,
  ) {
    // Before anything is looked for: this attempt was no creation, and claims nothing.
    if (isRefused(error) || !isOutcomeUnknown(error)) await claims.end(claim);
    if (isRefused(error)) {
      // It may be theirs from an earlier attempt whose answer was lost.
      if (await claims.has(user_id, request.alias)) {
        const found = await claimed(user_id, request);
        if (found) return found;
      }
      throw fieldProblem(error);
    }
    if (!isOutcomeUnknown(error)) throw error;
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
      if (sees !== 'everything') await claims.settle(user_id, value);
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
      await checkRequired(request, rules);
      const claim = await claims.begin(user_id, request);
      let account: DestinationAccount;
      try {
        account = await client.createAccount(request);
      } catch (error) {
        return await afterFailedCreate(user_id, request, claim, error);
      } finally {
        all.drop();
      }
      await own(db, 'account', account.id, user_id, stamp());
      await claims.end(claim);
      await mustBeTheirs(user_id, account);
      return withLock(account, new Set());
    },

    async edit(seer, id, request) {
      await mustSee(seer, id);
      await checkRequired(request, rules);
      if ((await locked()).has(id)) throw new ProblemError('account-locked');
      try {
        return withLock(await client.editAccount(id, request), new Set());
      } catch (error) {
        // How the service refuses a locked account is not in the contract, whether it is one is.
        const isLocked = isRefusedSomehow(error) && (await locked(0)).has(id);
        if (isLocked) throw new ProblemError('account-locked');
        if (!isRefused(error)) throw error;
        throw error.status === 404 ? notFound() : fieldProblem(error);
      } finally {
        all.drop();
      }
    },

    known(id) {
      const rows = all.kept(everythingFreshFor);
      return (rows && byId(rows).get(id)) ?? null;
    },

    async everything() {
      return (await all.get(everythingFreshFor)).value;
    },
  };
}

const isRefused = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.kind === 'refused';

const byId = memoizeWeak(
  (rows: DestinationAccount[]) => new Map(rows.map((account) => [account.id, account])),
);

/** Support sees whose account it is; its numbers only when they ask, which is written down. */
function asSeen(account: ApiAccount, sees: Seer['sees']): ApiAccount {
  return sees === 'everything' ? masked(account) : account;
}

const masked = memoizeWeak((account: ApiAccount): ApiAccount => {
  const ends = maskedFields(account.category).flatMap((field) => {
    const number = account[field];
    return number ? [[field, numberTail(number)]] : [];
  });
  const { fingerprint: _ofWholeNumbers, ...rest } = account;
  return { ...rest, ...Object.fromEntries(ends), masked: true };
});

function withLock(account: DestinationAccount, locks: ReadonlySet<string>): ApiAccount {
  return locks.has(account.id) ? notEditable(account) : editable(account);
}

const editable = memoizeWeak((account: DestinationAccount): ApiAccount => {
  return { ...account, editable: true, fingerprint: accountFingerprint(account) };
});
const notEditable = memoizeWeak((account: DestinationAccount): ApiAccount => {
  return { ...editable(account), editable: false, locked_reason: 'executed-transfer' };
});
