import { type Selectable, type SqlBool, sql } from 'kysely';
import type { ApprovalDecision } from '../../../contract/api/order-states.ts';
import { addNews } from '../news/news.ts';
import { ablePeople } from '../people/people.ts';
import { isAmong } from '../store/is-among.ts';
import type { OrderApprovalsTable } from '../store/order-schema.ts';
import type { LedgerDb } from '../store/schema.ts';
import { changeOrder, nextRevision, type OrderRow, type Seen } from './orders.ts';

/** Which transfers a second person approves, and who that may be. */
export type ApprovalRules = {
  /** By currency code: more of a person's to one recipient within 24 hours needs approval; empty: nothing does. */
  above: ReadonlyMap<string, bigint>;
  /** Milliseconds after which what nobody approved ends without being sent. */
  expiresAfter: number;
  /** Whether senders of a team approve for each other, as approvers do. */
  bySenders: boolean;
};

type ApprovalRow = Selectable<OrderApprovalsTable>;

/** The most orders that expire at once. */
const partSize = 200;

/**
 * Makes an order wait for a second person before it is sent, and tells those who can be that person. One that was about
 * to be sent is a new revision then, so that no other instance that saw it due takes it up.
 * @param expires_at when it ends without having been approved (ISO 8601)
 * @param bySenders whether senders approve too
 * @param now ISO 8601
 * @returns null, without a change, if it is not as it was seen
 */
export async function putToApproval(
  tx: LedgerDb,
  seen: OrderRow,
  { expires_at, bySenders }: { expires_at: string; bySenders: boolean },
  now: string,
): Promise<OrderRow | null> {
  const waits = { state: 'waiting', waits_for: 'approval', reason: null, expires_at } as const;
  const change = { ...waits, ...(seen.state === 'releasing' && nextRevision(seen)) };
  const row = await changeOrder(tx, seen, ['waiting', 'releasing'], change, now);
  if (!row) return null;
  const approvers = await ableApprovers(tx, bySenders);
  const subject = subjectOf(row, now);
  const told = approvers.filter((id) => id !== row.user_id);
  await addNews(
    tx,
    told.map((user_id) => ({ user_id, kind: 'approval-asked', subject })),
    now,
  );
  return row;
}

/** With the time: a restored ledger counts revisions again. */
const subjectOf = ({ id, revision }: Seen, now: string) => `order ${id} r${revision} ${now}`;

/** The ids of those who can sign in and approve; also its maker, who never approves their own. */
async function ableApprovers(db: LedgerDb, bySenders: boolean): Promise<string[]> {
  const approvers = await ablePeople(db, 'approver');
  return bySenders ? [...approvers, ...(await ablePeople(db, 'sender'))] : approvers;
}

/** True if what anybody makes can be approved by somebody else. */
export async function hasApprovers(db: LedgerDb, bySenders: boolean): Promise<boolean> {
  if ((await ablePeople(db, 'approver')).length > 0) return true;
  return bySenders && (await ablePeople(db, 'sender')).length > 1;
}

/** In the words of the partial index. */
const isWaiting = sql<SqlBool>`state = 'waiting' and waits_for = 'approval'`;

/**
 * The orders that wait for a second person, what expires first comes first.
 * @param made by the viewer, or by anybody else
 * @param now ISO 8601
 */
export function ordersToApprove(
  db: LedgerDb,
  made: { by: 'viewer' | 'others'; viewer_id: string; limit: number },
  now: string,
): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where(isWaiting)
    .where('expires_at', '>', now)
    .where('user_id', made.by === 'viewer' ? '=' : '<>', made.viewer_id)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(made.limit)
    .execute();
}

/** Orders that nobody approved in time. @param now ISO 8601 */
export function unapprovedOrders(db: LedgerDb, now: string): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where(isWaiting)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(partSize)
    .execute();
}

/** A decision of a person about an order, as it is written. */
type Decided = { user_id: string; now: string };

/**
 * Lets an order go on that a second person approved.
 * @param approves what is not asked about again: all of this revision, its next one, or none, which is judged when due
 * @param release_at when it is due then (ISO 8601)
 * @returns null, without a change, if it is not as it was seen
 */
export async function approveOrder(
  tx: LedgerDb,
  seen: OrderRow,
  { approves, release_at }: { approves: 'all' | 'one' | 'none'; release_at: string | null },
  { user_id, now }: Decided,
): Promise<OrderRow | null> {
  const next = nextRevision(seen);
  const row = await changeOrder(
    tx,
    seen,
    ['waiting'],
    {
      ...{ waits_for: 'time', expires_at: null, release_at, ...next },
      approved_revision: approves === 'none' ? null : next.revision,
      approved_occurrence: approves === 'one' ? seen.occurrence : null,
    },
    now,
  );
  if (!row) return null;
  await addDecision(tx, seen, { decision: 'approved', reason: null, user_id, at: now });
  await tell(tx, row, 'order-approved', now);
  return row;
}

/** Ends an order that a second person declined. @returns null, without a change, if it is not as it was seen */
export async function declineOrder(
  tx: LedgerDb,
  seen: OrderRow,
  reason: string,
  { user_id, now }: Decided,
): Promise<OrderRow | null> {
  const row = await endUnsent(
    tx,
    seen,
    { state: 'declined', ended_by: user_id, reason: null },
    now,
  );
  if (!row) return null;
  await addDecision(tx, seen, { decision: 'declined', reason, user_id, at: now });
  await tell(tx, row, 'order-declined', now);
  return row;
}

/** Ends an order that nobody approved in time. @returns null, without a change, if it is not as it was seen */
export async function expireOrder(
  tx: LedgerDb,
  seen: OrderRow,
  now: string,
): Promise<OrderRow | null> {
  const end = { state: 'expired', ended_by: null, reason: 'approval' } as const;
  const row = await endUnsent(tx, seen, end, now);
  if (row) await tell(tx, row, 'order-expired', now);
  return row;
}

async function endUnsent(
  tx: LedgerDb,
  seen: OrderRow,
  end: Pick<OrderRow, 'state' | 'ended_by' | 'reason'>,
  now: string,
): Promise<OrderRow | null> {
  const change = { ...end, release_at: null, revision: seen.revision + 1 };
  const row = await changeOrder(tx, seen, ['waiting'], change, now);
  if (!row) return null;
  // One that was put to approval when it was due.
  await tx
    .updateTable('order_releases')
    .set({ state: 'refused', reason: end.state, at: now })
    .where('order_id', '=', row.id)
    .where('state', '=', 'releasing')
    .execute();
  return row;
}

const tell = (
  tx: LedgerDb,
  row: OrderRow,
  kind: 'order-approved' | 'order-declined' | 'order-expired',
  now: string,
) => {
  // Of one that may have been sent before a loss nobody says that it was not.
  const isUnsure = kind !== 'order-approved' && row.unsure_since !== null;
  const told = isUnsure ? ('order-stopped-unsure' as const) : kind;
  return addNews(tx, [{ user_id: row.user_id, kind: told, subject: subjectOf(row, now) }], now);
};

/** Of the revision that its person was shown; there is at most one of each. */
async function addDecision(
  tx: LedgerDb,
  { id: order_id, revision }: Seen,
  decided: Pick<ApprovalRow, 'user_id' | 'decision' | 'reason' | 'at'>,
) {
  await tx
    .insertInto('order_approvals')
    .values({ order_id, revision, ...decided })
    .execute();
}

/** What was decided about a revision of an order. */
export function decisionAbout(db: LedgerDb, { id, revision }: Seen) {
  return db
    .selectFrom('order_approvals')
    .selectAll()
    .where('order_id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
}

/** What a second person decided last about an order, and their name. */
export type LastDecision = {
  order_id: string;
  decision: ApprovalDecision;
  reason: string | null;
  at: string;
  name: string;
  email: string;
};

/** What was decided last about these orders, by their ids. */
export async function lastDecisions(
  db: LedgerDb,
  ids: readonly string[],
): Promise<Map<string, LastDecision>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('order_approvals')
    .innerJoin('users', 'users.id', 'order_approvals.user_id')
    .select(['order_id', 'decision', 'reason', 'at', 'name', 'email'])
    .where(isAmong(db, sql.ref('order_id'), ids))
    .orderBy('revision')
    .execute();
  return new Map(rows.map((row) => [row.order_id, row]));
}
