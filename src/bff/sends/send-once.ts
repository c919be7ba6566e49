import { isOpen } from '../../contract/api/send-states.ts';
import type { TransferRequest } from '../../contract/api/transfer.ts';
import type { Currency } from '../../contract/currency.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { numberTail } from '../../contract/number-tail.ts';
import { isForgotten } from '../ledger/keep/retention.ts';
import { isArchived } from '../ledger/people/account-marks.ts';
import { ownerOf } from '../ledger/people/owners.ts';
import { holdPersonAndSession } from '../ledger/people/sessions.ts';
import { keepSnapshot, type SendSnapshot } from '../ledger/sends/send-snapshots.ts';
import {
  findOpenDuplicate,
  findSend,
  guardScopeOf,
  type Intent,
  intend,
  type SendRow,
  sendsLike,
  teamScope,
} from '../ledger/sends/sends.ts';
import { isLedgerFailure } from '../ledger/store/ledger.ts';
import { isLedgerBusy, maxConnectionWaitSeconds } from '../ledger/store/ledger-error.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Reference } from '../quotes/reference.ts';
import { requireBegun, withBeginLease } from './begin-lease.ts';
import { type KnownBeforeDeps, knownBefore } from './known-before.ts';
import { type LatestRecords, requireNotHeld } from './latest-records.ts';
import { recoverFound } from './lost-sends.ts';
import {
  createStalenessCheck,
  LostSendError,
  type Outcome,
  type PostDeps,
  postOnce,
} from './post-once.ts';
import { type RecipientDeps, requireRecipient } from './recipient-check.ts';
import { answerOf, bodyHash, endedProblem, sendOf, writeQuote } from './send-row.ts';
import { requireStepUp, type StepUpAbove } from './step-up.ts';
import { addIntendedNotes } from './transfer-notes.ts';

export type SendDeps = KnownBeforeDeps &
  RecipientDeps &
  PostDeps & {
    mayUse: (user_id: string, account_id: string) => Promise<boolean>;
    currencies: Reference['currencies'];
    records: Pick<LatestRecords, 'areThere'>;
    /** This machine's clock, in milliseconds since 1970: measures how long a POST waits here. */
    now: () => number;
    sendersSee: 'own' | 'all';
    stepUpAbove: StepUpAbove;
  };

/** Who asks for which send. */
type Sender = {
  user_id: string;
  /** The idempotency key. */
  key: string;
  /** Null without a session: no proof counts then. */
  session_hash: string | null;
  /** In which identical sends exclude each other. */
  guard_scope: string;
  body_hash: string;
};

/**
 * Sends money at most once for each idempotency key. The service has no idempotency key (contract 4.2),
 * so the intent is committed before the POST, and a known key is answered from the ledger.
 * @param session_hash of the session that the request came with, in which a proof must have been given
 * @throws ProblemError not-signed-in, forbidden, account-not-found, recipient-archived, wallet-address-missing,
 *   amount-too-small, invalid-fields, recipient-changed, step-up-required, step-up-refused, key-reused,
 *   send-in-flight, identical-send-open, sent-before, send-forgotten, send-settled, send-refused,
 *   rate-not-available, send-not-made, clock-differs, ledger-held, send-not-saved; service-refused and ServiceError
 *   only before the intent
 */
export async function sendOnce(
  deps: SendDeps,
  user_id: string,
  key: string,
  request: TransferRequest,
  session_hash: string | null = null,
): Promise<Outcome> {
  const { db, sendersSee } = deps;
  const guard_scope = guardScopeOf(sendersSee, user_id);
  const sender = { user_id, key, session_hash, guard_scope, body_hash: bodyHash(request) };
  const before = await findSend(db, key);
  if (before) return answerRepeat(before, sender);
  if (await isForgotten(db, key)) throw new ProblemError('send-forgotten', { send_key: key });
  try {
    await requireNotHeld(deps);
    return await withBeginLease(deps, key, (began) => sendNew(deps, sender, request, began));
  } catch (error) {
    // Before the intent nothing is sent, and after the POST an unknown outcome never ends in an error.
    const isUnsaved = isLedgerFailure(error) || error instanceof LostSendError;
    if (!isUnsaved) throw error;
    const retryAfterSeconds = isLedgerBusy(error) ? maxConnectionWaitSeconds : undefined;
    throw new ProblemError('send-not-saved', { retryAfterSeconds });
  }
}

/** Checks, commits the intent, and posts. Everything that is refused is refused before the POST. */
async function sendNew(
  deps: SendDeps,
  sender: Sender,
  request: TransferRequest,
  began: number,
): Promise<Outcome> {
  const { db } = deps;
  if (!(await deps.mayUse(sender.user_id, request.destination_account_id))) {
    throw new ProblemError('account-not-found');
  }
  await requireNotArchived(db, request.destination_account_id);
  const currencies = await requireCurrencies(deps, request);

  await recoverFound(db, sender, timestamp(began));
  const duplicate = await findOpenDuplicate(db, sender.guard_scope, sender.body_hash);
  if (duplicate?.key === sender.key) return answerRepeat(duplicate, sender);
  requireNoneOpen(duplicate, request);

  // Read before the intent: a matching transfer that already exists is not the outcome of this send.
  const known = await knownBefore(deps, request);
  // Read last, so that it is as recent as possible when the intent is written.
  const account = await requireRecipient(deps, request);

  const requireRecent = createStalenessCheck(deps.now);
  const snapshot = snapshotOf(account, request, currencies);
  const row = await insertIntent(deps, sender, request, { known, snapshot, began });
  if (!row) return answerConflict(deps, sender);
  deps.records.remember(row);
  return postOnce(deps, row, requireRecent);
}

/** Answers a key that is in the ledger with its outcome, without a second POST. */
function answerRepeat(row: SendRow, { user_id, body_hash }: Sender): Outcome {
  if (row.user_id !== user_id || row.body_hash !== body_hash) throw new ProblemError('key-reused');
  if (row.state === 'sent') {
    const transfer = answerOf(row);
    return transfer ? { transfer } : { send: sendOf(row) };
  }
  if (row.state === 'intended') throw new ProblemError('send-in-flight', { send_key: row.key });
  if (row.state === 'refused' || row.state === 'not_sent') throw endedProblem(row);
  return { send: sendOf(row) };
}

/** True if a person may send to an account: their own, or any owned account when senders share. */
export async function mayUseAccount(
  db: LedgerDb,
  sendersSee: 'own' | 'all',
  user_id: string,
  account_id: string,
): Promise<boolean> {
  const owner = await ownerOf(db, 'account', account_id);
  return owner !== null && (sendersSee === 'all' || owner === user_id);
}

/** @throws ProblemError recipient-archived */
async function requireNotArchived(db: LedgerDb, account_id: string) {
  if (await isArchived(db, account_id)) throw new ProblemError('recipient-archived');
}

/**
 * Accepts only currency codes that the service lists (contract 4.5): if the service also accepted
 * 'cop' for 'COP', the same transfer would pass the check for duplicates.
 * @returns what the service lists
 * @throws ProblemError invalid-fields
 */
async function requireCurrencies(
  { currencies }: Pick<SendDeps, 'currencies'>,
  request: TransferRequest,
): Promise<Currency[]> {
  const listed = await currencies();
  const codes = new Set(listed.map(({ iso_code }) => iso_code));
  const fields = ['source_amount_currency', 'destination_amount_currency'] as const;
  const unknown = fields.filter((field) => !codes.has(request[field]));
  if (unknown.length === 0) return listed;
  const errors = Object.fromEntries(
    unknown.map((field) => [field, ['is no currency of the service']]),
  );
  throw new ProblemError('invalid-fields', { errors });
}

/**
 * Refuses a send beside an identical open one, unless that is unresolved and the person chose to send again.
 * @throws ProblemError identical-send-open
 */
function requireNoneOpen(open: SendRow | undefined, { after_unresolved }: TransferRequest) {
  if (!open || (open.state === 'unresolved' && open.key === after_unresolved)) return;
  throw new ProblemError('identical-send-open', { send_key: open.key });
}

/** What was read before the intent; `began` is when the send began, in milliseconds since 1970. */
type Prepared = {
  known: Pick<Intent, 'known_transfer_ids' | 'known_by'>;
  snapshot: SendSnapshot;
  began: number;
};

/**
 * Inserts the intent, unless the same was sent recently and the person doesn't know of it, or its proof is
 * missing. The insert comes before the checks: the unique index then blocks identical sends, and later statements see
 * everything sent before it. To check first would be a race.
 * @returns null if the key or an identical open send exists
 */
function insertIntent(
  deps: SendDeps,
  sender: Sender,
  request: TransferRequest,
  { known, snapshot, began }: Prepared,
): Promise<SendRow | null> {
  const { db, storeClock, stepUpAbove } = deps;
  const intent = intentOf(sender, request, known);
  // Each statement must see what was committed before it, whatever isolation the store defaults to.
  const transaction = db.transaction().setIsolationLevel('read committed');
  return transaction.execute(async (tx) => {
    const now = await storeClock.now(tx);
    requireBegun(began, now);
    // Times of a wrong clock would mislead support and the other instances.
    if (storeClock.differs()) throw new ProblemError('clock-differs');
    const row = await intend(tx, intent, timestamp(now));
    if (!row) return null;
    await keepSnapshot(tx, row, snapshot);
    // Again, because since the check the ledger may have been moved, or another store put in its place.
    await requireNotHeld(deps, tx);
    await requireMaySend(tx, sender);
    // Again, because it may have been archived while the service was asked.
    await requireNotArchived(tx, request.destination_account_id);
    await requireEarlierUnsent(tx, sender, request);
    await requireNoneLike(tx, sender, request, now);
    // Last, so that a proof is asked for, and used up, only if nothing else is in the way.
    const { session_hash } = sender;
    await requireStepUp(tx, stepUpAbove, row, { ...request, session_hash }, now);
    await addIntendedNotes(tx, row, request, timestamp(now));
    return row;
  });
}

/** The recipient and the currencies as they are now. */
function snapshotOf(
  account: DestinationAccount,
  request: TransferRequest,
  currencies: readonly Currency[],
): SendSnapshot {
  const number = account.category === 'bank' ? account.bank_number : account.additional_data;
  const subunits = (code: string) =>
    `${currencies.find(({ iso_code }) => iso_code === code)?.subunit_to_unit ?? ''}`;
  return {
    name: [account.first_name, account.last_name].filter(Boolean).join(' '),
    alias: account.alias,
    account_tail: number ? numberTail(number) : '',
    source_subunits: subunits(request.source_amount_currency),
    destination_subunits: subunits(request.destination_amount_currency),
  };
}

function intentOf(
  { key, user_id, guard_scope, body_hash }: Sender,
  request: TransferRequest,
  known: Pick<Intent, 'known_transfer_ids' | 'known_by'>,
): Intent {
  const { destination_account_id, source_amount_currency, destination_amount_currency } = request;
  return {
    ...{ key, user_id, guard_scope, body_hash },
    ...{ destination_account_id, source_amount_currency, destination_amount_currency },
    source_amount_cents: request.source_amount_cents.toString(),
    quote: writeQuote(request),
    ...known,
    after_unresolved: request.after_unresolved ?? null,
    after_sent: request.after_sent ?? null,
  };
}

/**
 * Reads in the intent's transaction who sends: they may have been disabled, erased, signed out or given another role
 * while the call waited.
 * @throws ProblemError not-signed-in, forbidden
 */
async function requireMaySend(tx: LedgerDb, { user_id, session_hash }: Sender) {
  const held = await holdPersonAndSession(tx, user_id, session_hash);
  const isIn = session_hash === null || held?.hasSession === true;
  if (!held || held.user.disabled_at !== null || !isIn) throw new ProblemError('not-signed-in');
  if (held.user.role !== 'sender') throw new ProblemError('forbidden');
}

/**
 * Rejects "send again" if the earlier send has turned out to be sent since the person chose.
 * @throws ProblemError send-settled
 */
async function requireEarlierUnsent(
  tx: LedgerDb,
  { user_id, guard_scope }: Sender,
  { after_unresolved }: TransferRequest,
) {
  if (after_unresolved === undefined) return;
  const earlier = await findSend(tx, after_unresolved);
  const isTheirs = guard_scope === teamScope || earlier?.user_id === user_id;
  if (isTheirs && earlier?.state === 'sent') {
    throw new ProblemError('send-settled', { send_key: after_unresolved });
  }
}

/**
 * Refuses a send beside an identical one that is open, or was sent recently, and that the person does not know of.
 * @param now milliseconds since 1970, by the store's clock
 * @throws ProblemError identical-send-open, sent-before
 */
async function requireNoneLike(
  tx: LedgerDb,
  { key, guard_scope, body_hash }: Sender,
  request: TransferRequest,
  now: number,
) {
  const like = await sendsLike(tx, guard_scope, body_hash, new Date(now));
  // Begun since the first check in another scope, by an instance with another `sendersSee`.
  const open = like.find((one) => isOpen(one.state) && one.key !== key);
  requireNoneOpen(open, request);
  const latest = like.find(({ state }) => state === 'sent');
  if (latest && latest.key !== request.after_sent) {
    throw new ProblemError('sent-before', { send_key: latest.key });
  }
}

/** The answer to a call whose intent was not inserted, because of one that another call inserted. */
async function answerConflict({ db }: Pick<SendDeps, 'db'>, sender: Sender): Promise<Outcome> {
  const same = await findSend(db, sender.key);
  if (same) return answerRepeat(same, sender);
  // Without a duplicate it ended between the two reads: the person may press Send again.
  const duplicate = await findOpenDuplicate(db, sender.guard_scope, sender.body_hash);
  throw new ProblemError('identical-send-open', { send_key: duplicate?.key });
}
