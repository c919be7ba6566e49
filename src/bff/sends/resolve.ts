import type { Candidates, ResolveRequest } from '../../contract/api/send.ts';
import { isOpen } from '../../contract/api/send-states.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { own } from '../ledger/people/owners.ts';
import { addLookAlike, openLookAlikes, resolveLookAlike } from '../ledger/sends/look-alikes.ts';
import { findSend, moveSend, type SendRow, takenTransfers } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import { storeTimestamp } from '../ledger/store/store-clock.ts';
import { ProblemError } from '../lib/problem.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { candidatesAmong, unreadAmong } from './candidates.ts';
import { matchesRequest } from './known-transfers.ts';
import { type LatestRecords, requireNotHeld } from './latest-records.ts';
import { knownIds, requestOf, writeAnswer } from './send-row.ts';

type Deps = {
  db: LedgerDb;
  tracking: Pick<Tracking, 'list'>;
  storeClock: StoreClock;
  records: Pick<LatestRecords, 'areThere'>;
};

/** The candidates for a send in a fresh read of the service's list. */
export async function candidatesOf(
  { db, tracking }: Pick<Deps, 'db' | 'tracking'>,
  row: SendRow,
): Promise<Candidates> {
  const { value, odd } = await tracking.list(0, [row.destination_account_id]);
  const [transfers, unread] = await Promise.all([
    candidatesAmong(db, row, value),
    unreadAmong(db, row, odd),
  ]);
  return { transfers, unread };
}

/**
 * Resolves an open send by the decision of support, recorded with the person and the reason. For a
 * send that has ended, decides whose its look-alike is.
 * @param settled_by id of the person of support
 * @throws ProblemError still-looking if the outcome is not_sent while the list is still searched;
 *   send-settled if the outcome is known, or the transfer belongs to another send or person;
 *   ledger-held; invalid-fields if the transfer doesn't match the send, or was known before it
 */
export async function resolveSend(
  deps: Deps,
  row: SendRow,
  request: ResolveRequest,
  settled_by: string,
): Promise<SendRow> {
  const { db, storeClock } = deps;
  const at = await storeTimestamp(storeClock);
  const record = { settled_by, settled_reason: request.reason, settled_at: at };
  await requireNotHeld(deps);
  if (!isOpen(row.state)) return resolveAsLookAlike(deps, row, request, record, at);
  if (request.outcome === 'other') throw new ProblemError('send-settled');
  if (request.outcome === 'not_sent') {
    const moved =
      (await moveSend(db, row.key, 'resolved-not-sent', record, at)) ??
      (row.reason_detail !== null &&
        (await moveSend(db, row.key, 'resolved-by-words', record, at)));
    if (!moved) throw new ProblemError(await refusalOf(db, row.key));
    await dismissOthers(db, row.key, request, record, at);
    return moved;
  }
  const transfer = await matchingTransfer(deps, row, request.transfer_id);
  if (knownIds(row).has(transfer.id)) {
    const errors = { transfer_id: ['existed before this send'] };
    throw new ProblemError('invalid-fields', { errors });
  }
  const taken = await takenTransfers(db, [transfer.id], row.user_id);
  if (taken.size > 0) throw new ProblemError('send-settled');
  const facts = { ...record, transfer_id: transfer.id, answer: writeAnswer(transfer) };
  const moved = await moveSend(db, row.key, 'resolved-sent', facts, at);
  if (!moved) throw new ProblemError('send-settled');
  await dismissOthers(db, row.key, request, record, at);
  return moved;
}

type Decision = { settled_by: string; settled_reason: string; settled_at: string };

/** Marks the other transfers that support saw as resolved, so that they are not reported as look-alikes. */
async function dismissOthers(
  db: LedgerDb,
  send_key: string,
  request: Exclude<ResolveRequest, { outcome: 'other' }>,
  { settled_by: by, settled_reason: reason }: Decision,
  at: string,
) {
  const chosen = request.outcome === 'sent' ? request.transfer_id : null;
  for (const transfer_id of request.seen_transfer_ids ?? []) {
    if (transfer_id === chosen) continue;
    await addLookAlike(db, { send_key, transfer_id, seen_at: at });
    await resolveLookAlike(db, { send_key, transfer_id }, { by, reason, at, outcome: 'other' });
  }
}

/** Applies the decision of support on a look-alike of a send that has ended. */
async function resolveAsLookAlike(
  deps: Deps,
  row: SendRow,
  request: ResolveRequest,
  record: Decision,
  at: string,
): Promise<SendRow> {
  const { db } = deps;
  const open = await openLookAlikes(db, row.key);
  const one = open.find(
    ({ transfer_id }) => request.outcome !== 'not_sent' && transfer_id === request.transfer_id,
  );
  if (!one) throw new ProblemError('send-settled');
  const decision = { by: record.settled_by, reason: record.settled_reason, at };
  if (request.outcome !== 'sent') {
    const isFirst = await resolveLookAlike(db, one, { ...decision, outcome: 'other' });
    if (!isFirst) throw new ProblemError('send-settled');
    return row;
  }
  const transfer = await matchingTransfer(deps, row, one.transfer_id);
  const facts = { ...record, transfer_id: transfer.id, answer: writeAnswer(transfer) };
  const moved = await moveSend(db, row.key, 'turned-up', facts, at);
  // The send already has another transfer: its sender owns this one too.
  const isOwned = moved ?? (await own(db, 'transfer', transfer.id, row.user_id, at));
  if (!isOwned) throw new ProblemError('send-settled');
  await resolveLookAlike(db, one, { ...decision, outcome: 'sent' });
  return moved ?? row;
}

/** @throws ProblemError invalid-fields if no transfer has this id, or it doesn't match the send */
async function matchingTransfer({ tracking }: Deps, row: SendRow, id: string): Promise<Transfer> {
  const { value: transfers } = await tracking.list(0, [row.destination_account_id]);
  const transfer = transfers.find((one) => one.id === id);
  if (transfer && matchesRequest(transfer, requestOf(row))) return transfer;
  const errors = { transfer_id: ['is not a transfer to this account with this amount'] };
  throw new ProblemError('invalid-fields', { errors });
}

async function refusalOf(db: LedgerDb, key: string): Promise<'still-looking' | 'send-settled'> {
  const now = await findSend(db, key);
  return now && isOpen(now.state) ? 'still-looking' : 'send-settled';
}
