import type { TransferRequest } from '../../contract/api/transfer.ts';
import { storedLine } from '../../contract/api/transfer-notes.ts';
import { isForgotten } from '../ledger/keep/retention.ts';
import {
  addOrder,
  findHeldDuplicate,
  findOrder,
  type NewOrder,
  type OrderRow,
  releaseKey,
} from '../ledger/orders/orders.ts';
import { findUser, lockUser, type UserRow } from '../ledger/people/users.ts';
import { isPaidBefore } from '../ledger/sends/past-sends.ts';
import { findSend, guardScopeOf } from '../ledger/sends/sends.ts';
import { isLedgerFailure } from '../ledger/store/ledger.ts';
import { isLedgerBusy, maxConnectionWaitSeconds } from '../ledger/store/ledger-error.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { requireBegun, withBeginLease } from '../sends/begin-lease.ts';
import { requireNotHeld } from '../sends/latest-records.ts';
import type { Outcome } from '../sends/post-once.ts';
import { requireRecipient } from '../sends/recipient-check.ts';
import { requireSendable, requireStillSendable, type Sender } from '../sends/send-checks.ts';
import { answerRepeat, type SendDeps, sendOnce } from '../sends/send-once.ts';
import { bodyHash, writeQuote } from '../sends/send-row.ts';
import { needsStepUp, requireStepUp } from '../sends/step-up.ts';
import { judgeOrder } from './judge-order.ts';
import { floorOf } from './order-row.ts';

export type OrderDeps = SendDeps & {
  hold: {
    /** Seconds for which every transfer is held before it is sent; 0 sends at once. */
    seconds: number;
    /** For a recipient who was never paid before as they are now, if that is longer. */
    newRecipientSeconds: number;
  };
  /** Called when an order is due at a time (ISO 8601), so that it is released then. */
  onDue: (release_at: string) => void;
};

/**
 * What a press of Send came to: a send, or an order that becomes one unless it is stopped. `released_as` is the key of
 * the send of an order that was released.
 */
type SendOrOrder = (Outcome & { released_as?: string }) | { order: OrderRow };

/**
 * Sends a transfer, or holds it first where the operator or the person wants that. A known key is answered from the
 * ledger: an order never becomes a send of its own, and a send no order, whatever the settings are by now.
 * @param person as read with the session
 * @throws ProblemError as `sendOnce` does, and identical-order-held
 */
export async function sendOrHold(
  deps: OrderDeps,
  person: UserRow,
  key: string,
  request: TransferRequest,
  session_hash: string | null,
): Promise<SendOrOrder> {
  const { db } = deps;
  const guard_scope = guardScopeOf(deps.sendersSee, person.id);
  const body_hash = bodyHash(request);
  const sender = { user_id: person.id, key, session_hash, guard_scope, body_hash };
  const send = () => sendOnce(deps, person.id, key, request, session_hash);
  const seconds = await holdSecondsFor(deps, person, sender, request);
  if (seconds > 0) return holdTransfer(deps, sender, request, { seconds, send });
  try {
    return await send();
  } catch (error) {
    // Only here, so that a send reads nothing more while nothing is held.
    if (!(error instanceof ProblemError)) throw error;
    if (error.problem === 'approval-required') {
      return holdTransfer(deps, sender, request, { seconds, send });
    }
    const known = await findOrder(db, key).catch(() => undefined);
    if (!known) throw error;
    return answerKnown(deps, known, sender);
  }
}

/** Seconds for which a person's transfer to a recipient is held; without a recipient, how long it usually is. */
export async function holdSecondsFor(
  { db, hold }: Pick<OrderDeps, 'db' | 'hold'>,
  { hold_seconds }: Pick<UserRow, 'hold_seconds'>,
  { guard_scope }: Pick<Sender, 'guard_scope'>,
  to: Pick<TransferRequest, 'destination_account_id' | 'destination_account_fingerprint'> | null,
): Promise<number> {
  const usual = Math.max(hold.seconds, hold_seconds ?? 0);
  if (to === null || hold.newRecipientSeconds <= usual) return usual;
  const recipient = [to.destination_account_id, to.destination_account_fingerprint] as const;
  return (await isPaidBefore(db, guard_scope, ...recipient)) ? usual : hold.newRecipientSeconds;
}

/** `holdSecondsFor` of a person who is not read yet: what goes out another way than by Send is held no shorter. */
export async function personHoldSeconds(
  deps: Pick<OrderDeps, 'db' | 'hold'>,
  user_id: string,
  scope: Pick<Sender, 'guard_scope'>,
  to: Parameters<typeof holdSecondsFor>[3],
): Promise<number> {
  const hold_seconds = (await findUser(deps.db, user_id))?.hold_seconds ?? null;
  return holdSecondsFor(deps, { hold_seconds }, scope, to);
}

type Hold = { seconds: number; send: () => Promise<Outcome> };

/** `mayBeDone` once an order or a send with the key may be there: a failure after that says nothing of it. */
type Making = Hold & { began: number; saving: { mayBeDone: boolean } };

async function holdTransfer(
  deps: OrderDeps,
  sender: Sender,
  request: TransferRequest,
  hold: Hold,
): Promise<SendOrOrder> {
  const { db } = deps;
  const { key } = sender;
  const known = await findOrder(db, key);
  if (known) return answerKnown(deps, known, sender);
  if (await findSend(db, key)) return hold.send();
  if (await isForgotten(db, key)) throw new ProblemError('send-forgotten', { send_key: key });
  const saving = { mayBeDone: false };
  try {
    await requireNotHeld(deps);
    return await withBeginLease(deps, key, (began) =>
      makeOrder(deps, sender, request, { ...hold, began, saving }),
    );
  } catch (error) {
    // An order whose commit was not answered may be there, and is sent when it is due.
    if (!isLedgerFailure(error) || saving.mayBeDone) throw error;
    const retryAfterSeconds = isLedgerBusy(error) ? maxConnectionWaitSeconds : undefined;
    throw new ProblemError('send-not-saved', { retryAfterSeconds });
  }
}

/** Takes back an order whose key turned out to be that of a send. */
class IsSend extends Error {}

/** All that is refused of a send is refused here, before anybody waits for it. */
async function makeOrder(
  deps: OrderDeps,
  sender: Sender,
  request: TransferRequest,
  { send, ...making }: Making,
): Promise<SendOrOrder> {
  const { db } = deps;
  const { same } = await requireSendable(deps, sender, request, making.began);
  if (same) {
    making.saving.mayBeDone = true;
    return send();
  }
  await requireNoneHeld(deps, sender);
  await requireRecipient(deps, request);
  try {
    const row = await insertOrder(deps, sender, request, making);
    if (row) {
      deps.records.rememberOrder(row);
      if (row.release_at !== null) deps.onDue(row.release_at);
      return { order: row };
    }
  } catch (error) {
    if (error instanceof IsSend) return send();
    throw error;
  }
  const known = await findOrder(db, sender.key);
  if (known) return answerKnown(deps, known, sender);
  await requireNoneHeld(deps, sender);
  // The identical one has ended between the two reads: the person may press Send again.
  throw new ProblemError('identical-order-held');
}

/** @throws ProblemError identical-order-held */
async function requireNoneHeld({ db }: OrderDeps, { guard_scope, body_hash, key }: Sender) {
  const held = await findHeldDuplicate(db, guard_scope, body_hash);
  if (held && held.id !== key) {
    throw new ProblemError('identical-order-held', { send_key: held.id });
  }
}

function insertOrder(
  deps: OrderDeps,
  sender: Sender,
  request: TransferRequest,
  { began, seconds, saving }: Omit<Making, 'send'>,
): Promise<OrderRow | null> {
  const { db, storeClock, stepUpAbove } = deps;
  const { user_id, key, session_hash, guard_scope, body_hash } = sender;
  const isProven = needsStepUp(stepUpAbove, request);
  const transaction = db.transaction().setIsolationLevel('read committed');
  return transaction.execute(async (tx) => {
    // A send of this person that is being written has ended before, or sees this order: see `requireStillSendable`.
    await lockUser(tx, user_id);
    const now = await storeClock.now(tx);
    requireBegun(began, now);
    if (storeClock.differs()) throw new ProblemError('clock-differs');
    const order: NewOrder = {
      ...{ id: key, user_id, guard_scope, body_hash, kind: 'held', waits_for: 'time' },
      destination_account_id: request.destination_account_id,
      fingerprint: request.destination_account_fingerprint,
      source_amount_cents: request.source_amount_cents.toString(),
      source_amount_currency: request.source_amount_currency,
      destination_amount_currency: request.destination_amount_currency,
      ...{ quote: writeQuote(request), floor: floorOf(request.quote) },
      ...{ note: storedLine(request.note), reference: storedLine(request.reference) },
      after_unresolved: request.after_unresolved ?? null,
      after_sent: request.after_sent ?? null,
      release_at: timestamp(now + seconds * 1_000),
      proven_revision: isProven ? 1 : null,
    };
    const row = await addOrder(tx, order, timestamp(now));
    // That of another call may be there.
    saving.mayBeDone = row === null;
    if (!row) return null;
    if (await findSend(tx, key)) {
      saving.mayBeDone = true;
      throw new IsSend();
    }
    await requireStillSendable(tx, deps, sender, request, now, { as: 'order' });
    const judged = await judgeOrder(tx, deps, row, now);
    // Last, and used up: the release needs no other.
    const asked = { ...row, key };
    await requireStepUp(tx, stepUpAbove, asked, { ...request, session_hash }, now);
    // What fails before the commit is rolled back.
    saving.mayBeDone = true;
    return judged;
  });
}

/**
 * Answers a key that is an order which was held: as its send does once it is released.
 * @throws ProblemError key-reused, send-forgotten, and as `answerRepeat` does
 */
async function answerKnown({ db }: OrderDeps, row: OrderRow, sender: Sender): Promise<SendOrOrder> {
  const isSame = row.user_id === sender.user_id && row.body_hash === sender.body_hash;
  // One on days is no answer to a press of Send, which is to send now.
  if (!isSame || row.kind !== 'held') throw new ProblemError('key-reused');
  if (row.state !== 'released') return { order: row };
  const send = await findSend(db, releaseKey(row.id, row.occurrence));
  if (!send) throw new ProblemError('send-forgotten', { send_key: row.id });
  return { ...answerRepeat(send, sender), released_as: send.key };
}
