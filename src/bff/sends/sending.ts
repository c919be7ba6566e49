import type { Send } from '../../contract/api/send.ts';
import { isOpen, type SendReason } from '../../contract/api/send-states.ts';
import type { TransferRequest as ApiRequest } from '../../contract/api/transfer.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { isPayable } from '../../contract/payable.ts';
import type { Simulation, SimulationRequest } from '../../contract/simulation.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { isLedgerFailure, type LedgerDb } from '../ledger/ledger.ts';
import { own } from '../ledger/owners.ts';
import { isForgotten } from '../ledger/retention.ts';
import {
  type Facts,
  findOpenDuplicate,
  findSend,
  guardScopeOf,
  type Intent,
  intend,
  moveSend,
  type SendRow,
  sendsLike,
  teamScope,
} from '../ledger/sends.ts';
import { addStateObservations } from '../ledger/state-observations.ts';
import { storeTimestamp } from '../ledger/store-clock.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Reference } from '../quotes/reference.ts';
import { requireShown } from '../recipients/account-fingerprint.ts';
import type { ServiceClient } from '../service/client.ts';
import { isOutcomeUnknown, ServiceError } from '../service/errors.ts';
import type { ReadOptions } from '../service/exchange.ts';
import { callContext, type Log } from '../service/log.ts';
import type { Tracking } from '../tracking/tracking.ts';
import {
  createStalenessCheck,
  recipientNow,
  requireArrival,
  requireBegun,
  requireCurrencies,
  requireMaySend,
  requireNotArchived,
  requireNotHeld,
  withBeginLease,
} from './before-intent.ts';
import { type KnownBeforeDeps, knownBefore } from './known-before.ts';
import { requireAnswerTo } from './known-transfers.ts';
import type { LatestRecords } from './latest-records.ts';
import { recoverFound } from './lost-sends.ts';
import {
  answerOf,
  bodyHash,
  knownIds,
  refusalReason,
  requestOf,
  sendOf,
  writeAnswer,
  writeQuote,
} from './send-row.ts';
import { requireStepUp, type StepUpAbove } from './step-up.ts';

/** Of the service's message, in characters. */
const maxServiceMessageLength = 500;

export type Outcome = { transfer: Transfer } | { send: Send };

export type SendDeps = KnownBeforeDeps & {
  client: Pick<ServiceClient, 'createTransfer'>;
  /** Reads from the service, not from a cache. */
  showAccount: (id: string) => Promise<DestinationAccount>;
  simulate: (request: SimulationRequest, options?: ReadOptions) => Promise<Simulation>;
  currencies: Reference['currencies'];
  tracking: Pick<Tracking, 'list' | 'drop'>;
  records: Pick<LatestRecords, 'remember' | 'areThere' | 'look'>;
  /** This machine's clock, in milliseconds since 1970: measures how long a POST waits here. */
  now: () => number;
  log: Log;
  sendersSee: 'own' | 'all';
  stepUpAbove: StepUpAbove;
  /** Called with a transfer whose sender the ledger knows, so that it is shown at once. Never rejects. */
  onMade?: (transfer: Transfer) => Promise<void>;
  /** Called with the key of a send whose outcome is unknown, so that it is looked for at once. */
  onUnconfirmed: (key: string) => void;
  mayUse: (user_id: string, account_id: string) => Promise<boolean>;
};

/** Who asks for which send: the person, their session, and the idempotency key. */
type Sender = {
  user_id: string;
  key: string;
  /** Null without a session: no proof counts then. */
  session_hash: string | null;
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
  request: ApiRequest,
  session_hash: string | null = null,
): Promise<Outcome> {
  const before = await findSend(deps.db, key);
  if (before) return answerRepeat(before, user_id, bodyHash(request));
  if (await isForgotten(deps.db, key)) throw new ProblemError('send-forgotten', { send_key: key });
  const sender = { user_id, key, session_hash };
  try {
    await requireNotHeld(deps);
    return await withBeginLease(deps, key, (began) => begin(deps, sender, request, began));
  } catch (error) {
    // Before the intent nothing is sent, and after the POST an unknown outcome never ends in an error.
    const isUnsaved = isLedgerFailure(error) || error instanceof LostSendError;
    throw isUnsaved ? new ProblemError('send-not-saved') : error;
  }
}

async function begin(
  deps: SendDeps,
  { user_id, key, session_hash }: Sender,
  request: ApiRequest,
  began: number,
): Promise<Outcome> {
  const { db } = deps;
  const { source_amount_currency, destination_amount_currency } = request;
  const body_hash = bodyHash(request);
  const guard_scope = guardScopeOf(deps.sendersSee, user_id);
  if (!(await deps.mayUse(user_id, request.destination_account_id))) {
    throw new ProblemError('account-not-found');
  }
  await requireNotArchived(db, request.destination_account_id);
  await requireCurrencies(deps, request);
  const sent = { user_id, guard_scope, body_hash };
  await recoverFound(db, sent, timestamp(began));
  const duplicate = await findOpenDuplicate(db, guard_scope, body_hash);
  if (duplicate?.key === key) return answerRepeat(duplicate, user_id, body_hash);
  const chosen = duplicate?.state === 'unresolved' && duplicate.key === request.after_unresolved;
  if (duplicate && !chosen)
    throw new ProblemError('identical-send-open', { send_key: duplicate.key });
  // Read before the intent: a matching transfer that already exists is not the outcome of this send.
  const known = await knownBefore(deps, request);
  const intent = {
    ...{ key, user_id, guard_scope, body_hash },
    destination_account_id: request.destination_account_id,
    ...{ source_amount_currency, destination_amount_currency },
    source_amount_cents: request.source_amount_cents.toString(),
    quote: writeQuote(request),
    ...known,
    after_unresolved: request.after_unresolved ?? null,
    after_sent: request.after_sent ?? null,
  };
  // Read last, so that it is as recent as possible when the intent is written.
  const account = await recipientNow(deps, request);
  requireShown(account, request.destination_account_fingerprint);
  if (!isPayable(account)) throw new ProblemError('wallet-address-missing');
  await requireArrival(deps, request, account);
  const requireRecent = createStalenessCheck(deps.now);
  const row = await insertIntent(deps, intent, { ...request, session_hash }, began);
  if (!row) return answerConflict(deps, intent);
  deps.records.remember(row);
  return post(deps, row, requireRecent);
}

/**
 * Inserts the intent, unless the same was sent recently and the person doesn't know of it, or its proof is
 * missing. The insert comes before the check: the unique index then blocks identical sends, and later statements see
 * everything sent before it. To check first would be a race.
 * @returns null if the key or an identical open send exists
 */
function insertIntent(
  deps: SendDeps,
  intent: Intent,
  request: ApiRequest & Pick<Sender, 'session_hash'>,
  began: number,
): Promise<SendRow | null> {
  const { db, storeClock, stepUpAbove } = deps;
  const { after_unresolved, after_sent } = request;
  // Each statement must see what was committed before it, whatever isolation the store defaults to.
  const transaction = db.transaction().setIsolationLevel('read committed');
  return transaction.execute(async (tx) => {
    const now = await storeClock.now(tx);
    requireBegun(began, now);
    // Times of a wrong clock would mislead support and the other instances.
    if (storeClock.differs()) throw new ProblemError('clock-differs');
    const row = await intend(tx, intent, timestamp(now));
    if (!row) return null;
    // Again, because since the check the ledger may have been moved, or another store put in its place.
    await requireNotHeld(deps, tx);
    await requireMaySend(tx, row.user_id, request.session_hash);
    // Again, because it may have been archived while the service was asked.
    await requireNotArchived(tx, row.destination_account_id);
    if (after_unresolved !== undefined) await requireEarlierUnsent(tx, row, after_unresolved);
    const like = await sendsLike(tx, row.guard_scope, row.body_hash, new Date(now));
    // Begun since the first check in another scope, by an instance with another `sendersSee`.
    const open = like.find(({ key, state }) => isOpen(state) && key !== row.key);
    if (open && (open.state !== 'unresolved' || open.key !== after_unresolved)) {
      throw new ProblemError('identical-send-open', { send_key: open.key });
    }
    const latest = like.find(({ state }) => state === 'sent');
    if (latest && latest.key !== after_sent) {
      throw new ProblemError('sent-before', { send_key: latest.key });
    }
    // Last, so that a proof is asked for, and used up, only if nothing else is in the way.
    await requireStepUp(tx, stepUpAbove, row, request, now);
    return row;
  });
}

/** Rejects "send again" if the earlier send has turned out to be sent since the person chose. */
async function requireEarlierUnsent(db: LedgerDb, { user_id, guard_scope }: SendRow, key: string) {
  const earlier = await findSend(db, key);
  const isTheirs = guard_scope === teamScope || earlier?.user_id === user_id;
  if (isTheirs && earlier?.state === 'sent') {
    throw new ProblemError('send-settled', { send_key: key });
  }
}

/** The only place that asks the service to move money: once, by the call that inserted the row. */
async function post(deps: SendDeps, row: SendRow, requireRecent: () => void): Promise<Outcome> {
  const { db, client, storeClock, log } = deps;
  let transfer: Transfer;
  try {
    requireRecent();
    const request = requestOf(row);
    const context = { ...callContext.getStore(), key: row.key };
    transfer = await callContext.run(context, () =>
      client.createTransfer(request, { beforeWriting: requireRecent }),
    );
    requireAnswerTo(transfer, request, knownIds(row));
  } catch (error) {
    return afterFailure(deps, row, error);
  }
  const facts = { transfer_id: transfer.id, answer: writeAnswer(transfer) };
  deps.tracking.drop();
  try {
    if (!(await endSend(deps, row, 'answered', facts))) await keepLateAnswer(deps, row, transfer);
  } catch (error) {
    // The service made the transfer but the ledger has no outcome: the send stays open for reconcile.
    const fields = { key: row.key, transfer_id: transfer.id, err: error };
    log.error(fields, 'send: outcome not written to the ledger');
    return { send: sendOf(await markLost(deps, row, 'internal')) };
  }
  try {
    const seen = [{ transfer_id: transfer.id, state: transfer.state }];
    const now = await storeTimestamp(storeClock);
    await db.transaction().execute((tx) => addStateObservations(tx, seen, now));
  } catch (error) {
    // Only a line of the timeline is missing: the next read of the list writes it.
    log.warn({ key: row.key, err: error }, 'send: first state of the transfer not written');
  }
  await deps.onMade?.(transfer);
  return { transfer };
}

const stateAfter = {
  answered: 'sent',
  refusal: 'refused',
  'not-written': 'not_sent',
  lost: 'unconfirmed',
} as const;

/**
 * Writes how the call of a send ended. If the ledger lost the send during the call, it is written again first, and the ledger
 * is held: nobody may send with its key again.
 * @returns null if the send had ended before
 * @throws LostSendError if the send is lost and can't be written again; Error of the store
 */
async function endSend(
  { db, storeClock, records }: SendDeps,
  row: SendRow,
  event: keyof typeof stateAfter,
  facts: Facts,
): Promise<SendRow | null> {
  const move = async () => moveSend(db, row.key, event, facts, await storeTimestamp(storeClock));
  // Before it is written: the store may be gone, and another in its place afterwards.
  const no_answer = event === 'lost' ? { no_answer: facts.reason ?? null } : {};
  records.remember({ ...row, ...facts, ...no_answer, state: stateAfter[event] });
  const moved = await move();
  if (moved || (await findSend(db, row.key))) return moved;
  await records.look();
  const written = await findSend(db, row.key);
  if (!written) throw new LostSendError('the ledger lost the send');
  return written.state === stateAfter[event] ? written : move();
}

class LostSendError extends Error {}

/** Gives the transfer to its sender if the answer came after the send had ended without it. */
async function keepLateAnswer({ db, storeClock, log }: SendDeps, row: SendRow, transfer: Transfer) {
  const ended = await findSend(db, row.key);
  if (ended?.transfer_id === transfer.id) return;
  await own(db, 'transfer', transfer.id, row.user_id, await storeTimestamp(storeClock));
  const fields = { key: row.key, state: ended?.state, transfer_id: transfer.id };
  log.error(fields, 'send: answered after it had ended with another outcome');
}

async function afterFailure(deps: SendDeps, row: SendRow, error: unknown): Promise<Outcome> {
  const { db, log } = deps;
  if (isOutcomeUnknown(error)) {
    const reason = error instanceof ServiceError ? error.kind : 'internal';
    const message = error instanceof ServiceError ? error.service_message : undefined;
    return { send: sendOf(await markLost(deps, row, reason, message)) };
  }
  const refused = error instanceof ServiceError && error.kind === 'refused';
  const facts: Facts = refused
    ? {
        reason: refusalReason(error.message),
        reason_detail: error.message.slice(0, maxServiceMessageLength),
      }
    : { reason: error instanceof ServiceError ? error.kind : 'internal' };
  const event = refused ? 'refusal' : 'not-written';
  const ended = await endSend(deps, row, event, facts);
  if (ended) throw endedProblem(ended);
  // Another instance marked it unconfirmed, by its age: it stays open, so that nobody sees two outcomes.
  log.warn({ key: row.key, reason: facts.reason }, 'send: failed after it was marked unconfirmed');
  return { send: sendOf((await findSend(db, row.key)) ?? row) };
}

async function markLost(
  deps: SendDeps,
  row: SendRow,
  reason: SendReason,
  message?: string,
): Promise<SendRow> {
  const { db, log } = deps;
  log.warn({ key: row.key, reason, ...callContext.getStore() }, 'send: outcome unknown');
  const facts = { reason, reason_detail: message?.slice(0, maxServiceMessageLength) ?? null };
  try {
    return (await endSend(deps, row, 'lost', facts)) ?? (await findSend(db, row.key)) ?? row;
  } catch (error) {
    // The intent is in the ledger, and reconcile picks it up by its age; the person sees it as unconfirmed.
    log.error({ key: row.key, err: error }, 'send: unconfirmed state not written to the ledger');
    return { ...row, state: 'unconfirmed', ...facts };
  } finally {
    deps.onUnconfirmed(row.key);
  }
}

/** Answers a key that is in the ledger with its outcome, without a second POST. */
function answerRepeat(row: SendRow, user_id: string, body_hash: string): Outcome {
  if (row.user_id !== user_id || row.body_hash !== body_hash) throw new ProblemError('key-reused');
  if (row.state === 'sent') {
    const transfer = answerOf(row);
    return transfer ? { transfer } : { send: sendOf(row) };
  }
  if (row.state === 'intended') throw new ProblemError('send-in-flight', { send_key: row.key });
  if (row.state === 'refused' || row.state === 'not_sent') throw endedProblem(row);
  return { send: sendOf(row) };
}

async function answerConflict(
  { db }: SendDeps,
  { key, user_id, body_hash, guard_scope }: Intent,
): Promise<Outcome> {
  const same = await findSend(db, key);
  if (same) return answerRepeat(same, user_id, body_hash);
  // Without a duplicate it ended between the two reads: the person may press Send again.
  const duplicate = await findOpenDuplicate(db, guard_scope, body_hash);
  throw new ProblemError('identical-send-open', { send_key: duplicate?.key });
}

function endedProblem(row: SendRow): ProblemError {
  const details = { send_key: row.key, detail: row.reason_detail ?? undefined };
  if (row.state === 'not_sent') return new ProblemError('send-not-made', details);
  if (row.reason === 'rate-not-available' || row.reason === 'account-not-found') {
    return new ProblemError(row.reason, details);
  }
  return new ProblemError('send-refused', details);
}
