import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { timestamp } from '../../lib/timestamp.ts';
import type { LedgerDb } from './schema.ts';

/**
 * Takes a named lease unless another call, process or instance on this store holds it. A lease that is
 * not released (a crash) expires. One that ends further ahead than twice its length counts as expired: it
 * was written while the clock was wrong.
 * @param now the store's time, in milliseconds since 1970
 * @param milliseconds how long the lease lasts
 * @returns the holder to release it with, or null if another holds it
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
            // Clocks may differ by the length of the lease.
            eb('leases.until', '>', timestamp(now + 2 * milliseconds)),
          ]),
        ),
    )
    .returning('holder')
    .executeTakeFirst();
  return row?.holder === holder ? holder : null;
}

/**
 * True while anybody holds a lease whose name begins so.
 * @param now the store's time, in milliseconds since 1970
 */
export async function isAnyLeased(db: LedgerDb, beginning: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('leases')
    .select('name')
    // Not a range of names: collations sort them differently.
    .where(sql<boolean>`substr(name, 1, ${beginning.length}) = ${beginning}`)
    .where('until', '>=', timestamp(now))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Prolongs a lease if this holder still has it.
 * @param until ISO 8601
 * @returns false if another has taken it
 */
export async function keepLease(db: LedgerDb, name: string, holder: string, until: string) {
  const kept = await db
    .updateTable('leases')
    .set({ until })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirst();
  return kept.numUpdatedRows > 0n;
}

/** Releases a lease if this holder still has it. */
export async function releaseLease(db: LedgerDb, name: string, holder: string) {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}

/** Waits for the lease, runs `work` and releases it: one at a time among all instances on the store. */
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
    await releaseLease(db, name, holder);
  }
}
