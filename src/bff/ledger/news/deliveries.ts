import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { DeliveryOutcome, Sink } from '../../../contract/api/news.ts';
import { timestamp } from '../../lib/timestamp.ts';
import { isAmong, isNumberAmong } from '../store/is-among.ts';
import type { LedgerDb, LedgerSchema, NewsTable } from '../store/schema.ts';

export type NewsRow = Omit<Selectable<NewsTable>, 'number'> & { number: string };
type Key = { news_number: string; sink: Sink; target: string };
export type Delivery = Key & { attempts: number; holder: string; news: NewsRow };

const newsRow = ({ number, ...row }: Selectable<NewsTable>): NewsRow => ({
  ...row,
  number: String(number),
});

/** News of people without deliveries yet, oldest first. */
export async function unplannedNews(tx: LedgerDb, limit: number): Promise<NewsRow[]> {
  const rows = await tx
    .selectFrom('news')
    .selectAll()
    .where('planned_at', 'is', null)
    .where('user_id', 'is not', null)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(newsRow);
}

/** What is for everybody of support and was not told, latest first. */
export async function unplannedOfSupport(tx: LedgerDb): Promise<NewsRow[]> {
  const rows = await tx
    .selectFrom('news')
    .selectAll()
    .where('planned_at', 'is', null)
    .where('user_id', 'is', null)
    .orderBy('number', 'desc')
    .execute();
  return rows.map(newsRow);
}

/** Marks news as planned. @returns false if another instance did */
export async function markPlanned(tx: LedgerDb, number: string, now: string): Promise<boolean> {
  const result = await tx
    .updateTable('news')
    .set({ planned_at: now })
    .where('number', '=', number)
    .where('planned_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** When the latest news of a kind was written; null if none was. */
export async function latestOfKind(tx: LedgerDb, kind: NewsTable['kind']): Promise<string | null> {
  const row = await tx
    .selectFrom('news')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Adds a delivery that is due at a time (ISO 8601), unless there is one. */
export async function addDelivery(tx: LedgerDb, key: Key, due_at: string) {
  await tx
    .insertInto('deliveries')
    .values({ ...key, due_at })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/**
 * Takes due deliveries of a sink, each under a lease. A lease that is not given back (a crash) expires, and
 * the delivery is made again.
 * @param now milliseconds since 1970, by the store's clock
 */
export async function claimDeliveries(
  db: LedgerDb,
  sink: Sink,
  now: number,
  { leaseMs, limit }: { leaseMs: number; limit: number },
): Promise<Delivery[]> {
  const at = timestamp(now);
  const due = await db
    .selectFrom('deliveries')
    .innerJoin('news', 'news.number', 'deliveries.news_number')
    .selectAll('news')
    .select(['deliveries.target', 'deliveries.attempts'])
    .where('sink', '=', sink)
    .where('done_at', 'is', null)
    .where('due_at', '<=', at)
    .where(isFree(now, leaseMs))
    .orderBy('due_at')
    .limit(limit)
    .execute();
  const claimed: Delivery[] = [];
  for (const { target, attempts, ...row } of due) {
    const news = newsRow(row);
    const holder = randomUUID();
    const result = await db
      .updateTable('deliveries')
      .set({ holder, leased_until: timestamp(now + leaseMs) })
      .where('news_number', '=', news.number)
      .where('sink', '=', sink)
      .where('target', '=', target)
      .where('done_at', 'is', null)
      .where(isFree(now, leaseMs))
      .executeTakeFirst();
    if (result.numUpdatedRows !== 1n) continue;
    claimed.push({ news_number: news.number, sink, target, attempts, holder, news });
  }
  return claimed;
}

/** No lease, an expired one, or one from a clock that was wrong. */
const isFree =
  (now: number, leaseMs: number) => (eb: ExpressionBuilder<LedgerSchema, 'deliveries'>) =>
    eb.or([
      eb('leased_until', 'is', null),
      eb('leased_until', '<', timestamp(now)),
      eb('leased_until', '>', timestamp(now + 2 * leaseMs)),
    ]);

/** Ends a delivery, if this holder still has it. @returns false if it hasn't */
export async function endDelivery(
  db: LedgerDb,
  { holder, ...key }: Key & { holder: string },
  outcome: DeliveryOutcome,
  now: string,
): Promise<boolean> {
  const result = await mine(db, key, holder)
    .set({ done_at: now, outcome, holder: null, leased_until: null })
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Gives a delivery back, to be tried again at a time; `error` null if it was not tried. */
export async function postponeDelivery(
  db: LedgerDb,
  { holder, attempts, ...key }: Key & { holder: string; attempts: number },
  { due_at, error }: { due_at: string; error: string | null },
) {
  await mine(db, key, holder)
    .set({
      due_at,
      holder: null,
      leased_until: null,
      ...(error !== null && { attempts: attempts + 1, error }),
    })
    .execute();
}

function mine(db: LedgerDb, { news_number, sink, target }: Key, holder: string) {
  return db
    .updateTable('deliveries')
    .where('news_number', '=', news_number)
    .where('sink', '=', sink)
    .where('target', '=', target)
    .where('holder', '=', holder);
}

/** The deliveries of one news through a sink. */
export function deliveriesOf(db: LedgerDb, news_number: string, sink: Sink) {
  return db
    .selectFrom('deliveries')
    .select(['target', 'done_at', 'outcome'])
    .where('news_number', '=', news_number)
    .where('sink', '=', sink)
    .execute();
}

/** The mails of a person that bring a link, oldest first. */
export function linkMails(db: LedgerDb, user_id: string) {
  return db
    .selectFrom('news')
    .innerJoin('deliveries', 'deliveries.news_number', 'news.number')
    .select(['kind', 'created_at', 'attempts', 'error', 'done_at', 'outcome'])
    .where('user_id', '=', user_id)
    .where('kind', 'in', ['invitation', 'password-link'])
    .where('sink', '=', 'mail')
    .orderBy('number')
    .execute();
}

/** Deliveries that are due and not made, by sink, with when the oldest news was written. @param now ISO 8601 */
export async function waitingDeliveries(db: LedgerDb, now: string) {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('news', 'news.number', 'deliveries.news_number')
    .select(({ fn }) => [
      'sink',
      fn.countAll().as('count'),
      fn.min('news.created_at').as('oldest_at'),
    ])
    .where('done_at', 'is', null)
    // A delivery that waits for the end of quiet hours is not late.
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('attempts', '>', 0)]))
    .groupBy('sink')
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Open deliveries that failed at least once, by sink, with one of the errors. */
export async function failingDeliveries(db: LedgerDb) {
  const rows = await db
    .selectFrom('deliveries')
    .select(({ fn }) => ['sink', fn.countAll().as('count'), fn.max('error').as('error')])
    .where('done_at', 'is', null)
    .where('attempts', '>', 0)
    .groupBy('sink')
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** How many deliveries ended since a time (ISO 8601), by sink and outcome. */
export async function endedDeliveries(db: LedgerDb, since: string) {
  const rows = await db
    .selectFrom('deliveries')
    .select(({ fn }) => ['sink', 'outcome', fn.countAll().as('count')])
    .where('done_at', '>=', since)
    .groupBy(['sink', 'outcome'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/**
 * Deletes news written before a time (ISO 8601) whose deliveries have all ended, with these.
 * @param limit of news deleted at once
 * @returns how many were deleted
 */
export async function purgeOldNews(tx: LedgerDb, before: string, limit: number): Promise<number> {
  const old = tx
    .selectFrom('news')
    .select('number')
    .where('created_at', '<', before)
    .where('planned_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('sink')
            .whereRef('deliveries.news_number', '=', 'news.number')
            .where('done_at', 'is', null),
        ),
      ),
    )
    .limit(limit);
  const numbers = (await old.execute()).map(({ number }) => number);
  await tx
    .deleteFrom('deliveries')
    .where(isNumberAmong(tx, sql.ref('news_number'), numbers))
    .execute();
  await tx
    .deleteFrom('news')
    .where(isNumberAmong(tx, sql.ref('number'), numbers))
    .execute();
  return numbers.length;
}

/** Subjects such as `transfer 9001` that a person was shown as they were at a time of the store's clock. */
export type Seen = { user_id: string; subjects: readonly string[]; at: string };

/** Marks news that waits to be told as seen, if its subject was shown as it was then or later. */
export async function markSeen(db: LedgerDb, seen: readonly Seen[]) {
  const people = [...new Set(seen.map(({ user_id }) => user_id))];
  const waiting = await db
    .selectFrom('news')
    .select(['number', 'user_id', 'subject', 'created_at'])
    .where(isAmong(db, sql.ref('user_id'), people))
    .where('seen_at', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('planned_at', 'is', null),
        exists(
          selectFrom('deliveries')
            .select('sink')
            .whereRef('deliveries.news_number', '=', 'news.number')
            .where('done_at', 'is', null),
        ),
      ]),
    )
    .execute();
  for (const one of waiting) {
    const at = seen.find(
      ({ user_id, subjects, at }) =>
        user_id === one.user_id && at >= one.created_at && subjects.includes(one.subject),
    )?.at;
    if (at === undefined) continue;
    await db.updateTable('news').set({ seen_at: at }).where('number', '=', one.number).execute();
  }
}
