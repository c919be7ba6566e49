import type { Candidates, ResolveRequest } from '../../contract/api/send.ts';
import { isOpen } from '../../contract/api/send-states.ts';
import type { Transfer } from '../../contract/transfer.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { addLookAlike, openLookAlikes, resolveLookAlike } from '../ledger/look-alikes.ts';
import { own } from '../ledger/owners.ts';
import { findSend, moveSend, type SendRow, takenTransfers } from '../ledger/sends.ts';
import type { StoreClock } from '../ledger/store-clock.ts';
import { storeTimestamp } from '../ledger/store-clock.ts';
import { ProblemError } from '../lib/problem.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { candidatesAmong, unreadAmong } from './candidates.ts';
import { matchesRequest } from './known-transfers.ts';
import { knownIds, requestOf, writeAnswer } from './send-row.ts';

type Deps = { db: LedgerDb; tracking: Pick<Tracking, 'list'>; storeClock: StoreClock };

/** What of the service's list can be this sending, read anew. */
export async function candidatesOf({ db, tracking }: Deps, row: SendRow): Promise<Candidates> {
  const { value, odd } = await tracking.list(0);
  const [transfers, unread] = await Promise.all([
    candidatesAmong(db, row, value),
    unreadAmong(db, row, odd),
  ]);
  return { transfers, unread };
}

/**
 * Ends a sending by the word of support, who is recorded with the reason; of one that has ended, says
 * whose a transfer is that turned up later.
 * @throws ProblemError still-looking when it is to be not sent, and the list is still searched for it;
 *   send-settled when its outcome is known or the transfer is another sending's or person's;
 *   invalid-fields when the transfer is not like the sending, or was known before it
 */
export async function resolveSend(
  deps: Deps,
  row: SendRow,
  request: ResolveRequest,
  settled_by: string,
): Promise<SendRow> {
  const { db, storeClock } = deps;
  const record = { settled_by, settled_reason: request.reason };
  const at = await storeTimestamp(storeClock);
  if (!isOpen(row.state)) return resolveAsLookAlike(deps, row, request, record, at);
  if (request.outcome === 'other') throw new ProblemError('send-settled');
  if (request.outcome === 'not_sent') {
    const moved =
      (await moveSend(db, row.key, 'resolved-not-sent', record, at)) ??
      (row.reason_detail !== null &&
        (await moveSend(db, row.key, 'resolved-by-words', record, at)));
    if (!moved) throw new ProblemError(await whyNot(db, row.key));
    await setAside(db, row.key, request, record, at);
    return moved;
  }
  const transfer = await likeTransfer(deps, row, request.transfer_id);
  if (knownIds(row).has(transfer.id)) {
    const errors = { transfer_id: ['was there before this sending'] };
    throw new ProblemError('invalid-fields', { errors });
  }
  const taken = await takenTransfers(db, [transfer.id], row.user_id);
  if (taken.size > 0) throw new ProblemError('send-settled');
  const facts = { ...record, transfer_id: transfer.id, answer: writeAnswer(transfer) };
  const moved = await moveSend(db, row.key, 'resolved-sent', facts, at);
  if (!moved) throw new ProblemError('send-settled');
  await setAside(db, row.key, request, record, at);
  return moved;
}

type Word = { settled_by: string; settled_reason: string };

/** What support saw beside it and did not choose is no news later. */
async function setAside(
  db: LedgerDb,
  send_key: string,
  request: Exclude<ResolveRequest, { outcome: 'other' }>,
  { settled_by: by, settled_reason: reason }: Word,
  at: string,
) {
  const chosen = request.outcome === 'sent' ? request.transfer_id : null;
  for (const transfer_id of request.seen_transfer_ids ?? []) {
    if (transfer_id === chosen) continue;
    await addLookAlike(db, { send_key, transfer_id, seen_at: at });
    await resolveLookAlike(db, { send_key, transfer_id }, { by, reason, at });
  }
}

/** The word of support on a transfer that turned up after its sending had ended otherwise. */
async function resolveAsLookAlike(
  deps: Deps,
  row: SendRow,
  request: ResolveRequest,
  record: Word,
  at: string,
): Promise<SendRow> {
  const { db } = deps;
  const open = await openLookAlikes(db, row.key);
  const one = open.find(
    ({ transfer_id }) => request.outcome !== 'not_sent' && transfer_id === request.transfer_id,
  );
  if (!one) throw new ProblemError('send-settled');
  const word = { by: record.settled_by, reason: record.settled_reason, at };
  if (request.outcome !== 'sent') {
    if (!(await resolveLookAlike(db, one, word))) throw new ProblemError('send-settled');
    return row;
  }
  const transfer = await likeTransfer(deps, row, one.transfer_id);
  const facts = { ...record, transfer_id: transfer.id, answer: writeAnswer(transfer) };
  const moved = await moveSend(db, row.key, 'turned-up', facts, at);
  // It is another transfer already: this one is its sender's beside that.
  const given = moved ?? (await own(db, 'transfer', transfer.id, row.user_id, at));
  if (!given) throw new ProblemError('send-settled');
  await resolveLookAlike(db, one, word);
  return moved ?? row;
}

/** @throws ProblemError invalid-fields when there is none with that id, or it is not like the sending */
async function likeTransfer({ tracking }: Deps, row: SendRow, id: string): Promise<Transfer> {
  const { value: transfers } = await tracking.list(0);
  const transfer = transfers.find((one) => one.id === id);
  if (transfer && matchesRequest(transfer, requestOf(row))) return transfer;
  const errors = { transfer_id: ['is no transfer to this account with this amount'] };
  throw new ProblemError('invalid-fields', { errors });
}

async function whyNot(db: LedgerDb, key: string): Promise<'still-looking' | 'send-settled'> {
  const now = await findSend(db, key);
  return now && isOpen(now.state) ? 'still-looking' : 'send-settled';
}
