import { sql } from 'kysely';
import { mayHaveGone } from '../../../contract/api/send-states.ts';
import { isAmong } from '../store/is-among.ts';
import type { OrdersTable } from '../store/order-schema.ts';
import { isOpenInIndex } from '../store/order-schema.ts';
import type { LedgerDb } from '../store/schema.ts';
import { teamScope } from './sends.ts';

// What was sent before an order, for who decides about it: of its maker, or of the team that sends as one.

type Ordered = Pick<
  OrdersTable,
  'user_id' | 'guard_scope' | 'body_hash' | 'destination_account_id' | 'source_amount_currency'
>;

/** How often money was sent to the recipient before. */
export async function countSentBefore(
  db: LedgerDb,
  { guard_scope, destination_account_id }: Ordered,
): Promise<number> {
  const { count } = await db
    .selectFrom('sends')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('destination_account_id', '=', destination_account_id)
    .where('state', '=', 'sent')
    .$if(guard_scope !== teamScope, (query) => query.where('user_id', '=', guard_scope))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The details that were paid last: when, their fingerprint and the last digits of their number, as far as they were kept. */
export function lastPaidDetails(
  db: LedgerDb,
  { guard_scope, destination_account_id }: Ordered,
): Promise<{ at: string; fingerprint: string | null; account_tail: string } | undefined> {
  return db
    .selectFrom('sends')
    .innerJoin('send_snapshots', 'send_snapshots.send_key', 'sends.key')
    .select(['sends.created_at as at', 'fingerprint', 'account_tail'])
    .where('destination_account_id', '=', destination_account_id)
    .where('state', '=', 'sent')
    .where('fingerprint', 'is not', null)
    .$if(guard_scope !== teamScope, (query) => query.where('sends.user_id', '=', guard_scope))
    .orderBy('sends.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Of so many of the last amounts the usual one is told. */
const maxAmounts = 50;

/** What the maker sent last to the recipient in the currency, in subunits. */
export async function lastAmounts(db: LedgerDb, order: Ordered): Promise<bigint[]> {
  const rows = await db
    .selectFrom('sends')
    .select('source_amount_cents')
    .where('destination_account_id', '=', order.destination_account_id)
    .where('user_id', '=', order.user_id)
    .where('source_amount_currency', '=', order.source_amount_currency)
    .where('state', '=', 'sent')
    .orderBy('created_at', 'desc')
    .limit(maxAmounts)
    .execute();
  return rows.map(({ source_amount_cents }) => BigInt(source_amount_cents));
}

/**
 * The same transfer by somebody else that may have gone, or waits to.
 * @param since ISO 8601
 */
export async function sameByOther(
  db: LedgerDb,
  { body_hash, user_id }: Ordered,
  since: string,
): Promise<{ user_id: string; at: string } | undefined> {
  const send = await db
    .selectFrom('sends')
    .select(['user_id', 'created_at as at'])
    .where('body_hash', '=', body_hash)
    .where('user_id', '<>', user_id)
    .where('created_at', '>', since)
    .where(isAmong(db, sql.ref('state'), mayHaveGone))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (send) return send;
  return db
    .selectFrom('orders')
    .select(['user_id', 'created_at as at'])
    .where('body_hash', '=', body_hash)
    .where('user_id', '<>', user_id)
    .where('created_at', '>', since)
    .where(isOpenInIndex)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
