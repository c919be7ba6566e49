import { maskedFields } from '../../contract/account-fields.ts';
import type { DestinationAccount as ApiAccount } from '../../contract/api/destination-account.ts';
import {
  type AccountRequest,
  type DestinationAccount,
  destinationAccount,
} from '../../contract/destination-account.ts';
import { numberTail } from '../../contract/number-tail.ts';
import { requireVisible, type Viewer, visibleIds } from '../auth/viewer.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { own, ownerOf } from '../ledger/owners.ts';
import { memoizeWeak } from '../lib/memoize-weak.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { createSharedRead, type SharedRead } from '../lib/shared-read.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { ServiceClient } from '../service/client.ts';
import { isOutcomeUnknown, isRecordNotFound, ServiceError } from '../service/errors.ts';
import { createReaderById } from '../service/list-reader.ts';
import type { Log } from '../service/log.ts';
import { withRefusal } from '../service/service-problem.ts';
import {
  checkRequired,
  type FieldRules,
  fieldProblem,
  isRefusedSomehow,
} from './account-faults.ts';
import { accountFingerprint } from './account-fingerprint.ts';
import { createPendingCreations, isOf, type PendingCreations } from './pending-creations.ts';

export type Accounts = {
  /** Those a person may see; for support their numbers are masked. The same objects while they are as before. */
  list(viewer: Viewer): Promise<ApiAccount[]>;
  /** One of them, masked likewise. */
  show(viewer: Viewer, id: string): Promise<ApiAccount>;
  /** One with its numbers whole; who asked for them is for the caller to write down. */
  reveal(viewer: Viewer, id: string): Promise<ApiAccount>;
  create(viewer: Viewer, request: AccountRequest): Promise<ApiAccount>;
  edit(viewer: Viewer, id: string, request: AccountRequest): Promise<ApiAccount>;
  /** An account as the latest list has it, whoever asks; null when that is old or has none. Asks nobody. */
  known(id: string): DestinationAccount | null;
  /** Every account of the service, whoever asks; the same array while it was not read anew. */
  everything(): Promise<DestinationAccount[]>;
};

type Deps = FieldRules & {
  db: LedgerDb;
  client: ServiceClient;
  /** Ids of the accounts that an executed transfer locks (contract 3). */
  tracking: { lockedAccounts(maxAge?: number): Promise<ReadonlySet<string>> };
  now: () => number;
  log: Log;
};

const freshFor = 2_000;
const lockFreshFor = 10_000;
// What was added or edited here is read anew at once.
const everythingFreshFor = 60_000;

type Context = Deps & { all: SharedRead<DestinationAccount[]>; pending: PendingCreations };

/** The recipients: accounts of the service, each of the person who created it here. */
export function createAccounts(deps: Deps): Accounts {
  const { db, client, now } = deps;
  const all = createSharedRead(createListRead(client), now);
  const context: Context = { ...deps, all, pending: createPendingCreations(db, now) };

  return {
    list: (viewer) => list(context, viewer),
    show: async (viewer, id) => asSeen(await whole(context, viewer, id), viewer.canSee),
    reveal: (viewer, id) => whole(context, viewer, id),
    create: ({ user_id }, request) => create(context, user_id, request),
    edit: (viewer, id, request) => edit(context, viewer, id, request),
    known(id) {
      const rows = all.kept(everythingFreshFor);
      return (rows && byId(rows).get(id)) ?? null;
    },
    everything: async () => (await all.get(everythingFreshFor)).value,
  };
}

/** A read of the service's list that parses only what is new in it. */
function createListRead(client: ServiceClient): () => Promise<DestinationAccount[]> {
  const reader = createReaderById('accounts', destinationAccount, client.lists);
  let last: { etag: string | undefined; rows: DestinationAccount[] } | null = null;

  return async () => {
    // Of one and the same read, should another end before this one.
    const before = last;
    const answer = await client.listAccountsText({ etag: before?.etag });
    if (!answer) return before?.rows ?? [];
    last = { etag: answer.etag, rows: (await reader.read(answer.text)).rows };
    return last.rows;
  };
}

async function list(context: Context, viewer: Viewer): Promise<ApiAccount[]> {
  const { db, all, pending } = context;
  const { user_id, canSee } = viewer;
  const { value } = await all.get(freshFor);
  if (canSee !== 'everything') await pending.assignOwner(user_id, value);
  const visible = await visibleIds(db, viewer, 'account');
  const seen = visible ? value.filter((account) => visible.has(account.id)) : value;
  const locks = seen.length === 0 ? new Set<string>() : await locked(context);
  return seen.map((account) => asSeen(withLock(account, locks), canSee));
}

async function whole(context: Context, viewer: Viewer, id: string): Promise<ApiAccount> {
  const { db, client } = context;
  await requireVisible(db, viewer, 'account', id);
  try {
    const [account, locks] = await Promise.all([client.showAccount(id), locked(context)]);
    return withLock(account, locks);
  } catch (error) {
    throw isRecordNotFound(error) ? notFound() : withRefusal(error);
  }
}

async function create(
  context: Context,
  user_id: string,
  request: AccountRequest,
): Promise<ApiAccount> {
  const { db, client, now, all, pending } = context;
  await checkRequired(request, context);
  const creation = await pending.begin(user_id, request);
  let account: DestinationAccount;
  try {
    account = await client.createAccount(request);
  } catch (error) {
    return await afterFailedCreate(context, user_id, request, creation, error);
  } finally {
    all.drop();
  }
  await own(db, 'account', account.id, user_id, timestamp(now()));
  await pending.end(creation);
  await requireTheirs(context, user_id, account);
  return withLock(account, new Set());
}

/** The service answers a creation with a new account; with one that is somebody's it has created none. */
async function requireTheirs({ db, log }: Context, user_id: string, { id }: DestinationAccount) {
  if ((await ownerOf(db, 'account', id)) === user_id) return;
  log.error({ account_id: id }, "the service answered a creation with another person's account");
  throw new ProblemError('invalid-fields', { errors: { alias: ['has already been taken'] } });
}

async function afterFailedCreate(
  context: Context,
  user_id: string,
  request: AccountRequest,
  creation: string,
  error: unknown,
) {
  const { pending, log } = context;
  // Before anything is looked for: this attempt was no creation, and is kept for nobody.
  if (isRefused(error) || !isOutcomeUnknown(error)) await pending.end(creation);
  if (isRefused(error)) {
    // It may be theirs from an earlier attempt whose answer was lost.
    if (await pending.has(user_id, request.alias)) {
      const found = await findCreated(context, user_id, request);
      if (found) return found;
    }
    throw fieldProblem(error);
  }
  if (!isOutcomeUnknown(error)) throw error;
  // Where the list can't be read either, the first failure is what the person is told.
  const found = await findCreated(context, user_id, request).catch((failure: unknown) => {
    log.warn({ err: failure }, 'an account without an answer could not be looked for');
    return null;
  });
  if (found) return found;
  throw error;
}

/** The account that a request came to, if the service has one and it is this person's. */
async function findCreated(
  context: Context,
  user_id: string,
  request: AccountRequest,
): Promise<ApiAccount | null> {
  const { db, all, pending } = context;
  all.drop();
  const { value } = await all.get(0);
  await pending.assignOwner(user_id, value);
  const match = value.find((account) => isOf(account, request));
  const mine = match && (await ownerOf(db, 'account', match.id)) === user_id;
  return mine ? withLock(match, await locked(context)) : null;
}

async function edit(
  context: Context,
  viewer: Viewer,
  id: string,
  request: AccountRequest,
): Promise<ApiAccount> {
  const { db, client, all } = context;
  await requireVisible(db, viewer, 'account', id);
  await checkRequired(request, context);
  if ((await locked(context)).has(id)) throw new ProblemError('account-locked');
  try {
    return withLock(await client.editAccount(id, request), new Set());
  } catch (error) {
    // How the service refuses a locked account is not in the contract, whether it is one is.
    const isLocked = isRefusedSomehow(error) && (await locked(context, 0)).has(id);
    if (isLocked) throw new ProblemError('account-locked');
    if (!isRefused(error)) throw error;
    throw error.status === 404 ? notFound() : fieldProblem(error);
  } finally {
    all.drop();
  }
}

async function locked(
  { tracking, log }: Context,
  maxAge = lockFreshFor,
): Promise<ReadonlySet<string>> {
  try {
    return await tracking.lockedAccounts(maxAge);
  } catch (error) {
    // Only a hint is lost: an edit of a locked account is still refused by the service.
    log.warn({ err: error }, 'which accounts are locked could not be read');
    return new Set();
  }
}

const isRefused = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.kind === 'refused';

const byId = memoizeWeak(
  (rows: DestinationAccount[]) => new Map(rows.map((account) => [account.id, account])),
);

/** Support sees whose account it is; its numbers only when they ask, which is written down. */
function asSeen(account: ApiAccount, canSee: Viewer['canSee']): ApiAccount {
  return canSee === 'everything' ? masked(account) : account;
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
