import { sql } from 'kysely';
import { timestamp } from '../../lib/timestamp.ts';
import type { LedgerDb } from '../store/schema.ts';

/** An amount of a person that may have gone, or goes unless somebody stops it. */
export type Committed = {
  /** When its send began, or is due (ISO 8601): now, if that is over. */
  at: string;
  /** True while it is not sent. */
  isWaiting: boolean;
  /** In subunits. */
  cents: bigint;
};

/** What is about to be sent, and is left out of what is counted beside it. */
export type Counted = {
  user_id: string;
  source_amount_currency: string;
  /** Of its send, which may be written already. */
  key: string;
  /**
   * The order that it is the release of, or that is being made: null for a press of Send. Of one that is `due`
   * (ISO 8601), only those are counted that are due before it, so that two never wait for each other.
   */
  order: { id: string; due: string | null } | null;
  /** True for an order on days while it is made: its sums are those of the days on which it is due. */
  isAlone?: boolean;
};

/**
 * What a person sent in a currency within a time up to now, and has waiting that is due within that time from now. What
 * was refused, not sent or rejected is not counted, nor what waits for its person.
 * @param now milliseconds since 1970, by the store's clock
 * @param spanMs of the time, in milliseconds
 * @param account_id of the recipient, for what goes to one alone
 * @returns the oldest first; nothing for what stands alone
 */
export async function committedOf(
  tx: LedgerDb,
  { user_id, source_amount_currency, key, order, isAlone = false }: Counted,
  { now, spanMs, account_id }: { now: number; spanMs: number; account_id?: string },
): Promise<Committed[]> {
  if (isAlone) return [];
  const sends = await tx
    .selectFrom('sends')
    .select(['created_at as at', 'source_amount_cents as cents'])
    .where('user_id', '=', user_id)
    .where('created_at', '>', timestamp(now - spanMs))
    .where('source_amount_currency', '=', source_amount_currency)
    .where('state', 'in', ['intended', 'sent', 'unconfirmed', 'unresolved'])
    .where('key', '<>', key)
    .$if(account_id !== undefined, (query) =>
      query.where('destination_account_id', '=', account_id ?? ''),
    )
    .where(
      sql<boolean>`not exists (select 1 from transfers
        where transfers.id = sends.transfer_id and transfers.state = 'rejected')`,
    )
    .execute();
  const before = order?.due ?? null;
  const orders = await tx
    .selectFrom('orders')
    .select(['release_at as at', 'source_amount_cents as cents'])
    .where('user_id', '=', user_id)
    // In the words of the partial index.
    .where('state', 'in', ['waiting', 'releasing', 'needs_you'])
    .where('state', '<>', 'needs_you')
    .where('waits_for', '<>', 'person')
    .where('source_amount_currency', '=', source_amount_currency)
    .where('release_at', '<=', timestamp(now + spanMs))
    .where('id', '<>', order?.id ?? '')
    .$if(account_id !== undefined, (query) =>
      query.where('destination_account_id', '=', account_id ?? ''),
    )
    .$if(before !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('release_at', 'id'), '<', tuple(before, order?.id ?? '')),
      ),
    )
    .execute();
  const soonest = timestamp(now);
  // What is overdue, or waits for approval beyond its time, is sent from now on.
  const waiting = orders.map(({ at, cents }) => ({
    ...{ at: at !== null && at > soonest ? at : soonest, cents, isWaiting: true },
  }));
  // One dated ahead was written by a clock that was ahead: it is of now, at the latest.
  const sent = sends.map(({ at, cents }) => ({
    ...{ at: at < soonest ? at : soonest, cents, isWaiting: false },
  }));
  return [...sent, ...waiting]
    .map(({ cents, ...rest }) => ({ ...rest, cents: BigInt(cents) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}

/**
 * Of all times of a length within which a transfer of now falls, the one with the largest sum: what was sent long ago
 * and what is due far ahead are in no time together.
 * @param all the oldest first
 * @param now milliseconds since 1970
 * @param spanMs of the time, in milliseconds
 */
export function heaviestOf(all: readonly Committed[], now: number, spanMs: number): Committed[] {
  const times = all.map(({ at }) => Date.parse(at));
  const ends = [now, ...times.filter((at) => at > now && at < now + spanMs)];
  const within = ends.map((end) =>
    all.filter((_, index) => {
      const at = times[index] ?? 0;
      return at > end - spanMs && at <= end;
    }),
  );
  return within.reduce((heaviest, one) => (sumOf(one) > sumOf(heaviest) ? one : heaviest), []);
}

/** The sum of amounts, in subunits. */
export const sumOf = (amounts: readonly Pick<Committed, 'cents'>[]): bigint =>
  amounts.reduce((sum, { cents }) => sum + cents, 0n);
