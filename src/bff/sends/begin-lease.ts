import { randomUUID } from 'node:crypto';
import { isAnyLeased, releaseLease, takeLease } from '../ledger/store/leases.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import { ProblemError } from '../lib/problem.ts';
import type { Log } from '../service/log.ts';

/** By the store's clock: a call that has not written its intent after this time sends nothing. */
const maxIntentDelayMs = 60_000;

/** How the names of a key's leases begin, also that of an earlier version, which had one for each key. */
const beginLeases = (key: string) => `begin ${key}`;

type Deps = { db: LedgerDb; storeClock: StoreClock; log: Log };

/**
 * Runs `work` under a lease named after the key, so that every instance sees that a call is under way
 * before its intent is written. Each call has its own: another one with the same key may end sooner.
 */
export async function withBeginLease<T>(
  { db, storeClock, log }: Deps,
  key: string,
  work: (began: number) => Promise<T>,
): Promise<T> {
  const began = await storeClock.now();
  const name = `${beginLeases(key)} ${randomUUID()}`;
  const holder = await takeLease(db, name, began, maxIntentDelayMs);
  try {
    return await work(began);
  } finally {
    // If the release fails, the lease expires by itself.
    if (holder !== null) {
      await releaseLease(db, name, holder).catch((error: unknown) => {
        log.warn({ key, err: error }, 'send: begin lease not released');
      });
    }
  }
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

/** True while a call for this key, at any instance, may still write its intent. */
export async function isBeginning(
  { db, storeClock }: Pick<Deps, 'db' | 'storeClock'>,
  key: string,
): Promise<boolean> {
  return isAnyLeased(db, beginLeases(key), await storeClock.now());
}
