import type { SettleRequest } from '../../contract/api/send.ts';
import { isOpen } from '../../contract/api/send-states.ts';
import type { Transfer } from '../../contract/transfer.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { findSend, moveSend, type SendRow, takenTransfers } from '../ledger/sends.ts';
import { ProblemError } from '../problem.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { candidatesAmong } from './candidates.ts';
import { matchesRequest } from './known-transfers.ts';
import { knownIds, requestOf, writeAnswer } from './send-row.ts';

type Deps = { db: LedgerDb; tracking: Pick<Tracking, 'list'>; now: () => number };

/** The transfers of the service that can be this sending, read anew. */
export async function candidatesOf({ db, tracking }: Deps, row: SendRow): Promise<Transfer[]> {
  const { value: transfers } = await tracking.list(0);
  return candidatesAmong(db, row, transfers);
}

/**
 * Ends a sending by the word of support, who is recorded with the reason.
 * @throws ProblemError still-looking when it is to be not sent, and the list is still searched for it;
 *   send-settled when its outcome is known or the transfer is another sending's or person's;
 *   invalid-fields when the transfer is not like the sending, or was known before it
 */
export async function settleSend(
  { db, tracking, now }: Deps,
  row: SendRow,
  request: SettleRequest,
  settled_by: string,
): Promise<SendRow> {
  const record = { settled_by, settled_reason: request.reason };
  const stamp = new Date(now()).toISOString();
  if (request.outcome === 'not_sent') {
    const moved = await moveSend(db, row.key, 'settled-not-sent', record, stamp);
    if (!moved) throw new ProblemError(await whyNot(db, row.key));
    return moved;
  }
  const { value: transfers } = await tracking.list(0);
  const transfer = transfers.find((one) => one.id === request.transfer_id);
  if (!transfer || !matchesRequest(transfer, requestOf(row))) {
    const errors = { transfer_id: ['is no transfer to this account with this amount'] };
    throw new ProblemError('invalid-fields', { errors });
  }
  if (knownIds(row).has(transfer.id)) {
    const errors = { transfer_id: ['was there before this sending'] };
    throw new ProblemError('invalid-fields', { errors });
  }
  const taken = await takenTransfers(db, [transfer.id], row.user_id);
  if (taken.size > 0) throw new ProblemError('send-settled');
  const facts = { ...record, transfer_id: transfer.id, answer: writeAnswer(transfer) };
  const moved = await moveSend(db, row.key, 'settled-sent', facts, stamp);
  if (!moved) throw new ProblemError('send-settled');
  return moved;
}

async function whyNot(db: LedgerDb, key: string): Promise<'still-looking' | 'send-settled'> {
  const now = await findSend(db, key);
  return now && isOpen(now.state) ? 'still-looking' : 'send-settled';
}
