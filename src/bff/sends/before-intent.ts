import type { TransferRequest } from '../../contract/api/transfer.ts';
import type { DestinationAccount } from '../../contract/destination-account.ts';
import { giveBack, isLeased, takeLease } from '../ledger/leases.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { ownerOf } from '../ledger/owners.ts';
import { ProblemError } from '../lib/problem.ts';
import { isRecordNotFound, ServiceError } from '../service/errors.ts';
import { withRefusal } from '../service/service-problem.ts';
import type { SendingDeps } from './sending.ts';

/** In milliseconds. With the time that a POST can take, less than an intent lives until it is taken for lost. */
const postedWithin = 20_000;
/** In milliseconds, by the store's clock: from when a call begins until it writes its intent or sends nothing. */
const intendedWithin = 60_000;

const beginning = (key: string) => `begin ${key}`;

/** Lets every instance see that a call for a key is under way which has written no intent yet. */
export async function announced<T>(
  { db, storeClock, log }: Pick<SendingDeps, 'db' | 'storeClock' | 'log'>,
  key: string,
  work: (began: number) => Promise<T>,
): Promise<T> {
  const began = await storeClock.now();
  const holder = await takeLease(db, beginning(key), began, intendedWithin);
  try {
    return await work(began);
  } finally {
    // Where it can't be given back it ends by itself.
    if (holder !== null) {
      await giveBack(db, beginning(key), holder).catch((error: unknown) => {
        log.warn({ key, err: error }, 'the announcement of a sending could not be taken back');
      });
    }
  }
}

/** Whether a call for a key is under way anywhere that may yet write its intent. */
export async function isBeginning(
  { db, storeClock }: Pick<SendingDeps, 'db' | 'storeClock'>,
  key: string,
): Promise<boolean> {
  return isLeased(db, beginning(key), await storeClock.now());
}

/**
 * Holds a call to its time: one that stood still may meet what was sent long since, and what people
 * were told of it is no longer true.
 * @throws ProblemError send-not-made
 */
export function requireBegun(began: number, now: number) {
  if (now - began > intendedWithin) throw new ProblemError('send-not-made');
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

/**
 * Holds the codes to the service's own: one that reads others leniently would get past the guard for
 * identical sendings.
 * @throws ProblemError invalid-fields
 */
export async function requireCurrencies(
  { currencies }: Pick<SendingDeps, 'currencies'>,
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

/** The recipient as the service has it now. @throws ProblemError account-not-found, service-refused */
export async function recipientNow(
  { showAccount }: Pick<SendingDeps, 'showAccount'>,
  { destination_account_id }: TransferRequest,
): Promise<DestinationAccount> {
  try {
    return await showAccount(destination_account_id);
  } catch (error) {
    // Any other refusal does not say that there is none: it is told in the service's own words.
    throw isRecordNotFound(error) ? new ProblemError('account-not-found') : withRefusal(error);
  }
}

/**
 * Begins an age, and answers what refuses to post once it is too old, as after a pause of the machine
 * or of the store, or in a long line: it may have been given up by then, and sent again. Of two clocks
 * the one that has gone further counts: a sleep stops one, a step sets the other back.
 */
export function createAge(now: () => number): () => void {
  const [wall, steady] = [now(), performance.now()];
  return () => {
    if (Math.max(now() - wall, performance.now() - steady) <= postedWithin) return;
    throw new ServiceError('not-written', 'the intent to send is too old');
  };
}
