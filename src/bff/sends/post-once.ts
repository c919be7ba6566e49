import type { Send } from '../../contract/api/send.ts';
import type { SendReason } from '../../contract/api/send-states.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { own } from '../ledger/people/owners.ts';
import { type Facts, findSend, moveSend, type SendRow } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { type StoreClock, storeTimestamp } from '../ledger/store/store-clock.ts';
import { addStateObservations } from '../ledger/transfers/state-observations.ts';
import type { ServiceClient } from '../service/client.ts';
import { isOutcomeUnknown, ServiceError } from '../service/errors.ts';
import { callContext, type Log } from '../service/log.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { requireAnswerTo } from './known-transfers.ts';
import type { LatestRecords } from './latest-records.ts';
import {
  endedProblem,
  knownIds,
  refusalReason,
  requestOf,
  sendOf,
  writeAnswer,
} from './send-row.ts';

/** Together with the timeout of a POST, shorter than `intentLifeMs` of reconcile.ts. */
const maxPostAgeMs = 20_000;
/** Of the service's message, in characters. */
const maxServiceMessageLength = 500;

export type Outcome = { transfer: Transfer } | { send: Send };

export type PostDeps = {
  db: LedgerDb;
  storeClock: StoreClock;
  client: Pick<ServiceClient, 'createTransfer'>;
  tracking: Pick<Tracking, 'drop'>;
  records: Pick<LatestRecords, 'remember' | 'rememberOrder' | 'look'>;
  log: Log;
  /** Called with a transfer whose sender the ledger knows, so that it is shown at once. Never rejects. */
  onMade?: (transfer: Transfer) => Promise<void>;
  /** Called with the key of a send whose outcome is unknown, so that it is looked for at once. */
  onUnconfirmed: (key: string) => void;
};

/**
 * Starts measuring and returns a check that throws once `maxPostAgeMs` have passed: after a pause of
 * the machine or a long queue the send may have been resolved as not sent, and sent again. The larger of
 * two elapsed times counts: sleep stops the monotonic clock, and a step can set the wall clock back.
 * @throws ServiceError not-written, from the returned check
 */
export function createStalenessCheck(now: () => number): () => void {
  const [wall, monotonic] = [now(), performance.now()];
  return () => {
    if (Math.max(now() - wall, performance.now() - monotonic) <= maxPostAgeMs) return;
    throw new ServiceError('not-written', 'the intent is too old to be posted: nothing was sent');
  };
}

/**
 * The only place that asks the service to move money: once, by the call that inserted the row. Writes how that ended.
 * @param requireRecent measures since before the intent
 * @throws ProblemError if nothing was sent: send-refused, rate-not-available, account-not-found, send-not-made;
 *   LostSendError and Error of the store only then too
 */
export async function postOnce(
  deps: PostDeps,
  row: SendRow,
  requireRecent: () => void,
): Promise<Outcome> {
  let transfer: Transfer;
  try {
    requireRecent();
    const request = requestOf(row);
    const context = { ...callContext.getStore(), key: row.key };
    transfer = await callContext.run(context, () =>
      deps.client.createTransfer(request, { beforeWriting: requireRecent }),
    );
    requireAnswerTo(transfer, request, knownIds(row));
  } catch (error) {
    return afterFailure(deps, row, error);
  }
  return afterAnswer(deps, row, transfer);
}

async function afterAnswer(deps: PostDeps, row: SendRow, transfer: Transfer): Promise<Outcome> {
  const { db, storeClock, log } = deps;
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

/** Gives the transfer to its sender if the answer came after the send had ended without it. */
async function keepLateAnswer({ db, storeClock, log }: PostDeps, row: SendRow, transfer: Transfer) {
  const ended = await findSend(db, row.key);
  if (ended?.transfer_id === transfer.id) return;
  await own(db, 'transfer', transfer.id, row.user_id, await storeTimestamp(storeClock));
  const fields = { key: row.key, state: ended?.state, transfer_id: transfer.id };
  log.error(fields, 'send: answered after it had ended with another outcome');
}

async function afterFailure(deps: PostDeps, row: SendRow, error: unknown): Promise<Outcome> {
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
  deps: PostDeps,
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
  { db, storeClock, records }: PostDeps,
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

export class LostSendError extends Error {}
