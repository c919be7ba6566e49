import { type SqlBool, sql } from 'kysely';
import {
  isOpenOrder,
  type OrderState,
  orderStates,
  type ReleaseState,
} from '../../../contract/api/order-states.ts';
import { timestamp } from '../../lib/timestamp.ts';
import { isAmong } from '../store/is-among.ts';
import type { LedgerDb } from '../store/schema.ts';

/** A release that is later than this is overdue: nobody sends what is due. */
const lateAfterMs = 60_000;

/** The states of an order that can still be sent. */
export const openOrderStates = orderStates.filter(isOpenOrder);

/** The orders that can still be sent, of everybody. */
type OpenOrderCounts = {
  /** By state; one without orders is missing. */
  states: Map<OrderState, number>;
  /** How many of them wait for a second person. */
  to_approve: number;
  /** How many of them should have been sent more than a minute ago. */
  overdue: number;
  /** When the oldest of these was due (ISO 8601); null without one. */
  overdue_since: string | null;
};

/** Counts the orders that can still be sent. @param now milliseconds since 1970, by the store's clock */
export async function countOpenOrders(db: LedgerDb, now: number): Promise<OpenOrderCounts> {
  const [rows, late, asked] = await Promise.all([
    db
      .selectFrom('orders')
      .select((eb) => ['state', eb.fn.countAll().as('count')])
      .where(isAmong(db, sql.ref('state'), openOrderStates))
      .groupBy('state')
      .execute(),
    db
      .selectFrom('orders')
      .select((eb) => [eb.fn.countAll().as('count'), eb.fn.min('release_at').as('since')])
      .where('state', 'in', ['waiting', 'releasing'])
      .where('waits_for', '=', 'time')
      .where('release_at', '<', timestamp(now - lateAfterMs))
      .executeTakeFirst(),
    db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll().as('count'))
      // In the words of the partial index.
      .where(sql<SqlBool>`state = 'waiting' and waits_for = 'approval'`)
      .executeTakeFirst(),
  ]);
  return {
    states: new Map(rows.map(({ state, count }) => [state, Number(count)])),
    to_approve: Number(asked?.count ?? 0),
    overdue: Number(late?.count ?? 0),
    overdue_since: late?.since ?? null,
  };
}

/** Counts what became of occurrences; an outcome without any is missing. */
export async function countReleases(db: LedgerDb): Promise<Map<ReleaseState, number>> {
  const rows = await db
    .selectFrom('order_releases')
    .select((eb) => ['state', eb.fn.countAll().as('count')])
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}
