import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { timestamp } from '../lib/timestamp.ts';
import type { LedgerDb } from './ledger.ts';

/**
 * Takes a named lease for a while, unless another holds it: among all calls, processes and instances
 * on one store. One that is not given back (a crash) ends by itself; also one of a clock that was far
 * ahead, which would keep everybody waiting until their own clocks are there.
 * @param now the store's time, in milliseconds since 1970
 * @returns the holder's name to give it back with, or null
 */
export async function takeLease(
  db: LedgerDb,
  name: string,
  now: number,
  milliseconds: number,
): Promise<string | null> {
  const holder = randomUUID();
  const until = timestamp(now + milliseconds);
  const row = await db
    .insertInto('leases')
    .values({ name, holder, until })
    .onConflict((oc) =>
      oc
        .column('name')
        .doUpdateSet({ holder, until })
        .where(({ eb, or }) =>
          or([
            eb('leases.until', '<', timestamp(now)),
            // As long again as it lasts is what clocks may differ.
            eb('leases.until', '>', timestamp(now + 2 * milliseconds)),
          ]),
        ),
    )
    .returning('holder')
    .executeTakeFirst();
  return row?.holder === holder ? holder : null;
}

/** Whether anybody holds a lease now. */
export async function isLeased(db: LedgerDb, name: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('leases')
    .select('name')
    .where('name', '=', name)
    .where('until', '>=', timestamp(now))
    .executeTakeFirst();
  return row !== undefined;
}

export async function giveBack(db: LedgerDb, name: string, holder: string) {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}

/** Runs one at a time among all who share the store; waits for its turn. */
export async function withLease<T>(
  db: LedgerDb,
  name: string,
  now: () => Promise<number>,
  milliseconds: number,
  work: () => Promise<T>,
): Promise<T> {
  let holder = await takeLease(db, name, await now(), milliseconds);
  while (holder === null) {
    await wait(25 + Math.random() * 50);
    holder = await takeLease(db, name, await now(), milliseconds);
  }
  try {
    return await work();
  } finally {
    await giveBack(db, name, holder);
  }
}
