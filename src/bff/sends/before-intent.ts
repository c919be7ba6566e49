import type { TransferRequest } from '../../contract/api/transfer.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { isArchived } from '../ledger/account-marks.ts';
import { isHeld } from '../ledger/holds.ts';
import { isLeased, releaseLease, takeLease } from '../ledger/leases.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { ownerOf } from '../ledger/owners.ts';
import { holdPersonAndSession } from '../ledger/sessions.ts';
import { ProblemError } from '../lib/problem.ts';
import { isRecordNotFound, ServiceError } from '../service/errors.ts';
import { withRefusal } from '../service/service-problem.ts';
import type { LatestRecords } from './latest-records.ts';
import type { SendDeps } from './sending.ts';

/** Together with the timeout of a POST, shorter than `intentLifeMs` of reconcile.ts. */
const maxPostAgeMs = 20_000;
/** A send waits no longer for an estimate that nobody has seen. */
const maxEstimateMs = 2_000;
/** By the store's clock: a call that has not written its intent after this time sends nothing. */
const maxIntentDelayMs = 60_000;

const beginLease = (key: string) => `begin ${key}`;

/**
 * Runs `work` under a lease named after the key, so that every instance sees that a call is under way
 * before its intent is written. Runs it also if another call holds the lease.
 */
export async function withBeginLease<T>(
  { db, storeClock, log }: Pick<SendDeps, 'db' | 'storeClock' | 'log'>,
  key: string,
  work: (began: number) => Promise<T>,
): Promise<T> {
  const began = await storeClock.now();
  const holder = await takeLease(db, beginLease(key), began, maxIntentDelayMs);
  try {
    return await work(began);
  } finally {
    // If the release fails, the lease expires by itself.
    if (holder !== null) {
      await releaseLease(db, beginLease(key), holder).catch((error: unknown) => {
        log.warn({ key, err: error }, 'send: begin lease not released');
      });
    }
  }
}

/** True while a call for this key, at any instance, may still write its intent. */
export async function isBeginning(
  { db, storeClock }: Pick<SendDeps, 'db' | 'storeClock'>,
  key: string,
): Promise<boolean> {
  return isLeased(db, beginLease(key), await storeClock.now());
}

/**
 * Stops a call that was paused for too long: the check for recent identical sends may no longer see
 * one that was sent since, and the person may have been told that nothing was sent.
 * @param began, now milliseconds since 1970, by the store's clock
 * @throws ProblemError send-not-made
 */
export function requireBegun(began: number, now: number) {
  if (now - began > maxIntentDelayMs) throw new ProblemError('send-not-made');
}

/**
 * Asks in the transaction, if there is one.
 * @throws ProblemError ledger-held, while a restored ledger does not know yet what was sent after its backup, or one
 *   may have lost its latest records
 */
export async function requireNotHeld(
  { db, records }: Pick<SendDeps, 'db'> & { records: Pick<LatestRecords, 'areThere'> },
  tx?: LedgerDb,
) {
  // First, because it holds a ledger that it finds lost.
  const areThere = await records.areThere(tx);
  if (!areThere || (await isHeld(tx ?? db))) throw new ProblemError('ledger-held');
}

/**
 * Reads in the intent's transaction who sends: they may have been disabled, erased, signed out or given another role
 * while the call waited.
 * @param session_hash of the session that the request came with; null without one
 * @throws ProblemError not-signed-in, forbidden
 */
export async function requireMaySend(tx: LedgerDb, user_id: string, session_hash: string | null) {
  const held = await holdPersonAndSession(tx, user_id, session_hash);
  const isIn = session_hash === null || held?.hasSession === true;
  if (!held || held.user.disabled_at !== null || !isIn) throw new ProblemError('not-signed-in');
  if (held.user.role !== 'sender') throw new ProblemError('forbidden');
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
 * @throws ProblemError invalid-fields
 */
export async function requireCurrencies(
  { currencies }: Pick<SendDeps, 'currencies'>,
  request: TransferRequest,
) {
  const codes = new Set((await currencies()).map(({ iso_code }) => iso_code));
  const fields = ['source_amount_currency', 'destination_amount_currency'] as const;
  const unknown = fields.filter((field) => !codes.has(request[field]));
  if (unknown.length === 0) return;
  const errors = Object.fromEntries(
    unknown.map((field) => [field, ['is no currency of the service']]),
  );
  throw new ProblemError('invalid-fields', { errors });
}

/**
 * Reads the recipient from the service, not from a cache.
 * @throws ProblemError account-not-found, service-refused; ServiceError
 */
export async function recipientNow(
  { showAccount }: Pick<SendDeps, 'showAccount'>,
  { destination_account_id }: TransferRequest,
): Promise<DestinationAccount> {
  try {
    return await showAccount(destination_account_id);
  } catch (error) {
    // Another refusal doesn't mean that the account is missing: it keeps the service's message.
    throw isRecordNotFound(error) ? new ProblemError('account-not-found') : withRefusal(error);
  }
}

/**
 * Refuses an amount of which nothing arrives, by the estimate that the person was shown. A request without one is
 * simulated (contract 4.2). If that fails or is slow, the service decides: an estimate is no promise of the rate.
 * @throws ProblemError amount-too-small
 */
export async function requireArrival(
  { simulate, log }: Pick<SendDeps, 'simulate' | 'log'>,
  request: TransferRequest,
  { country }: DestinationAccount,
) {
  const shown = request.quote?.destination_amount_cents;
  const arrives = shown ?? (country ? await estimated(country.id) : undefined);
  if (arrives === 0n) throw new ProblemError('amount-too-small');

  async function estimated(country_id: string) {
    const { source_amount_cents, source_amount_currency, destination_amount_currency } = request;
    const amounts = { source_amount_cents, source_amount_currency, destination_amount_currency };
    try {
      const signal = AbortSignal.timeout(maxEstimateMs);
      return (await simulate({ ...amounts, country_id }, { signal })).destination_amount_cents;
    } catch (error) {
      log.info({ err: error }, 'send: no estimate, the service decides on the amount');
      return undefined;
    }
  }
}

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
