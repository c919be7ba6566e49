import { sql } from 'kysely';
import { timestamp } from '../../lib/timestamp.ts';
import { purgeOldNews } from '../news/deliveries.ts';
import { creationLifeMs } from '../people/pending-creations.ts';
import { isHeld } from '../store/holds.ts';
import { isAmong } from '../store/is-among.ts';
import { takeLease } from '../store/leases.ts';
import type { LedgerDb } from '../store/schema.ts';
import { purgeExpiredRates } from '../transfers/rates.ts';

/** How many rows one transaction deletes, so that nobody waits long for it. */
const batchSize = 1_000;
const everyMs = 60 * 60_000;
/** The list of transfers must have been read within this time to say which transfers are gone. */
const freshForMs = 24 * 60 * 60_000;

/** How long each kind of row is kept, in milliseconds; null: for ever. */
export type Retention = {
  audit: number | null;
  /** Observed states of transfers that the service no longer lists. */
  events: number | null;
  /** Notifications, with their deliveries. */
  news: number;
  rates: number;
  /** Ended sends. */
  sends: number | null;
};

/** The kinds whose rows are kept for ever unless the operator says otherwise. */
export const retainedKinds = ['audit', 'events', 'sends'] as const;
type RetainedKind = (typeof retainedKinds)[number];

/**
 * Deletes what is kept no longer, once an hour among all instances. Does nothing while a restored ledger is on hold.
 * @param now the store's time, in milliseconds since 1970
 * @returns how many rows were deleted, by kind; null if it was not this call's turn
 */
export async function applyRetention(
  db: LedgerDb,
  kept: Retention,
  now: number,
): Promise<Record<RetainedKind, number> | null> {
  if (await isHeld(db)) return null;
  // Never released: it ends when the next turn is due.
  if ((await takeLease(db, 'retention', now, everyMs)) === null) return null;
  const before = (ms: number) => timestamp(now - ms);
  await inBatches(db, (tx) => purgeOldNews(tx, before(kept.news), batchSize));
  await purgeExpiredRates(db, before(kept.rates));
  await db.deleteFrom('account_claims').where('created_at', '<', before(creationLifeMs)).execute();
  const deleted = { audit: 0, events: 0, sends: 0 };
  if (kept.audit !== null) {
    const oldest = before(kept.audit);
    await keepAuditSince(db, oldest);
    deleted.audit = await inBatches(db, (tx) => purgeAudit(tx, oldest));
  }
  if (kept.sends !== null) {
    const oldest = before(kept.sends);
    deleted.sends = await inBatches(db, (tx) => purgeSends(tx, oldest, timestamp(now)));
    await inBatches(db, (tx) => purgeTransferCases(tx, oldest));
    await inBatches(db, (tx) => purgeReceipts(tx, oldest));
    await inBatches(db, (tx) => purgeLooseNotes(tx, oldest));
    await inBatches(db, (tx) => purgeOrders(tx, oldest, timestamp(now)));
  }
  if (kept.events !== null && (await isListFresh(db, now))) {
    const oldest = before(kept.events);
    deleted.events = await inBatches(db, (tx) => purgeObservations(tx, oldest));
  }
  return deleted;
}

/**
 * True if the send with this key has been deleted. Its key must never be sent again, and nobody can tell any more
 * how it ended.
 */
export async function isForgotten(db: LedgerDb, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('forgotten_sends')
    .select('key')
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** The time (ISO 8601) of the oldest row of each kind; null without one. */
export async function oldestRows(db: LedgerDb): Promise<Record<RetainedKind, string | null>> {
  const { audit, events, sends } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('audit')
        .select(({ fn }) => fn.min('at').as('at'))
        .as('audit'),
      eb
        .selectFrom('sightings')
        .select(({ fn }) => fn.min('seen_at').as('at'))
        .as('events'),
      eb
        .selectFrom('sends')
        .select(({ fn }) => fn.min('created_at').as('at'))
        .as('sends'),
    ])
    .executeTakeFirstOrThrow();
  return { audit, events, sends };
}

async function inBatches(db: LedgerDb, deleteSome: (tx: LedgerDb) => Promise<number>) {
  for (let total = 0; ; ) {
    const deleted = await db.transaction().execute(deleteSome);
    total += deleted;
    if (deleted < batchSize) return total;
  }
}

/** The store's triggers let only entries from before `since` be deleted. */
async function keepAuditSince(db: LedgerDb, since: string) {
  await db
    .insertInto('audit_kept')
    .values({ id: 'audit', since })
    .onConflict((oc) =>
      oc.column('id').doUpdateSet({ since }).where('audit_kept.since', '<', since),
    )
    .execute();
}

async function purgeAudit(tx: LedgerDb, before: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('audit')
    .where('number', 'in', ({ selectFrom }) =>
      selectFrom('audit')
        .select('number')
        .where('at', '<', before)
        .orderBy('number')
        .limit(batchSize),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Only what has ended: the outcome, and the transfer. */
async function purgeSends(tx: LedgerDb, before: string, now: string): Promise<number> {
  const old = await tx
    .selectFrom('sends')
    .select(['key', 'transfer_id'])
    .where('state', 'in', ['sent', 'refused', 'not_sent'])
    .where('created_at', '<', before)
    .where('updated_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transfers')
            .select('id')
            .whereRef('transfers.id', '=', 'sends.transfer_id')
            .where('ended', '=', 0),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('look_alikes')
            .select('send_key')
            .whereRef('look_alikes.send_key', '=', 'sends.key')
            .where('resolved_at', 'is', null),
        ),
      ),
    )
    .limit(batchSize)
    .execute();
  const keys = old.map(({ key }) => key);
  if (keys.length === 0) return 0;
  const forgotten = keys.map((key) => ({ key, forgotten_at: now }));
  await tx.insertInto('forgotten_sends').values(forgotten).execute();
  const isOfThem = isAmong(tx, sql.ref('send_key'), keys);
  await tx.deleteFrom('look_alikes').where(isOfThem).execute();
  await tx.deleteFrom('found_after_restore').where(isOfThem).execute();
  await purgeCaseWork(tx, keys);
  await tx
    .deleteFrom('transfer_notes')
    .where(isAmong(tx, sql.ref('subject'), keys))
    .execute();
  await tx.deleteFrom('resolve_proposals').where(isOfThem).execute();
  await tx.deleteFrom('send_snapshots').where(isOfThem).execute();
  const transfers = old.flatMap(({ transfer_id }) => transfer_id ?? []);
  await purgeStatements(tx, transfers, before);
  await tx
    .deleteFrom('sends')
    .where(isAmong(tx, sql.ref('key'), keys))
    .execute();
  return keys.length;
}

/** Statements of days before `before` say from then on that transfers may be missing. */
async function purgeStatements(tx: LedgerDb, transfers: readonly string[], before: string) {
  const isOld = isAmong(tx, sql.ref('transfer_id'), transfers);
  const old = await tx.selectFrom('statement_transfers').select('ended_at').where(isOld).execute();
  if (old.length === 0) return;
  // One that was sent just before may have ended just after.
  const ends = old.map(({ ended_at }) => timestamp(Date.parse(ended_at ?? before) + 1));
  const since = [before, ...ends].toSorted().at(-1) ?? before;
  await tx
    .updateTable('statement_marks')
    .set({ kept_since: since })
    .where('kept_since', '<', since)
    .execute();
  // Last, as whoever keeps a transfer locks the marks first.
  await tx.deleteFrom('statement_transfers').where(isOld).execute();
}

/** Only what is done, and has not come back since. */
async function purgeTransferCases(tx: LedgerDb, before: string): Promise<number> {
  const old = await tx
    .selectFrom('transfer_cases')
    .leftJoin('transfers', 'transfers.id', 'transfer_cases.transfer_id')
    .select('transfer_cases.transfer_id')
    .where('done_at', '<', before)
    .where(({ eb, or }) =>
      or([
        eb('transfers.id', 'is', null),
        // One that Giro opened doesn't come back.
        eb('opened_by', 'is', null),
        eb('transfers.state', '=', ({ ref }) => ref('transfer_cases.done_state')),
      ]),
    )
    .limit(batchSize)
    .execute();
  const ids = old.map(({ transfer_id }) => transfer_id);
  if (ids.length === 0) return 0;
  await purgeCaseWork(tx, ids);
  await tx
    .deleteFrom('transfer_cases')
    .where(isAmong(tx, sql.ref('transfer_id'), ids))
    .execute();
  return ids.length;
}

/** Orders that have ended and whose sends are gone. Their ids are never sent with, so they are kept as forgotten keys. */
async function purgeOrders(tx: LedgerDb, before: string, now: string): Promise<number> {
  const old = await tx
    .selectFrom('orders')
    .select('id')
    .where('state', 'in', ['released', 'stopped', 'expired', 'declined'])
    .where('updated_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_releases')
            .innerJoin('sends', 'sends.key', 'order_releases.key')
            .select('sends.key')
            .whereRef('order_releases.order_id', '=', 'orders.id'),
        ),
      ),
    )
    .limit(batchSize)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const forgotten = ids.map((key) => ({ key, forgotten_at: now }));
  await tx
    .insertInto('forgotten_sends')
    .values(forgotten)
    .onConflict((oc) => oc.doNothing())
    .execute();
  await tx
    .deleteFrom('order_releases')
    .where(isAmong(tx, sql.ref('order_id'), ids))
    .execute();
  await tx
    .deleteFrom('order_approvals')
    .where(isAmong(tx, sql.ref('order_id'), ids))
    .execute();
  await tx
    .deleteFrom('orders')
    .where(isAmong(tx, sql.ref('id'), ids))
    .execute();
  return ids.length;
}

async function purgeReceipts(tx: LedgerDb, before: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('receipts')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('receipts').select('id').where('issued_at', '<', before).limit(batchSize),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Notes on transfers that no send made, and that the service lists no longer. */
async function purgeLooseNotes(tx: LedgerDb, before: string): Promise<number> {
  const old = await tx
    .selectFrom('transfer_notes')
    .leftJoin('transfers', 'transfers.id', 'transfer_notes.subject')
    .leftJoin('sends', 'sends.key', 'transfer_notes.subject')
    .select('subject')
    .where('transfer_notes.updated_at', '<', before)
    .where('transfers.id', 'is', null)
    .where('sends.key', 'is', null)
    .limit(batchSize)
    .execute();
  const subjects = old.map(({ subject }) => subject);
  await tx
    .deleteFrom('transfer_notes')
    .where(isAmong(tx, sql.ref('subject'), subjects))
    .execute();
  return subjects.length;
}

async function purgeCaseWork(tx: LedgerDb, keys: readonly string[]) {
  const isOfThem = isAmong(tx, sql.ref('case_key'), keys);
  await tx.deleteFrom('case_assignments').where(isOfThem).execute();
  await tx.deleteFrom('case_notes').where(isOfThem).execute();
  await tx.deleteFrom('case_waits').where(isOfThem).execute();
}

/** While the service lists a transfer, its states are what its page shows, and say when it was first seen. */
async function purgeObservations(tx: LedgerDb, before: string): Promise<number> {
  const old = await tx
    .selectFrom('sightings')
    .select('transfer_id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transfers')
            .select('id')
            .whereRef('transfers.id', '=', 'sightings.transfer_id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sends')
            .select('key')
            .whereRef('sends.transfer_id', '=', 'sightings.transfer_id'),
        ),
      ),
    )
    .groupBy('transfer_id')
    .having(({ fn }) => fn.max('seen_at'), '<', before)
    .limit(batchSize)
    .execute();
  const ids = old.map(({ transfer_id }) => transfer_id);
  const isOld = isAmong(tx, sql.ref('transfer_id'), ids);
  await tx.deleteFrom('sightings').where(isOld).execute();
  return ids.length;
}

async function isListFresh(db: LedgerDb, now: number): Promise<boolean> {
  const mirror = await db
    .selectFrom('mirror')
    .select(['as_of', 'service'])
    .where('id', '=', 'current')
    .executeTakeFirst();
  const isRead = mirror?.service === 'ok' && mirror.as_of !== null;
  return isRead && Date.parse(mirror.as_of ?? '') > now - freshForMs;
}
