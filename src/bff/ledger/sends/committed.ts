import { sql } from 'kysely';
import { mayHaveGone } from '../../../contract/api/send-states.ts';
import { timestamp } from '../../lib/timestamp.ts';
import { isAmong } from '../store/is-among.ts';
import { isOpenInIndex } from '../store/order-schema.ts';
import type { LedgerDb } from '../store/schema.ts';

/** An amount of a person that may have gone, or goes unless somebody stops it. */
export type Committed = {
  /** When its send began, or is due, in milliseconds since 1970: now, if that is over. */
  at: number;
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
    .where(isAmong(tx, sql.ref('state'), mayHaveGone))
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
    .where(isOpenInIndex)
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
  return [
    // One dated ahead was written by a clock that was ahead: it is of now, at the latest.
    ...sends.map(({ at, cents }) => ({
      ...{ at: Math.min(Date.parse(at), now), isWaiting: false, cents: BigInt(cents) },
    })),
    // What is overdue, or waits for approval beyond its time, is sent from now on.
    ...orders.map(({ at, cents }) => ({
      ...{ at: Math.max(Date.parse(at ?? ''), now), isWaiting: true, cents: BigInt(cents) },
    })),
  ].sort((a, b) => a.at - b.at);
}

/** The sums of what a person has committed, each found without another walk: refusals of many are as quick. */
export function sumsOf(all: readonly Committed[]) {
  const sent = createRunningSum(all.filter(({ isWaiting }) => !isWaiting));
  const waiting = createRunningSum(all.filter(({ isWaiting }) => isWaiting));
  return {
    /**
     * Of all times of a length within which a transfer falls, the largest sum beside it: what was sent long ago and what
     * is due far ahead are in no time together. What still waits then counts as of then.
     * @param at of the transfer, not before now, in milliseconds since 1970
     * @param spanMs of the time, in milliseconds
     */
    most(at: number, spanMs: number): bigint {
      const ends = [at, ...waiting.times.filter((due) => due > at && due < at + spanMs)];
      return ends
        .map((end) => sent.total - sent.upTo(end - spanMs) + waiting.upTo(end))
        .reduce((most, sum) => (sum > most ? sum : most), 0n);
    },
  };
}

/** @param amounts the oldest first */
function createRunningSum(amounts: readonly Pick<Committed, 'at' | 'cents'>[]) {
  let total = 0n;
  const sums = amounts.map(({ at, cents }) => {
    total += cents;
    return { at, sum: total };
  });
  return {
    times: amounts.map(({ at }) => at),
    total,
    /** The sum of what is not later than a time, found by halving. */
    upTo(time: number): bigint {
      let [from, to] = [0, sums.length];
      while (from < to) {
        const middle = (from + to) >> 1;
        if ((sums[middle]?.at ?? 0) <= time) from = middle + 1;
        else to = middle;
      }
      return sums[from - 1]?.sum ?? 0n;
    },
  };
}
