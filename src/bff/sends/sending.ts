import type { Send } from '../../contract/api/send.ts';
import { isOpen, type SendReason } from '../../contract/api/send-states.ts';
import type { TransferRequest as ApiRequest } from '../../contract/api/transfer.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { isPayable } from '../../contract/payable.ts';
import type { Transfer } from '../../contract/transfer.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { own } from '../ledger/owners.ts';
import {
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
import type { StoreClock } from '../ledger/store-clock.ts';
import { storeTimestamp } from '../ledger/store-clock.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Reference } from '../quotes/reference.ts';
import { requireShown } from '../recipients/account-fingerprint.ts';
import type { ServiceClient } from '../service/client.ts';
import { isOutcomeUnknown, ServiceError } from '../service/errors.ts';
import { callContext, type Log } from '../service/log.ts';
import type { Tracking } from '../tracking/tracking.ts';
import {
  announced,
  createAge,
  recipientNow,
  requireBegun,
  requireCurrencies,
} from './before-intent.ts';
import { idsBefore, requireAnswerTo } from './known-transfers.ts';
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

/** Of what the service says about a sending. */
const maxWordsLength = 500;

export type Outcome = { transfer: Transfer } | { send: Send };

export type SendingDeps = {
  db: LedgerDb;
  client: Pick<ServiceClient, 'createTransfer'>;
  /** As the service has it now. */
  showAccount: (id: string) => Promise<DestinationAccount>;
  currencies: Reference['currencies'];
  tracking: Pick<Tracking, 'list' | 'drop'>;
  /** This machine's clock: how long a POST waits here is no matter of the store's. */
  now: () => number;
  storeClock: StoreClock;
  log: Log;
  sendersSee: 'own' | 'all';
  /** Told of a sending whose outcome is not known, so that it is looked for at once. */
  onUnconfirmed: (key: string) => void;
  mayUse: (user_id: string, account_id: string) => Promise<boolean>;
};

/**
 * Sends money, once for each key however often it is called: the intent is committed before the
 * service is called, and a key that is known is answered from the ledger.
 * @throws ProblemError account-not-found, wallet-address-missing, invalid-fields, recipient-changed,
 *   key-reused, send-in-flight, identical-send-open, sent-before, send-settled, send-refused,
 *   rate-not-available, send-not-made, clock-differs; service-refused and ServiceError while nothing
 *   was intended yet
 */
export async function sendOnce(
  deps: SendingDeps,
  user_id: string,
  key: string,
  request: ApiRequest,
): Promise<Outcome> {
  const before = await findSend(deps.db, key);
  if (before) return repeated(before, user_id, bodyHash(request));
  return announced(deps, key, (began) => begin(deps, { user_id, key, began }, request));
}

async function begin(
  deps: SendingDeps,
  { user_id, key, began }: { user_id: string; key: string; began: number },
  request: ApiRequest,
): Promise<Outcome> {
  const { db, tracking } = deps;
  const { source_amount_currency, destination_amount_currency } = request;
  const body_hash = bodyHash(request);
  const guard_scope = guardScopeOf(deps.sendersSee, user_id);
  if (!(await deps.mayUse(user_id, request.destination_account_id))) {
    throw new ProblemError('account-not-found');
  }
  await requireCurrencies(deps, request);
  const duplicate = await findOpenDuplicate(db, guard_scope, body_hash);
  if (duplicate?.key === key) return repeated(duplicate, user_id, body_hash);
  const chosen = duplicate?.state === 'unresolved' && duplicate.key === request.after_unresolved;
  if (duplicate && !chosen)
    throw new ProblemError('identical-send-open', { send_key: duplicate.key });
  // Read before the intent: whatever looks like this sending and is here already is not it.
  const known = idsBefore(request, await tracking.list(0));
  const intent = {
    ...{ key, user_id, guard_scope, body_hash },
    destination_account_id: request.destination_account_id,
    ...{ source_amount_currency, destination_amount_currency },
    source_amount_cents: request.source_amount_cents.toString(),
    quote: writeQuote(request),
    known_transfer_ids: JSON.stringify(known),
    after_unresolved: request.after_unresolved ?? null,
    after_sent: request.after_sent ?? null,
  };
  // Last of what is read, so that it is no older than the intent.
  const account = await recipientNow(deps, request);
  requireShown(account, request.destination_account_fingerprint);
  if (!isPayable(account)) throw new ProblemError('wallet-address-missing');
  const isYoung = createAge(deps.now);
  const row = await intendKnowingly(deps, intent, request, began);
  if (!row) return takenMeanwhile(deps, intent);
  return post(deps, row, isYoung);
}

/**
 * Writes the intent, unless the same was sent a short while ago and the person was not told of it.
 * The intent comes first: from then on nothing like it is begun, and a statement after it sees all that
 * was sent before. To look first would let another be sent in between.
 */
function intendKnowingly(
  { db, storeClock }: SendingDeps,
  intent: Intent,
  { after_unresolved, after_sent }: ApiRequest,
  began: number,
): Promise<SendRow | null> {
  // Each statement has to see what was committed before it, whatever the store's own default.
  const transaction = db.transaction().setIsolationLevel('read committed');
  return transaction.execute(async (tx) => {
    const now = await storeClock.now(tx);
    requireBegun(began, now);
    // Its times would mislead support and the other instances.
    if (storeClock.differs()) throw new ProblemError('clock-differs');
    const row = await intend(tx, intent, timestamp(now));
    if (!row) return null;
    if (after_unresolved !== undefined) await stillUnsent(tx, row, after_unresolved);
    const like = await sendsLike(tx, row.guard_scope, row.body_hash, new Date(now));
    // Begun since it was looked for, in a scope of its own: by an instance that guards others together.
    const open = like.find(({ key, state }) => isOpen(state) && key !== row.key);
    if (open && (open.state !== 'unresolved' || open.key !== after_unresolved)) {
      throw new ProblemError('identical-send-open', { send_key: open.key });
    }
    const latest = like.find(({ state }) => state === 'sent');
    if (latest && latest.key !== after_sent) {
      throw new ProblemError('sent-before', { send_key: latest.key });
    }
    return row;
  });
}

/** Refuses a choice to send again that was made before the earlier sending turned out to be sent. */
async function stillUnsent(db: LedgerDb, { user_id, guard_scope }: SendRow, key: string) {
  const earlier = await findSend(db, key);
  const isTheirs = guard_scope === teamScope || earlier?.user_id === user_id;
  if (isTheirs && earlier?.state === 'sent') {
    throw new ProblemError('send-settled', { send_key: key });
  }
}

/** The one place where money is asked to move. Called once for a row that this call has inserted. */
async function post(deps: SendingDeps, row: SendRow, requireYoung: () => void): Promise<Outcome> {
  const { db, client, storeClock, log } = deps;
  let transfer: Transfer;
  try {
    requireYoung();
    const request = requestOf(row);
    const context = { ...callContext.getStore(), key: row.key };
    transfer = await callContext.run(context, () =>
      client.createTransfer(request, { beforeWriting: requireYoung }),
    );
    requireAnswerTo(transfer, request, knownIds(row));
  } catch (error) {
    return afterFailure(deps, row, error);
  }
  const facts = { transfer_id: transfer.id, answer: writeAnswer(transfer) };
  deps.tracking.drop();
  try {
    const moved = await moveSend(db, row.key, 'answered', facts, await storeTimestamp(storeClock));
    if (!moved) await keepLate(deps, row, transfer);
  } catch (error) {
    // The service took it, but the ledger could not say so: it is open, and found by looking.
    const fields = { key: row.key, transfer_id: transfer.id, err: error };
    log.error(fields, 'the outcome of a sending could not be written');
    return { send: sendOf(await lost(deps, row, 'internal')) };
  }
  try {
    const seen = [{ transfer_id: transfer.id, state: transfer.state }];
    await addStateObservations(db, seen, await storeTimestamp(storeClock));
  } catch (error) {
    // A line of the timeline only; the next look at the transfer writes it.
    log.warn({ key: row.key, err: error }, 'the first state of a transfer could not be written');
  }
  return { transfer };
}

/** An answer after the sending was ended without it: the transfer is its sender's all the same. */
async function keepLate({ db, storeClock, log }: SendingDeps, row: SendRow, transfer: Transfer) {
  const ended = await findSend(db, row.key);
  if (ended?.transfer_id === transfer.id) return;
  await own(db, 'transfer', transfer.id, row.user_id, await storeTimestamp(storeClock));
  const fields = { key: row.key, state: ended?.state, transfer_id: transfer.id };
  log.error(fields, 'a sending was answered after it had ended otherwise');
}

async function afterFailure(deps: SendingDeps, row: SendRow, error: unknown): Promise<Outcome> {
  const { db, storeClock, log } = deps;
  if (isOutcomeUnknown(error)) {
    const reason = error instanceof ServiceError ? error.kind : 'internal';
    const words = error instanceof ServiceError ? error.service_message : undefined;
    return { send: sendOf(await lost(deps, row, reason, words)) };
  }
  const refused = error instanceof ServiceError && error.kind === 'refused';
  const facts: { reason: SendReason; reason_detail?: string } = refused
    ? {
        reason: refusalReason(error.message),
        reason_detail: error.message.slice(0, maxWordsLength),
      }
    : { reason: error instanceof ServiceError ? error.kind : 'internal' };
  const event = refused ? 'refusal' : 'not-written';
  const ended = await moveSend(db, row.key, event, facts, await storeTimestamp(storeClock));
  if (ended) throw endedProblem(ended);
  // Meanwhile taken for lost, by a clock: it stays open rather than being told two things.
  log.warn({ key: row.key, reason: facts.reason }, 'a sending ended after it was taken for lost');
  return { send: sendOf((await findSend(db, row.key)) ?? row) };
}

async function lost(
  deps: SendingDeps,
  row: SendRow,
  reason: SendReason,
  words?: string,
): Promise<SendRow> {
  const { db, storeClock, log } = deps;
  log.warn({ key: row.key, reason, ...callContext.getStore() }, 'a transfer is not confirmed yet');
  const facts = { reason, reason_detail: words?.slice(0, maxWordsLength) ?? null };
  try {
    const moved = await moveSend(db, row.key, 'lost', facts, await storeTimestamp(storeClock));
    return moved ?? (await findSend(db, row.key)) ?? row;
  } catch (error) {
    // The intent is in the ledger and is found by its age; the person is told what is true of it.
    log.error({ key: row.key, err: error }, 'a sending without an outcome could not be written');
    return { ...row, state: 'unconfirmed', ...facts };
  } finally {
    deps.onUnconfirmed(row.key);
  }
}

/** The answer to a key that is in the ledger: what it came to, and never a second call. */
function repeated(row: SendRow, user_id: string, body_hash: string): Outcome {
  if (row.user_id !== user_id || row.body_hash !== body_hash) throw new ProblemError('key-reused');
  if (row.state === 'sent') {
    const transfer = answerOf(row);
    return transfer ? { transfer } : { send: sendOf(row) };
  }
  if (row.state === 'intended') throw new ProblemError('send-in-flight', { send_key: row.key });
  if (row.state === 'refused' || row.state === 'not_sent') throw endedProblem(row);
  return { send: sendOf(row) };
}

async function takenMeanwhile(
  { db }: SendingDeps,
  { key, user_id, body_hash, guard_scope }: Intent,
): Promise<Outcome> {
  const same = await findSend(db, key);
  if (same) return repeated(same, user_id, body_hash);
  // None where the duplicate ended between the two reads. The person may press again.
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
