import { type Selectable, sql } from 'kysely';
import type { NewsKind } from '../../../contract/api/news.ts';
import { waitsForApproval } from '../../../contract/api/order-states.ts';
import type { NewsRow } from '../news/deliveries.ts';
import { addNews } from '../news/news.ts';
import { mayBeSentUnknown } from '../store/holds.ts';
import { isAmong } from '../store/is-among.ts';
import type { OrderReleasesTable } from '../store/order-schema.ts';
import type { LedgerDb } from '../store/schema.ts';
import {
  asksAfterLoss,
  changeOrder,
  findOrder,
  nextRevision,
  type OrderRow,
  releaseKey,
  type Seen,
  saidOfNone,
} from './orders.ts';

// The steps of a release. `releasing` and back is the worker's and keeps the revision, so that the person can stop an
// order until the intent of its send is written; everything else is a new revision.

type ReleaseRow = Selectable<OrderReleasesTable>;

/** The next occurrence of a repeating order, and when it is due (ISO 8601). */
export type NextOccurrence = { occurrence: number; release_at: string };

/**
 * Takes an order up that is due, or that another instance left.
 * @param now ISO 8601
 * @returns null if it is not as it was seen: it was stopped, changed or released
 */
export async function beginRelease(
  tx: LedgerDb,
  seen: Seen,
  now: string,
): Promise<OrderRow | null> {
  const row = await changeOrder(tx, seen, ['waiting', 'releasing'], { state: 'releasing' }, now);
  if (row) await writeRelease(tx, row, 'releasing', null, now);
  return row;
}

/**
 * Ends the release in the transaction that writes the intent of its send: either both are written or neither, so a
 * person who stops it, and this, exclude each other.
 * @param next of a repeating order; null ends it
 * @param now ISO 8601
 * @returns null if it is not being released as it was seen: then nothing may be posted
 */
export async function endRelease(
  tx: LedgerDb,
  seen: OrderRow,
  next: NextOccurrence | null,
  now: string,
): Promise<OrderRow | null> {
  const ended = { state: 'released', release_at: null, reason: null, unsure_since: null } as const;
  const after = next ? await goOnWith(tx, seen, next) : ended;
  const row = await changeOrder(tx, seen, ['releasing'], { ...after, ...nextRevision(seen) }, now);
  if (!row) return null;
  await writeRelease(tx, seen, 'released', null, now);
  if (row.state === 'needs_you') await addNewsOfDoubt(tx, row, now);
  return row;
}

/**
 * What an order is when it goes on with another day. What was said of the one before, and that it may have been sent,
 * does not hold for that one, unless it lies before the same loss: then its person is asked again.
 */
export async function goOnWith(tx: LedgerDb, { unsure_since }: OrderRow, next: NextOccurrence) {
  const isInDoubt =
    unsure_since !== null && (await mayBeSentUnknown(tx, Date.parse(next.release_at)));
  const waits = { state: 'waiting', reason: null, unsure_since: null } as const;
  return { ...next, ...saidOfNone, ...(isInDoubt ? asksAfterLoss : waits) };
}

/**
 * Gives a release back that could not be tried, to be tried again at a time (ISO 8601).
 * @returns null, without a change, if it is not being released as it was seen
 */
export function postponeRelease(
  tx: LedgerDb,
  seen: Seen,
  { release_at, reason }: { release_at: string; reason: string },
  now: string,
): Promise<OrderRow | null> {
  return changeOrder(tx, seen, ['releasing'], { state: 'waiting', release_at, reason }, now);
}

/**
 * Ends a release before anything was posted: the person is asked.
 * @returns null, without a change, if it is not being released as it was seen
 */
export async function refuseRelease(
  tx: LedgerDb,
  seen: OrderRow,
  reason: string,
  now: string,
): Promise<OrderRow | null> {
  const change = { state: 'needs_you', reason, ...nextRevision(seen) } as const;
  const row = await changeOrder(tx, seen, ['releasing'], change, now);
  if (row) await writeRelease(tx, row, 'refused', reason, now);
  return row;
}

/**
 * True if the send of an order's next release is there without the order knowing: an instance that remembered it wrote
 * it again, after a failover that lost both. It may have been posted, also for what the order was changed to since, which
 * is lost. One of another person is not its send; nobody else makes keys of version 5.
 */
export async function hasSend(
  db: LedgerDb,
  { id, occurrence, user_id }: OrderRow,
): Promise<boolean> {
  const send = await db
    .selectFrom('sends')
    .select('key')
    .where('key', '=', releaseKey(id, occurrence))
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return send !== undefined;
}

/**
 * Stops an order: after this nothing of it is posted. It can be stopped until the intent of its send is written.
 * @param ended_by the id of the person
 * @returns null, without a change, if it is not as it was seen, has ended, or has its send
 */
export async function stopOrder(
  tx: LedgerDb,
  seen: Seen,
  ended_by: string,
  now: string,
): Promise<OrderRow | null> {
  const before = await findOrder(tx, seen.id);
  if (!before || (await hasSend(tx, before))) return null;
  const row = await changeOrder(
    tx,
    seen,
    ['waiting', 'releasing', 'needs_you'],
    {
      ...{ state: 'stopped', ended_by, reason: null },
      ...{ release_at: null, revision: seen.revision + 1 },
    },
    now,
  );
  if (!row) return null;
  await tx
    .updateTable('order_releases')
    .set({ state: 'refused', reason: 'stopped', at: now })
    .where('order_id', '=', row.id)
    .where('state', '=', 'releasing')
    .execute();
  return row;
}

/** What is told instead of one that may have been sent before a loss. */
const unsureKinds = {
  'order-asks': 'order-unsure',
  'order-waits': 'order-unsure',
  'order-stopped': 'order-stopped-unsure',
  'order-stopped-by-colleague': 'order-stopped-unsure',
} as const;

/**
 * Tells the person of an order that Giro asks them, or who stopped it; of one that may have been sent before a
 * loss, never that it was not. With the time: a restored ledger counts revisions again.
 */
export function addNewsOfOrder(
  tx: LedgerDb,
  kind: keyof typeof unsureKinds,
  { id, user_id, revision, unsure_since }: OrderRow,
  now: string,
) {
  const told = unsure_since === null ? kind : unsureKinds[kind];
  return addNews(tx, [{ user_id, kind: told, subject: `order ${id} r${revision} ${now}` }], now);
}

/**
 * Tells the person of an order that it may have been sent or stopped.
 * @param now ISO 8601; a ledger that is restored again tells it again, in another mail
 */
export const addNewsOfDoubt = (tx: LedgerDb, { id, user_id }: OrderRow, now: string) =>
  addNews(tx, [{ user_id, kind: 'order-unsure', subject: `order ${id} ${now}` }], now);

/** When its person was asked last (ISO 8601); null if never, or if that news was deleted by its age. */
export async function lastAskedAt(
  db: LedgerDb,
  { id, user_id }: Pick<OrderRow, 'id' | 'user_id'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('news')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('user_id', '=', user_id)
    .where('kind', 'in', ['order-asks', 'order-unsure'])
    .where('subject', 'like', `order ${id} %`)
    .executeTakeFirst();
  return row?.at ?? null;
}

const isAsking = (kind: NewsKind) =>
  [
    ...['order-asks', 'order-unsure', 'order-waits', 'approval-asked'],
    ...['order-without-sender', 'order-without-sender-unsure'],
  ].includes(kind);

type Asked = Pick<NewsRow, 'number' | 'user_id' | 'kind' | 'subject' | 'created_at'>;

/** Whether news of an order still asks its person: true for other news, false once they answered or it was stopped. */
export async function asksStill(db: LedgerDb, news: Asked): Promise<boolean> {
  const { kind, subject, created_at } = news;
  if (!isAsking(kind)) return true;
  const [, id = ''] = /^order (\S+)/.exec(subject) ?? [];
  const row = await findOrder(db, id);
  if (kind === 'order-waits') return row !== undefined && waitsForApproval(row);
  if (kind === 'approval-asked') {
    return row !== undefined && waitsForApproval(row) && !(await isAskedAgain(db, id, news));
  }
  if (!row || (row.resumed_at !== null && row.resumed_at > created_at)) return false;
  if (kind.startsWith('order-without-sender')) return row.state === 'needs_you';
  // A day that was missed after a loss may have been sent, though the order waits for the next.
  if (kind === 'order-unsure') return row.state !== 'stopped';
  // One from before a loss says that no money moved, which is not known any more.
  return row.state === 'needs_you' && row.unsure_since === null;
}

/** One that is put to approval again is told of as it is then; a day of it that is skipped asks nobody again. */
async function isAskedAgain(db: LedgerDb, order_id: string, { number, user_id, kind }: Asked) {
  const later = await db
    .selectFrom('news')
    .select('number')
    .where('user_id', '=', user_id ?? '')
    .where('kind', '=', kind)
    .where('subject', 'like', `order ${order_id} %`)
    .where('number', '>', number)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/** The releases of an order that were begun or left out, the latest first. */
export function releasesOf(db: LedgerDb, order_id: string): Promise<ReleaseRow[]> {
  return db
    .selectFrom('order_releases')
    .selectAll()
    .where('order_id', '=', order_id)
    .orderBy('occurrence', 'desc')
    .execute();
}

/** When an order was released last (ISO 8601); null if never. */
export async function lastReleasedAt(db: LedgerDb, order_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('order_releases')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('order_id', '=', order_id)
    .where('state', '=', 'released')
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The keys of the last sends that these orders were released as, by the order's id. */
export async function lastReleases(
  db: LedgerDb,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('order_releases')
    .select(({ fn }) => ['order_id', fn.max('occurrence').as('occurrence')])
    .where(isAmong(db, sql.ref('order_id'), ids))
    .where('state', '=', 'released')
    .groupBy('order_id')
    .execute();
  return new Map(
    rows.map(({ order_id, occurrence }) => [order_id, releaseKey(order_id, Number(occurrence))]),
  );
}

/** The ids of the orders that these sends are releases of, by key. */
export async function ordersOfSends(
  db: LedgerDb,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('order_releases')
    .select(['key', 'order_id'])
    .where(isAmong(db, sql.ref('key'), keys))
    .execute();
  return new Map(rows.map(({ key, order_id }) => [key, order_id]));
}

/** Keeps what became of the occurrence that an order waited for. @param at ISO 8601 */
export async function writeRelease(
  tx: LedgerDb,
  { id: order_id, user_id, occurrence }: OrderRow,
  state: ReleaseRow['state'],
  reason: string | null,
  at: string,
) {
  await tx
    .insertInto('order_releases')
    .values({
      ...{ order_id, user_id, occurrence, key: releaseKey(order_id, occurrence) },
      ...{ state, reason, at },
    })
    .onConflict((oc) => oc.columns(['order_id', 'occurrence']).doUpdateSet({ state, reason, at }))
    .execute();
}
