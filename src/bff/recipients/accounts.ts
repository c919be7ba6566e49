import { setTimeout as pause } from 'node:timers/promises';
import type {
  AccountDetails,
  AccountMarks,
  DestinationAccount as ApiAccount,
  MarkRequest,
} from '../../contract/api/destination-account.ts';
import {
  type AccountRequest,
  type DestinationAccount,
  destinationAccount,
} from '../../contract/destination-account.ts';
import { maskedFields } from '../../contract/field-kinds.ts';
import { memoizeWeak } from '../../contract/memoize-weak.ts';
import { numberTail } from '../../contract/number-tail.ts';
import { numberKeys } from '../../contract/same-account.ts';
import { requireVisible, type Viewer, visibleIds } from '../auth/viewer.ts';
import { isArchived, markAccount } from '../ledger/people/account-marks.ts';
import { own, ownerOf, withSenders } from '../ledger/people/owners.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { createSharedRead, type SharedRead } from '../lib/shared-read.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { ServiceClient } from '../service/client.ts';
import { isOutcomeUnknown, isRecordNotFound, ServiceError } from '../service/errors.ts';
import { createListReader } from '../service/list-reader.ts';
import type { Log } from '../service/log.ts';
import { withRefusal } from '../service/service-problem.ts';
import {
  checkRequired,
  type FieldRules,
  fieldProblem,
  isRefusedSomehow,
} from './account-faults.ts';
import { accountFingerprint } from './account-fingerprint.ts';
import { marksOf, marksOfOne, withMarks } from './account-marks.ts';
import { createPendingCreations, isOf, type PendingCreations } from './pending-creations.ts';

export type Accounts = {
  /** The accounts that a viewer may see, numbers masked for support. Unchanged accounts keep their object. */
  list(viewer: Viewer): Promise<ApiAccount[]>;
  /** One account, masked in the same way. @throws ProblemError not-found if it is not theirs */
  show(viewer: Viewer, id: string): Promise<ApiAccount>;
  /** One account with full numbers. The caller must write the audit entry. */
  reveal(viewer: Viewer, id: string): Promise<ApiAccount>;
  create(viewer: Viewer, request: AccountRequest): Promise<ApiAccount>;
  edit(viewer: Viewer, id: string, request: AccountRequest): Promise<ApiAccount>;
  /** Pins, archives or brings back an account, without a call of the service. */
  mark(viewer: Viewer, id: string, request: MarkRequest): Promise<AccountMarks>;
  /** An account in the last list, without a call and without a check of rights; null if unknown or old. */
  known(id: string): DestinationAccount | null;
  /** All accounts of the service, without a check of rights. The same array until the next read. */
  everything(): Promise<DestinationAccount[]>;
};

type Deps = FieldRules & {
  db: LedgerDb;
  client: ServiceClient;
  /** Tells which of some accounts an executed transfer locks (contract 3). */
  tracking: {
    lockedAccounts(ids: readonly string[], maxAge?: number): Promise<ReadonlySet<string>>;
  };
  now: () => number;
  log: Log;
};

const listMaxAgeMs = 2_000;
const locksMaxAgeMs = 10_000;
const maxCompareMs = 500;
// Longer, because a change made here drops the list at once.
const everythingMaxAgeMs = 60_000;

type Context = Deps & { all: SharedRead<DestinationAccount[]>; pending: PendingCreations };

/** Recipients: the service's accounts, each owned by the person who created it in Giro. */
export function createAccounts(deps: Deps): Accounts {
  const { db, client, now } = deps;
  const all = createSharedRead(createListRead(client), now);
  const context: Context = { ...deps, all, pending: createPendingCreations(db, now) };

  return {
    list: (viewer) => list(context, viewer),
    show: (viewer, id) => show(context, viewer, id),
    reveal: async (viewer, id) => marked(context, viewer, await whole(context, viewer, id)),
    create: async (viewer, request) =>
      marked(context, viewer, await create(context, viewer.user_id, request)),
    edit: async (viewer, id, request) =>
      marked(context, viewer, await edit(context, viewer, id, request)),
    async mark(viewer, id, request) {
      await requireVisible(db, viewer, 'account', id);
      await markAccount(db, viewer.user_id, id, request, timestamp(now()));
      return marksOfOne(db, viewer, id);
    },
    known(id) {
      const rows = all.kept(everythingMaxAgeMs);
      return (rows && byId(rows).get(id)) ?? null;
    },
    everything: async () => (await all.get(everythingMaxAgeMs)).value,
  };
}

/** Reads the service's list of accounts and parses only new rows. */
function createListRead(client: ServiceClient): () => Promise<DestinationAccount[]> {
  const reader = createListReader({
    ...{ schema: destinationAccount, list: 'accounts', record: client.lists },
  });
  let last: { etag: string | undefined; rows: DestinationAccount[] } | null = null;

  return async () => {
    // Kept for this read: another read may replace `last` before it ends.
    const before = last;
    const answer = await client.listAccountsText({ etag: before?.etag });
    if (!answer) return before?.rows ?? [];
    last = { etag: answer.etag, rows: (await reader.read(answer.parts)).rows };
    return last.rows;
  };
}

async function list(context: Context, viewer: Viewer): Promise<ApiAccount[]> {
  const { db, all, pending } = context;
  const { user_id, canSee } = viewer;
  const { value } = await all.get(listMaxAgeMs);
  if (canSee !== 'everything') await pending.assignOwner(user_id, value);
  const [visible, marks] = await Promise.all([
    visibleIds(db, viewer, 'account'),
    marksOf(db, viewer),
  ]);
  const seen = visible ? value.filter((account) => visible.has(account.id)) : value;
  const ids = seen.map(({ id }) => id);
  const locks = seen.length === 0 ? new Set<string>() : await locked(context, ids);
  return seen.map((account) =>
    withMarks(asSeen(withLock(account, locks), canSee), marks.get(account.id)),
  );
}

async function marked({ db }: Context, viewer: Viewer, account: AccountDetails) {
  return withMarks(account, await marksOfOne(db, viewer, account.id));
}

async function show(context: Context, viewer: Viewer, id: string): Promise<ApiAccount> {
  const account = asSeen(await whole(context, viewer, id), viewer.canSee);
  const isSupport = viewer.canSee === 'everything';
  const [shown, same_as, [whose]] = await Promise.all([
    marked(context, viewer, account),
    isSupport ? undefined : sameAs(context, viewer, account),
    isSupport ? withSenders(context.db, 'account', [{ id }]) : [],
  ]);
  return { ...shown, ...(same_as && { same_as }), ...(whose?.sender && { sender: whose.sender }) };
}

/** The first other account with a number in common that the viewer sees and nobody has archived. */
async function sameAs(
  { db, all, log }: Context,
  viewer: Viewer,
  account: AccountDetails,
): Promise<ApiAccount['same_as']> {
  // Only a hint: the account is not kept waiting for a list that fails or is late.
  const read = all.get(everythingMaxAgeMs).catch((error: unknown) => {
    log.warn({ err: error }, 'recipients: not compared with the others');
    return null;
  });
  const list = await Promise.race([read, pause(maxCompareMs, null, { ref: false })]);
  const visible = await visibleIds(db, viewer, 'account');
  const keys = new Set(keysOf(account));
  const others = (list?.value ?? []).filter(
    (one) =>
      one.id !== account.id && visible?.has(one.id) && keysOf(one).some((key) => keys.has(key)),
  );
  for (const { id, alias } of others) {
    if (!(await isArchived(db, id))) return { id, alias };
  }
  return undefined;
}

const keysOf = memoizeWeak((account: AccountDetails | DestinationAccount) =>
  numberKeys(account).map(({ key }) => key),
);

async function whole(context: Context, viewer: Viewer, id: string): Promise<AccountDetails> {
  const { db, client } = context;
  await requireVisible(db, viewer, 'account', id);
  try {
    const [account, locks] = await Promise.all([client.showAccount(id), locked(context, [id])]);
    return withLock(account, locks);
  } catch (error) {
    throw isRecordNotFound(error) ? notFound() : withRefusal(error);
  }
}

async function create(
  context: Context,
  user_id: string,
  request: AccountRequest,
): Promise<AccountDetails> {
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

/** Rejects an answer with an account that another person owns: it is not the created one. */
async function requireTheirs({ db, log }: Context, user_id: string, { id }: DestinationAccount) {
  if ((await ownerOf(db, 'account', id)) === user_id) return;
  log.error({ account_id: id }, "recipients: creation answered with another person's account");
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
  // Ended before the search below: a rejected or unsent creation must not claim an account.
  if (isRefused(error) || !isOutcomeUnknown(error)) await pending.end(creation);
  if (isRefused(error)) {
    // The alias may be taken by their own earlier attempt, whose answer was lost.
    if (await pending.has(user_id, request.alias)) {
      const found = await findCreated(context, user_id, request);
      if (found) return found;
    }
    throw fieldProblem(error);
  }
  if (!isOutcomeUnknown(error)) throw error;
  // If the list can't be read either, the person gets the first failure.
  const found = await findCreated(context, user_id, request).catch((failure: unknown) => {
    log.warn({ err: failure }, 'recipients: list not read after a creation without an answer');
    return null;
  });
  if (found) return found;
  throw error;
}

/** The account that a request created, if the service lists it and this person owns it. */
async function findCreated(
  context: Context,
  user_id: string,
  request: AccountRequest,
): Promise<AccountDetails | null> {
  const { db, all, pending } = context;
  all.drop();
  const { value } = await all.get(0);
  await pending.assignOwner(user_id, value);
  const match = value.find((account) => isOf(account, request));
  const mine = match && (await ownerOf(db, 'account', match.id)) === user_id;
  return mine ? withLock(match, await locked(context, [match.id])) : null;
}

async function edit(
  context: Context,
  viewer: Viewer,
  id: string,
  request: AccountRequest,
): Promise<AccountDetails> {
  const { db, client, all } = context;
  await requireVisible(db, viewer, 'account', id);
  await checkRequired(request, context);
  if ((await locked(context, [id])).has(id)) throw new ProblemError('account-locked');
  try {
    return withLock(await client.editAccount(id, request), new Set());
  } catch (error) {
    // The contract doesn't show how an edit of a locked account is refused, so check the lock itself.
    const isLocked = isRefusedSomehow(error) && (await locked(context, [id], 0)).has(id);
    if (isLocked) throw new ProblemError('account-locked');
    if (!isRefused(error)) throw error;
    throw error.status === 404 ? notFound() : fieldProblem(error);
  } finally {
    all.drop();
  }
}

async function locked(
  { tracking, log }: Context,
  ids: readonly string[],
  maxAge = locksMaxAgeMs,
): Promise<ReadonlySet<string>> {
  try {
    return await tracking.lockedAccounts(ids, maxAge);
  } catch (error) {
    // Only a hint is missing: the service still refuses to edit a locked account (contract 3).
    log.warn({ err: error }, 'recipients: locked accounts not read');
    return new Set();
  }
}

const isRefused = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.kind === 'refused';

const byId = memoizeWeak(
  (rows: DestinationAccount[]) => new Map(rows.map((account) => [account.id, account])),
);

/** Masks numbers for support, who reveal them with an audit entry. */
function asSeen(account: AccountDetails, canSee: Viewer['canSee']): AccountDetails {
  return canSee === 'everything' ? masked(account) : account;
}

const masked = memoizeWeak((account: AccountDetails): AccountDetails => {
  const ends = maskedFields(account.category).flatMap((field) => {
    const number = account[field];
    return number ? [[field, numberTail(number)]] : [];
  });
  const { fingerprint: _ofWholeNumbers, ...rest } = account;
  return { ...rest, ...Object.fromEntries(ends), masked: true };
});

function withLock(account: DestinationAccount, locks: ReadonlySet<string>): AccountDetails {
  return locks.has(account.id) ? notEditable(account) : editable(account);
}

const editable = memoizeWeak((account: DestinationAccount): AccountDetails => {
  return { ...account, editable: true, fingerprint: accountFingerprint(account) };
});
const notEditable = memoizeWeak((account: DestinationAccount): AccountDetails => {
  return { ...editable(account), editable: false, locked_reason: 'executed-transfer' };
});
