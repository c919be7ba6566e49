import type { TransferRequest } from '../../contract/api/transfer.ts';
import type { Currency } from '../../contract/currency.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { numberTail } from '../../contract/number-tail.ts';
import { isForgotten } from '../ledger/keep/retention.ts';
import { lockUser } from '../ledger/people/users.ts';
import { keepSnapshot, type SendSnapshot } from '../ledger/sends/send-snapshots.ts';
import {
  findOpenDuplicate,
  findSend,
  guardScopeOf,
  type Intent,
  intend,
  type SendRow,
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
import {
  createStalenessCheck,
  LostSendError,
  type Outcome,
  type PostDeps,
  postOnce,
} from './post-once.ts';
import { type RecipientDeps, requireRecipient } from './recipient-check.ts';
import { requireSendable, requireStillSendable, type Sender } from './send-checks.ts';
import { answerOf, bodyHash, endedProblem, knownIds, sendOf, writeQuote } from './send-row.ts';
import { requireStepUp, type StepUpAbove } from './step-up.ts';
import { hasSumRules, requireSumRules, type SumRules, summedOf } from './sum-rules.ts';
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
    sumRules: SumRules;
  };

/** The release of an order. */
export type Release = {
  /** What it does in the transaction of the intent, in place of asking for a proof. */
  end: (tx: LedgerDb, now: number) => Promise<void>;
  /**
   * Called before the intent with the ids of the transfers like it that the service has; throws if its person may not
   * know of one.
   */
  requireKnown: (transfer_ids: readonly string[]) => Promise<void>;
  /** When its person decided (ISO 8601), if they know of no identical send since; null: as of a press now. */
  since: string | null;
  order: {
    id: string;
    /** When it is due (ISO 8601). */
    due: string | null;
    /** Whether a second person approved it as it is. */
    isApproved: boolean;
  };
};

/**
 * Sends money at most once for each idempotency key. The service has no idempotency key (contract 4.2),
 * so the intent is committed before the POST, and a known key is answered from the ledger.
 * @param session_hash of the session that the request came with, in which a proof must have been given
 * @throws ProblemError not-signed-in, forbidden, account-not-found, recipient-archived, wallet-address-missing,
 *   amount-too-small, invalid-fields, recipient-changed, limit-reached, approval-required, step-up-required,
 *   step-up-refused, key-reused,
 *   send-in-flight, identical-send-open, sent-before, order-changed, identical-order-held, send-forgotten,
 *   send-settled, send-refused, rate-not-available, send-not-made, clock-differs, ledger-held, send-not-saved; service-refused and ServiceError
 *   only before the intent
 */
export async function sendOnce(
  deps: SendDeps,
  user_id: string,
  key: string,
  request: TransferRequest,
  session_hash: string | null = null,
): Promise<Outcome> {
  const guard_scope = guardScopeOf(deps.sendersSee, user_id);
  const sender = { user_id, key, session_hash, guard_scope, body_hash: bodyHash(request) };
  return sendAs(deps, sender, request, null);
}

/**
 * Sends what a person ordered, at most once for each key, without a session: like `sendOnce` in all else.
 * @param release ends the order in the transaction of the intent; what that throws leaves no intent
 */
export function releaseOnce(
  deps: SendDeps,
  sender: Omit<Sender, 'session_hash'>,
  request: TransferRequest,
  release: Release,
): Promise<Outcome> {
  return sendAs(deps, { ...sender, session_hash: null }, request, release);
}

async function sendAs(
  deps: SendDeps,
  sender: Sender,
  request: TransferRequest,
  release: Release | null,
): Promise<Outcome> {
  const { db } = deps;
  const { key } = sender;
  const before = await findSend(db, key);
  if (before) return answerRepeat(before, sender);
  if (await isForgotten(db, key)) throw new ProblemError('send-forgotten', { send_key: key });
  try {
    await requireNotHeld(deps);
    return await withBeginLease(deps, key, (began) =>
      sendNew(deps, sender, request, { began, release }),
    );
  } catch (error) {
    // Before the intent nothing is sent, and after the POST an unknown outcome never ends in an error.
    const isUnsaved = isLedgerFailure(error) || error instanceof LostSendError;
    if (!isUnsaved) throw error;
    const retryAfterSeconds = isLedgerBusy(error) ? maxConnectionWaitSeconds : undefined;
    throw new ProblemError('send-not-saved', { retryAfterSeconds });
  }
}

/** `began` is when the send began, in milliseconds since 1970. */
type Begun = { began: number; release: Release | null };

/** Checks, commits the intent, and posts. Everything that is refused is refused before the POST. */
async function sendNew(
  deps: SendDeps,
  sender: Sender,
  request: TransferRequest,
  begun: Begun,
): Promise<Outcome> {
  const { currencies, same } = await requireSendable(deps, sender, request, begun.began);
  if (same) return answerRepeat(same, sender);

  // Read before the intent: a matching transfer that already exists is not the outcome of this send.
  const known = await knownBefore(deps, request);
  await begun.release?.requireKnown([...knownIds(known)]);
  // Read last, so that it is as recent as possible when the intent is written.
  const account = await requireRecipient(deps, request);

  const requireRecent = createStalenessCheck(deps.now);
  const snapshot = snapshotOf(account, request, currencies);
  const row = await insertIntent(deps, sender, request, { known, snapshot, ...begun });
  if (!row) return answerConflict(deps, sender);
  deps.records.remember(row);
  return postOnce(deps, row, requireRecent);
}

/**
 * Answers a key that is in the ledger with its outcome, without a second POST.
 * @throws ProblemError key-reused, send-in-flight, send-refused, rate-not-available, account-not-found, send-not-made
 */
export function answerRepeat(
  row: SendRow,
  { user_id, body_hash }: Pick<Sender, 'user_id' | 'body_hash'>,
): Outcome {
  if (row.user_id !== user_id || row.body_hash !== body_hash) throw new ProblemError('key-reused');
  if (row.state === 'sent') {
    const transfer = answerOf(row);
    return transfer ? { transfer } : { send: sendOf(row) };
  }
  if (row.state === 'intended') throw new ProblemError('send-in-flight', { send_key: row.key });
  if (row.state === 'refused' || row.state === 'not_sent') throw endedProblem(row);
  return { send: sendOf(row) };
}

/** What was read before the intent. */
type Prepared = Begun & {
  known: Pick<Intent, 'known_transfer_ids' | 'known_by'>;
  snapshot: SendSnapshot;
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
  { known, snapshot, began, release }: Prepared,
): Promise<SendRow | null> {
  const { db, storeClock, stepUpAbove, sumRules } = deps;
  const intent = intentOf(sender, request, known);
  const isSummed = hasSumRules(sumRules, request.source_amount_currency);
  // Each statement must see what was committed before it, whatever isolation the store defaults to.
  const transaction = db.transaction().setIsolationLevel('read committed');
  return transaction.execute(async (tx) => {
    // Before the intent, whose reference to the person would else let two of theirs wait for each other.
    if (isSummed) await lockUser(tx, sender.user_id);
    const now = await storeClock.now(tx);
    requireBegun(began, now);
    // Times of a wrong clock would mislead support and the other instances.
    if (storeClock.differs()) throw new ProblemError('clock-differs');
    const row = await intend(tx, intent, timestamp(now));
    if (!row) return null;
    await keepSnapshot(tx, row, snapshot);
    const asked = release
      ? ({ as: 'release', since: release.since } as const)
      : ({ as: 'send' } as const);
    await requireStillSendable(tx, deps, sender, request, now, asked);
    if (isSummed) {
      const { id, due, isApproved = false } = release?.order ?? {};
      const order = id === undefined ? null : { id, due: due ?? null };
      const summed = { ...summedOf(sender, request, order), isApproved };
      await requireSumRules(tx, sumRules, summed, now);
    }
    // Last, so that a proof is asked for, and used up, only if nothing else is in the way.
    const { session_hash } = sender;
    if (release) await release.end(tx, now);
    else await requireStepUp(tx, stepUpAbove, row, { ...request, session_hash }, now);
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
    fingerprint: request.destination_account_fingerprint,
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

/** The answer to a call whose intent was not inserted, because of one that another call inserted. */
async function answerConflict({ db }: Pick<SendDeps, 'db'>, sender: Sender): Promise<Outcome> {
  const same = await findSend(db, sender.key);
  if (same) return answerRepeat(same, sender);
  // Without a duplicate it ended between the two reads: the person may press Send again.
  const duplicate = await findOpenDuplicate(db, sender.guard_scope, sender.body_hash);
  throw new ProblemError('identical-send-open', { send_key: duplicate?.key });
}
