import type { ConfirmRequest } from '../../contract/api/case.ts';
import type { Candidates, ResolveRequest } from '../../contract/api/send.ts';
import { isOpen, nextSendState } from '../../contract/api/send-states.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { own } from '../ledger/people/owners.ts';
import { addLookAlike, openLookAlikes, resolveLookAlike } from '../ledger/sends/look-alikes.ts';
import {
  findSend,
  moveSend,
  moveSendIn,
  type SendRow,
  takenTransfers,
} from '../ledger/sends/sends.ts';
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
  resolveAloneUpTo: ResolveAloneUpTo;
};

/**
 * By currency code, in subunits: the most that one person may resolve as not sent; nothing in a currency without a
 * figure. Null: everything.
 */
export type ResolveAloneUpTo = ReadonlyMap<string, bigint> | null;

/** True if one person may decide that nothing was sent. */
export function isForOne(alone: ResolveAloneUpTo, row: SendRow): boolean {
  if (alone === null) return true;
  const figure = alone.get(row.source_amount_currency);
  return figure !== undefined && BigInt(row.source_amount_cents) <= figure;
}

/** True once support may decide that nothing was sent: the list was searched, or the service said so. */
export function canBeNotSent({ state, reason_detail }: SendRow): boolean {
  const isSearched = nextSendState(state, 'resolved-not-sent') !== null;
  return (
    isSearched || (reason_detail !== null && nextSendState(state, 'resolved-by-words') !== null)
  );
}

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

/** What a person saw of the candidates, as they name it in a request. */
type Seen = Pick<ConfirmRequest, 'seen_transfer_ids' | 'seen_unread'>;

/**
 * Requires that a person who decides that nothing was sent has seen each candidate: its transfer may have appeared since
 * they looked, and the sender would then send it again.
 * @throws ProblemError candidates-changed; ServiceError if the list can't be read
 */
export async function requireSeen(
  deps: Pick<Deps, 'db' | 'tracking'>,
  row: SendRow,
  { seen_transfer_ids: ids = [], seen_unread = [] }: Seen,
): Promise<void> {
  const { transfers, unread } = await candidatesOf(deps, row);
  const seen = new Set([...ids, ...seen_unread]);
  const isSeen = [...transfers.map(({ id }) => id), ...unread].every((id) => seen.has(id));
  // Rows without an id are told apart by their number alone.
  const nameless = (rows: readonly (string | null)[]) => rows.filter((id) => id === null).length;
  if (isSeen && nameless(unread) <= nameless(seen_unread)) return;
  throw new ProblemError('candidates-changed');
}

/**
 * Resolves an open send by the decision of support, recorded with the person and the reason. For a
 * send that has ended, decides whose its look-alike is.
 * @param settled_by id of the person of support
 * @throws ProblemError still-looking if the outcome is not_sent while the list is still searched;
 *   candidates-changed if it is not_sent and a candidate was not seen;
 *   send-settled if the outcome is known, or the transfer belongs to another send or person;
 *   ledger-held; invalid-fields if the transfer doesn't match the send, or was known before it;
 *   second-person-required if one person may not decide that so much was not sent; same-person if the limit is
 *   given and they sent it themselves; ServiceError if the list can't be read
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
    if (!canBeNotSent(row)) throw new ProblemError(await refusalOf(db, row.key));
    requireAlone(deps.resolveAloneUpTo, row, settled_by);
    await requireSeen(deps, row, request);
    const { seen_transfer_ids: seen = [] } = request;
    return db.transaction().execute((tx) => endAsNotSent(tx, row, record, seen));
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
  const others = request.seen_transfer_ids?.filter((id) => id !== transfer.id) ?? [];
  await dismiss(db, row.key, others, record);
  return moved;
}

type Decision = { settled_by: string; settled_reason: string; settled_at: string };

/** @throws ProblemError second-person-required, same-person */
function requireAlone(alone: ResolveAloneUpTo, row: SendRow, settled_by: string) {
  if (alone !== null && row.user_id === settled_by) throw new ProblemError('same-person');
  if (!isForOne(alone, row)) throw new ProblemError('second-person-required');
}

/**
 * Ends an open send as not sent, in a transaction. It says nothing about who may decide so.
 * @param seen ids of the transfers that support saw, and that are not this send's
 * @throws ProblemError still-looking, send-settled
 */
export async function endAsNotSent(
  tx: LedgerDb,
  { key, reason_detail }: SendRow,
  record: Decision,
  seen: readonly string[],
): Promise<SendRow> {
  const at = record.settled_at;
  const moved =
    (await moveSendIn(tx, key, 'resolved-not-sent', record, at)) ??
    (reason_detail !== null && (await moveSendIn(tx, key, 'resolved-by-words', record, at)));
  if (!moved) throw new ProblemError(await refusalOf(tx, key));
  await dismiss(tx, key, seen, record);
  return moved;
}

/** Marks other transfers that support saw as resolved, so that they are not reported as look-alikes. */
async function dismiss(
  db: LedgerDb,
  send_key: string,
  seen: readonly string[],
  { settled_by: by, settled_reason: reason, settled_at: at }: Decision,
) {
  for (const transfer_id of seen) {
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

/** Why a send can't be ended as not sent now. */
async function refusalOf(db: LedgerDb, key: string): Promise<'still-looking' | 'send-settled'> {
  const now = await findSend(db, key);
  return now && isOpen(now.state) ? 'still-looking' : 'send-settled';
}
