import { createHash } from 'node:crypto';
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { OrderState } from '../../../contract/api/order-states.ts';
import { timestamp } from '../../lib/timestamp.ts';
import { isAmong } from '../store/is-among.ts';
import type { OrdersTable } from '../store/order-schema.ts';
import type { LedgerDb } from '../store/schema.ts';

export type OrderRow = Selectable<OrdersTable>;
export type NewOrder = Omit<
  Insertable<OrdersTable>,
  'state' | 'reason' | 'ended_by' | 'created_at' | 'updated_at'
>;

/** What a transition was decided on: it changes nothing if the order has another revision by now. */
export type Seen = Pick<OrderRow, 'id' | 'revision'>;

/**
 * Adds an order that waits.
 * @param now ISO 8601
 * @returns null if the id exists, or the scope has an identical one that is held
 */
export async function addOrder(
  tx: LedgerDb,
  order: NewOrder,
  now: string,
): Promise<OrderRow | null> {
  const row = await tx
    .insertInto('orders')
    .values({
      ...order,
      ...{ state: 'waiting', reason: null, ended_by: null, created_at: now, updated_at: now },
    })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** The order with this id. */
export function findOrder(db: LedgerDb, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The identical order of a scope that is held and can still be sent. */
export function findHeldDuplicate(
  db: LedgerDb,
  guard_scope: string,
  body_hash: string,
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('guard_scope', '=', guard_scope)
    .where('body_hash', '=', body_hash)
    .where('kind', '=', 'held')
    .where('state', 'in', ['waiting', 'releasing', 'needs_you'])
    .executeTakeFirst();
}

type AboutToSend = { account_id: string; key: string } & Pick<
  OrderRow,
  'guard_scope' | 'body_hash'
>;

/** Literals, so that the partial index of held ones is used. */
const isHeldOpen = sql<SqlBool>`kind = 'held' and state in ('waiting', 'releasing', 'needs_you')`;

/**
 * What may not be sent with a key: one statement, because each send asks.
 * @returns whether anybody's archiving of the account stands, whether the key is the id of an order, and the id of the
 *   identical order that the scope has held
 */
export async function readInTheWay(
  tx: LedgerDb,
  { account_id, key, guard_scope, body_hash }: AboutToSend,
): Promise<{ isArchived: boolean; isOrder: boolean; held: string | null }> {
  const { archived, ordered, held } = await tx
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('account_marks')
        .select('account_id')
        .where('account_id', '=', account_id)
        .where('archived_at', 'is not', null)
        .limit(1)
        .as('archived'),
      selectFrom('orders').select('id').where('id', '=', key).as('ordered'),
      selectFrom('orders')
        .select('id')
        .where('guard_scope', '=', guard_scope)
        .where('body_hash', '=', body_hash)
        .where(isHeldOpen)
        .limit(1)
        .as('held'),
    ])
    .executeTakeFirstOrThrow();
  return { isArchived: archived !== null, isOrder: ordered !== null, held };
}

/** The lease under which an order is released; kept after a try that failed, until the next one. */
export const releaseLeaseOf = (order_id: string) => `${leasePrefix}${order_id}`;

const leasePrefix = 'release ';
/** An instance that was killed keeps nobody waiting longer. Two at once would be safe: see `endRelease`. */
export const releaseLeaseMs = 30_000;

/** An order that is to be released, and what decides whose turn it is. */
export type DueOrder = Pick<OrderRow, 'id' | 'user_id' | 'release_at' | 'reason' | 'updated_at'>;

const duePartSize = 500;

/**
 * All orders that are to be released: due, or taken up by an instance that may have been killed since. Those that are
 * being released, or wait for their next try, are left out.
 * @param now milliseconds since 1970, by the store's clock
 */
export async function ordersToRelease(
  db: LedgerDb,
  now: number,
  partSize = duePartSize,
): Promise<DueOrder[]> {
  const found: DueOrder[] = [];
  let part: DueOrder[];
  do {
    part = await partToRelease(db, now, { after: found.at(-1)?.id ?? '', partSize });
    found.push(...part);
  } while (part.length === partSize);
  return found;
}

function partToRelease(
  db: LedgerDb,
  now: number,
  { after, partSize }: { after: string; partSize: number },
): Promise<DueOrder[]> {
  return db
    .selectFrom('orders')
    .select(['id', 'user_id', 'release_at', 'reason', 'updated_at'])
    .where((eb) =>
      eb.or([
        eb.and([
          eb('state', '=', 'waiting'),
          eb('waits_for', '=', 'time'),
          eb('release_at', '<=', timestamp(now)),
        ]),
        eb('state', '=', 'releasing'),
      ]),
    )
    .where('id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('leases')
            .select('name')
            .where('name', '=', sql<string>`${sql.lit(leasePrefix)} || orders.id`)
            .where('until', '>=', timestamp(now))
            // As `takeLease`: one that ends later was written while the clock was wrong.
            .where('until', '<=', timestamp(now + 2 * releaseLeaseMs)),
        ),
      ),
    )
    .orderBy('id')
    .limit(partSize)
    .execute();
}

/** When the next order is due (ISO 8601); null if none waits for its time. */
export async function nextReleaseAt(db: LedgerDb): Promise<string | null> {
  const row = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.min('release_at').as('at'))
    .where('state', '=', 'waiting')
    .where('waits_for', '=', 'time')
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The most orders of a list. */
const maxListed = 200;

type Listed = { limit?: number; account_id?: string | undefined };

/**
 * The orders that can still be sent, of one person, or of everybody if `user_id` is null: held ones first, which are due
 * soon, then the oldest first.
 * @param account_id of the recipient, for those to one alone
 */
export function openOrders(
  db: LedgerDb,
  user_id: string | null,
  listed: Listed = {},
): Promise<OrderRow[]> {
  let query = openOnes(db, listed);
  if (user_id !== null) query = query.where('user_id', '=', user_id);
  return query.execute();
}

function openOnes(db: LedgerDb, { limit = maxListed, account_id }: Listed) {
  const query = db
    .selectFrom('orders')
    .selectAll()
    .where('state', 'in', ['waiting', 'releasing', 'needs_you'])
    .orderBy(sql`case kind when 'held' then 0 else 1 end`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);
  return account_id === undefined ? query : query.where('destination_account_id', '=', account_id);
}

/**
 * Those that a viewer sees: their own first, so that none of a colleague's keeps them out of the list.
 * @param account_id of the recipient, for those to one alone
 */
export async function seenOpenOrders(
  db: LedgerDb,
  { user_id, canSee }: { user_id: string; canSee: 'own' | 'team' | 'everything' },
  account_id?: string,
): Promise<OrderRow[]> {
  const own = await openOrders(db, user_id, { account_id });
  if (canSee === 'own') return own;
  const query = openOnes(db, { account_id });
  return [...own, ...(await query.where('user_id', '<>', user_id).execute())];
}

type Change = Partial<Omit<OrderRow, 'id' | 'user_id' | 'created_at' | 'updated_at'>>;

/**
 * Changes an order that is still as it was seen, by one guarded statement: of several at once the first counts.
 * @param from the states in which it may be
 * @param now ISO 8601
 * @returns null, without a change, if it is not as it was seen
 */
export async function changeOrder(
  tx: LedgerDb,
  { id, revision }: Seen,
  from: readonly OrderState[],
  change: Change,
  now: string,
): Promise<OrderRow | null> {
  const row = await tx
    .updateTable('orders')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where(isAmong(tx, sql.ref('state'), from))
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Records were lost: it may have been sent or stopped, and goes on when its person has said so. */
export const asksAfterLoss = {
  state: 'needs_you',
  waits_for: 'time',
  reason: 'restored',
  // An approval that it waited for is asked for again, when it is due.
  expires_at: null,
} as const;

/** What a person says of the next release alone, as it is for the one behind that. */
export const saidOfNone = { after_unresolved: null, after_sent: null, floor_once: null } as const;

type Revised = Pick<OrderRow, 'revision' | 'proven_revision' | 'approved_revision'>;

/** The next revision, which keeps a proof, and an approval, that was given for the one before. */
export const nextRevision = ({ revision, proven_revision, approved_revision }: Revised) => ({
  revision: revision + 1,
  proven_revision: proven_revision === revision ? revision + 1 : null,
  approved_revision: approved_revision === revision ? revision + 1 : null,
});

type OfNext = Pick<OrderRow, 'revision' | 'occurrence'>;

/** True if the maker proved who they are for the next release. */
export const isProven = (
  row: OfNext & Pick<OrderRow, 'proven_revision' | 'proven_occurrence'>,
): boolean => isOfNext(row, row.proven_revision, row.proven_occurrence);

/** True if a second person approved the next release. */
export const isApproved = (
  row: OfNext & Pick<OrderRow, 'approved_revision' | 'approved_occurrence'>,
): boolean => isOfNext(row, row.approved_revision, row.approved_occurrence);

const isOfNext = (row: OfNext, revision: number | null, occurrence: number | null) =>
  revision === row.revision && (occurrence === null || occurrence === row.occurrence);

/**
 * The key of the send that releases an occurrence: a UUID of version 5 in the name space of the order (RFC 9562), so
 * that instances, restarts and restored ledgers all meet the same key.
 */
export function releaseKey(order_id: string, occurrence: number): string {
  const space = Buffer.from(order_id.replaceAll('-', ''), 'hex');
  const hash = createHash('sha1').update(space).update(String(occurrence)).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
