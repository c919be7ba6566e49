import { isOpen } from '../../contract/api/send-states.ts';
import type { TransferRequest } from '../../contract/api/transfer.ts';
import type { Currency } from '../../contract/currency.ts';
import { readInTheWay } from '../ledger/orders/orders.ts';
import { isArchived } from '../ledger/people/account-marks.ts';
import { ownerOf } from '../ledger/people/owners.ts';
import { holdPersonAndSession } from '../ledger/people/sessions.ts';
import {
  findOpenDuplicate,
  findSend,
  type SendRow,
  sendsLike,
  teamScope,
} from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { Reference } from '../quotes/reference.ts';
import { type LatestRecords, requireNotHeld } from './latest-records.ts';
import { recoverFound } from './lost-sends.ts';

// What is refused before money is asked for: of a send at once, of an order when it is made, and again at its release.

/** Who asks for which send, or order. */
export type Sender = {
  user_id: string;
  /** The idempotency key. */
  key: string;
  /** Null without a session: no proof counts then. */
  session_hash: string | null;
  /** In which identical sends exclude each other. */
  guard_scope: string;
  body_hash: string;
};

type CheckDeps = {
  db: LedgerDb;
  mayUse: (user_id: string, account_id: string) => Promise<boolean>;
  currencies: Reference['currencies'];
  records: Pick<LatestRecords, 'areThere'>;
};

/**
 * Refuses what the ledger and the service's lists refuse before anything is written.
 * @param began milliseconds since 1970, by the store's clock
 * @returns the service's currencies, and an open send with the same key, which is then answered
 * @throws ProblemError account-not-found, recipient-archived, invalid-fields, identical-send-open
 */
export async function requireSendable(
  deps: CheckDeps,
  sender: Sender,
  request: TransferRequest,
  began: number,
): Promise<{ currencies: Currency[]; same: SendRow | undefined }> {
  const { db } = deps;
  const currencies = await requireUsable(deps, sender, request);
  await recoverFound(db, sender, timestamp(began));
  const duplicate = await findOpenDuplicate(db, sender.guard_scope, sender.body_hash);
  if (duplicate?.key === sender.key) return { currencies, same: duplicate };
  requireNoneOpen(duplicate, request);
  return { currencies, same: undefined };
}

/**
 * Refuses what the person may not send to, and currencies that the service does not list.
 * @returns what the service lists
 * @throws ProblemError account-not-found, recipient-archived, invalid-fields
 */
export async function requireUsable(
  deps: CheckDeps,
  { user_id }: Pick<Sender, 'user_id'>,
  request: TransferRequest,
): Promise<Currency[]> {
  if (!(await deps.mayUse(user_id, request.destination_account_id))) {
    throw new ProblemError('account-not-found');
  }
  await requireNotArchived(deps.db, request.destination_account_id);
  return requireCurrencies(deps, request);
}

/** What is checked last: a press of Send, a press that makes an order, or the release of one. */
type Asked =
  | { as: 'send' | 'order' }
  /** `since`: when the person decided (ISO 8601), if they know of nothing that was sent later. */
  | { as: 'release'; since: string | null };

/**
 * Refuses in the transaction that writes the intent, or the order, what may have changed since `requireSendable`. Called
 * after the insert, so that each statement sees everything that was sent before it.
 * @param now milliseconds since 1970, by the store's clock
 * @throws ProblemError ledger-held, not-signed-in, forbidden, recipient-archived, order-changed, identical-order-held,
 *   send-settled, identical-send-open, sent-before
 */
export async function requireStillSendable(
  tx: LedgerDb,
  deps: Pick<CheckDeps, 'db' | 'records'>,
  sender: Sender,
  request: TransferRequest,
  now: number,
  asked: Asked,
) {
  // Again, because since the check the ledger may have been moved, or another store put in its place.
  await requireNotHeld(deps, tx);
  await requireMaySend(tx, sender);
  // Again, because it may have been archived while the service was asked.
  const account_id = request.destination_account_id;
  const inTheWay = await readInTheWay(tx, { ...sender, account_id });
  if (inTheWay.isArchived) throw new ProblemError('recipient-archived');
  // After the person is held, as by whoever makes an order: neither overlooks the other.
  if (asked.as === 'send') {
    if (inTheWay.isOrder) throw new ProblemError('order-changed');
    const { held } = inTheWay;
    if (held !== null) throw new ProblemError('identical-order-held', { send_key: held });
  }
  await requireEarlierUnsent(tx, sender, request);
  const since = asked.as === 'release' ? asked.since : null;
  await requireNoneLike(tx, sender, request, since === null ? now : Date.parse(since));
}

/** True if a person may send to an account: their own, or any owned account when senders share. */
export async function mayUseAccount(
  db: LedgerDb,
  sendersSee: 'own' | 'all',
  user_id: string,
  account_id: string,
): Promise<boolean> {
  const owner = await ownerOf(db, 'account', account_id);
  return owner !== null && (sendersSee === 'all' || owner === user_id);
}

/** @throws ProblemError recipient-archived */
export async function requireNotArchived(db: LedgerDb, account_id: string) {
  if (await isArchived(db, account_id)) throw new ProblemError('recipient-archived');
}

/**
 * Accepts only currency codes that the service lists (contract 4.5): if the service also accepted
 * 'cop' for 'COP', the same transfer would pass the check for duplicates.
 * @returns what the service lists
 * @throws ProblemError invalid-fields
 */
async function requireCurrencies(
  { currencies }: Pick<CheckDeps, 'currencies'>,
  request: TransferRequest,
): Promise<Currency[]> {
  const listed = await currencies();
  const codes = new Set(listed.map(({ iso_code }) => iso_code));
  const fields = ['source_amount_currency', 'destination_amount_currency'] as const;
  const unknown = fields.filter((field) => !codes.has(request[field]));
  if (unknown.length === 0) return listed;
  const errors = Object.fromEntries(
    unknown.map((field) => [field, ['is no currency of the service']]),
  );
  throw new ProblemError('invalid-fields', { errors });
}

/**
 * Refuses a send beside an identical open one, unless that is unresolved and the person chose to send again.
 * @throws ProblemError identical-send-open
 */
function requireNoneOpen(open: SendRow | undefined, { after_unresolved }: TransferRequest) {
  if (!open || (open.state === 'unresolved' && open.key === after_unresolved)) return;
  throw new ProblemError('identical-send-open', { send_key: open.key });
}

/**
 * Reads in the intent's transaction who sends: they may have been disabled, erased, signed out or given another role
 * while the call waited.
 * @throws ProblemError not-signed-in, forbidden
 */
export async function requireMaySend(
  tx: LedgerDb,
  { user_id, session_hash }: Pick<Sender, 'user_id' | 'session_hash'>,
) {
  const held = await holdPersonAndSession(tx, user_id, session_hash);
  const isIn = session_hash === null || held?.hasSession === true;
  if (!held || held.user.disabled_at !== null || !isIn) throw new ProblemError('not-signed-in');
  if (held.user.role !== 'sender') throw new ProblemError('forbidden');
}

/**
 * Rejects "send again" if the earlier send has turned out to be sent since the person chose.
 * @throws ProblemError send-settled
 */
async function requireEarlierUnsent(
  tx: LedgerDb,
  { user_id, guard_scope }: Sender,
  { after_unresolved }: TransferRequest,
) {
  if (after_unresolved === undefined) return;
  const earlier = await findSend(tx, after_unresolved);
  const isTheirs = guard_scope === teamScope || earlier?.user_id === user_id;
  if (isTheirs && earlier?.state === 'sent') {
    throw new ProblemError('send-settled', { send_key: after_unresolved });
  }
}

/**
 * Refuses a send beside an identical one that is open, or was sent recently, and that the person does not know of.
 * @param seen when the person decided, in milliseconds since 1970, by the store's clock
 * @throws ProblemError identical-send-open, sent-before
 */
async function requireNoneLike(
  tx: LedgerDb,
  { key, guard_scope, body_hash }: Sender,
  request: TransferRequest,
  seen: number,
) {
  const like = await sendsLike(tx, guard_scope, body_hash, new Date(seen));
  // Begun since the first check in another scope, by an instance with another `sendersSee`.
  const open = like.find((one) => isOpen(one.state) && one.key !== key);
  requireNoneOpen(open, request);
  const latest = like.find(({ state }) => state === 'sent');
  if (latest && latest.key !== request.after_sent) {
    throw new ProblemError('sent-before', { send_key: latest.key });
  }
}
