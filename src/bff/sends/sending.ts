import type { Send } from '../../contract/api/send.ts';
import type { TransferRequest as ApiRequest } from '../../contract/api/transfer.ts';
import { messages } from '../../contract/errors.ts';
import type { Transfer } from '../../contract/transfer.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { own, ownerOf } from '../ledger/owners.ts';
import {
  findOpenTwin,
  findSend,
  type Intent,
  intend,
  moveSend,
  type SendRow,
  sendsLike,
} from '../ledger/sends.ts';
import { addSightings } from '../ledger/sightings.ts';
import { ProblemError } from '../problem.ts';
import type { ServiceClient } from '../service/client.ts';
import { isOutcomeUnknown, ServiceError } from '../service/errors.ts';
import type { Log } from '../service/log.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { matchesRequest, mustAnswer } from './known-transfers.ts';
import {
  answerOf,
  bodyHash,
  knownIds,
  requestOf,
  sendOf,
  writeAnswer,
  writeQuote,
} from './send-row.ts';

/** In milliseconds. With the time that a POST can take, less than an intent lives until it is taken for lost. */
const postedWithin = 20_000;

export type Outcome = { transfer: Transfer } | { send: Send };

export type SendingDeps = {
  db: LedgerDb;
  client: Pick<ServiceClient, 'createTransfer'>;
  tracking: Pick<Tracking, 'list' | 'drop'>;
  now: () => number;
  log: Log;
  /** Told of a sending whose outcome is not known, so that it is looked for at once. */
  onUnconfirmed: (key: string) => void;
  mayUse: (user_id: string, account_id: string) => Promise<boolean>;
};

/**
 * Sends money, once for each key however often it is called: the intent is committed before the
 * service is called, and a key that is known is answered from the ledger.
 * @throws ProblemError account-not-found, key-reused, send-in-flight, identical-send-open, sent-before,
 *   send-settled, send-refused, rate-not-available, send-not-made; ServiceError while nothing was intended yet
 */
export async function sendOnce(
  deps: SendingDeps,
  user_id: string,
  key: string,
  request: ApiRequest,
): Promise<Outcome> {
  const { db, tracking } = deps;
  const body_hash = bodyHash(request);
  const before = await findSend(db, key);
  if (before) return repeated(before, user_id, body_hash);
  if (!(await deps.mayUse(user_id, request.destination_account_id))) {
    throw new ProblemError('account-not-found');
  }
  const twin = await findOpenTwin(db, user_id, body_hash);
  // Begun by another call since it was looked for.
  if (twin?.key === key) return repeated(twin, user_id, body_hash);
  const chosen = twin?.state === 'unresolved' && twin.key === request.after_unresolved;
  if (twin && !chosen) throw new ProblemError('identical-send-open', { send_key: twin.key });

  // Read before the intent: whatever looks like this sending and is here already is not it.
  const { value: transfers } = await tracking.list(0);
  const known = transfers.filter((transfer) => matchesRequest(transfer, request));
  const intent = {
    key,
    user_id,
    body_hash,
    destination_account_id: request.destination_account_id,
    source_amount_cents: request.source_amount_cents.toString(),
    source_amount_currency: request.source_amount_currency,
    destination_amount_currency: request.destination_amount_currency,
    quote: writeQuote(request),
    known_transfer_ids: JSON.stringify(known.map((transfer) => transfer.id)),
    after_unresolved: request.after_unresolved ?? null,
    after_sent: request.after_sent ?? null,
  };
  const row = await intendKnowingly(deps, intent, request);
  if (!row) return takenMeanwhile(deps, user_id, key, body_hash);
  return post(deps, row);
}

/**
 * Writes the intent, unless the same was sent a short while ago and the person was not told of it.
 * The intent comes first: from then on nothing like it is begun, and a statement after it sees all that
 * was sent before. To look first would let another be sent in between.
 */
function intendKnowingly(
  { db, now }: SendingDeps,
  intent: Intent,
  { after_unresolved, after_sent }: ApiRequest,
): Promise<SendRow | null> {
  // Each statement has to see what was committed before it, whatever the store's own default.
  const transaction = db.transaction().setIsolationLevel('read committed');
  return transaction.execute(async (tx) => {
    const row = await intend(tx, intent, timestamp(now));
    if (!row) return null;
    if (after_unresolved !== undefined) await stillUnsent(tx, row.user_id, after_unresolved);
    const like = await sendsLike(tx, row.user_id, row.body_hash, new Date(now()));
    const latest = like.find(({ state }) => state === 'sent');
    if (latest && latest.key !== after_sent) {
      throw new ProblemError('sent-before', { send_key: latest.key });
    }
    return row;
  });
}

/** Refuses a choice to send again that was made before the earlier sending turned out to be sent. */
async function stillUnsent(db: LedgerDb, user_id: string, key: string) {
  const earlier = await findSend(db, key);
  if (earlier?.user_id === user_id && earlier.state === 'sent') {
    throw new ProblemError('send-settled', { send_key: key });
  }
}

/** The one place where money is asked to move. Called once for a row that this call has inserted. */
async function post(deps: SendingDeps, row: SendRow): Promise<Outcome> {
  const { db, client, now, log } = deps;
  let transfer: Transfer;
  try {
    mustBeYoung(row, now());
    const request = requestOf(row);
    transfer = await client.createTransfer(request);
    mustAnswer(transfer, request, knownIds(row));
  } catch (error) {
    return afterFailure(deps, row, error);
  }
  const facts = { transfer_id: transfer.id, answer: writeAnswer(transfer) };
  deps.tracking.drop();
  try {
    const moved = await moveSend(db, row.key, 'answered', facts, timestamp(now));
    if (!moved) await keepLate(deps, row, transfer);
  } catch (error) {
    // The service took it, but the ledger could not say so: it is open, and found by looking.
    const fields = { key: row.key, transfer_id: transfer.id, err: error };
    log.error(fields, 'the outcome of a sending could not be written');
    return { send: sendOf(await lost(deps, row, 'internal')) };
  }
  const seen = [{ transfer_id: transfer.id, state: transfer.state }];
  await addSightings(db, seen, timestamp(now)).catch((error: unknown) => {
    // A line of the timeline only; the next look at the transfer writes it.
    log.warn({ key: row.key, err: error }, 'the first state of a transfer could not be written');
  });
  return { transfer };
}

/**
 * Refuses to post what was written down too long ago, as after a pause of the machine or of the store:
 * it may have been given up meanwhile, and sent again.
 */
function mustBeYoung({ created_at }: SendRow, now: number) {
  if (now - Date.parse(created_at) <= postedWithin) return;
  throw new ServiceError('not-written', 'the intent to send is too old');
}

/** An answer after the sending was ended without it: the transfer is its sender's all the same. */
async function keepLate({ db, now, log }: SendingDeps, row: SendRow, transfer: Transfer) {
  const ended = await findSend(db, row.key);
  if (ended?.transfer_id === transfer.id) return;
  await own(db, 'transfer', transfer.id, row.user_id, timestamp(now));
  const fields = { key: row.key, state: ended?.state, transfer_id: transfer.id };
  log.error(fields, 'a sending was answered after it had ended otherwise');
}

async function afterFailure(deps: SendingDeps, row: SendRow, error: unknown): Promise<Outcome> {
  const { db, now, log } = deps;
  if (isOutcomeUnknown(error)) {
    const reason = error instanceof ServiceError ? error.kind : 'internal';
    return { send: sendOf(await lost(deps, row, reason)) };
  }
  const refused = error instanceof ServiceError && error.kind === 'refused';
  const facts = refused
    ? { reason: refusalProblem(error.message), reason_detail: error.message }
    : { reason: error instanceof ServiceError ? error.kind : 'internal' };
  const event = refused ? 'refusal' : 'not-written';
  const ended = await moveSend(db, row.key, event, facts, timestamp(now));
  if (ended) throw endedProblem(ended);
  // Meanwhile taken for lost, by a clock: it stays open rather than being told two things.
  log.warn({ key: row.key, reason: facts.reason }, 'a sending ended after it was taken for lost');
  return { send: sendOf((await findSend(db, row.key)) ?? row) };
}

async function lost(deps: SendingDeps, row: SendRow, reason: string): Promise<SendRow> {
  const moved = await moveSend(deps.db, row.key, 'lost', { reason }, timestamp(deps.now));
  deps.onUnconfirmed(row.key);
  return moved ?? (await findSend(deps.db, row.key)) ?? row;
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
  user_id: string,
  key: string,
  body_hash: string,
): Promise<Outcome> {
  const same = await findSend(db, key);
  if (same) return repeated(same, user_id, body_hash);
  const twin = await findOpenTwin(db, user_id, body_hash);
  // Neither: the twin ended between the two reads. The person may press again.
  throw new ProblemError('identical-send-open', { send_key: twin?.key });
}

function endedProblem(row: SendRow): ProblemError {
  const details = { send_key: row.key, detail: row.reason_detail ?? undefined };
  if (row.state === 'not_sent') return new ProblemError('send-not-made', details);
  if (row.reason === 'rate-not-available' || row.reason === 'account-not-found') {
    return new ProblemError(row.reason, details);
  }
  return new ProblemError('send-refused', details);
}

function refusalProblem(message: string): string {
  if (message === messages.rateNotAvailable) return 'rate-not-available';
  if (message === messages.accountNotFound) return 'account-not-found';
  return 'send-refused';
}

/** Whether a person may send to an account: theirs, or anybody's of the team when they share. */
export async function mayUseAccount(
  db: LedgerDb,
  sendersSee: 'own' | 'all',
  user_id: string,
  account_id: string,
): Promise<boolean> {
  const owner = await ownerOf(db, 'account', account_id);
  return owner !== null && (sendersSee === 'all' || owner === user_id);
}

const timestamp = (now: () => number) => new Date(now()).toISOString();
