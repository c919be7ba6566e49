import { type LimitSpan, limitSpanMs, limitSpans } from '../../contract/api/limits.ts';
import {
  figuresInForce,
  type Limits,
  type PersonLimitRow,
  personLimits,
  type SpanFigures,
} from '../ledger/people/person-limits.ts';
import {
  type Committed,
  type Counted,
  committedOf,
  heaviestOf,
  sumOf,
} from '../ledger/sends/committed.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';

/** A limit of a person, and what is used of it; amounts in subunits. */
type LimitState = {
  span: LimitSpan;
  limit: bigint;
  used: bigint;
  /** A raise that does not count yet; `limit` null: none at all. */
  next: { limit: bigint | null; at: string } | null;
  /** What counts, the oldest first: each counts no more once its time is over. */
  counted: Committed[];
};

/**
 * The limits of a person in a currency, and what is used of each beside one that is about to be sent.
 * @param now milliseconds since 1970, by the store's clock
 */
export async function limitStates(
  tx: LedgerDb,
  limits: Limits,
  counted: Counted,
  now: number,
): Promise<LimitState[]> {
  const operators = limits.get(counted.source_amount_currency);
  if (!operators) return [];
  const own = await personLimits(tx, counted.user_id);
  const figures = figuresInForce(operators, own, counted.source_amount_currency, timestamp(now));
  const spans = limitSpans.filter((span) => figures[span] !== undefined);
  const longest = Math.max(0, ...spans.map(spanMsOf));
  const all = longest === 0 ? [] : await committedOf(tx, counted, { now, spanMs: longest });
  return spans.map((span) => {
    const within = span === 'transfer' ? [] : heaviestOf(all, now, spanMsOf(span));
    const next = raiseOf(own, counted.source_amount_currency, span, operators, now);
    return { span, limit: figures[span] ?? 0n, used: sumOf(within), next, counted: within };
  });
}

/** What a person's limit becomes; null if it stays. */
function raiseOf(
  rows: readonly PersonLimitRow[],
  currency: string,
  span: LimitSpan,
  operators: SpanFigures,
  now: number,
): LimitState['next'] {
  const row = rows.find((one) => one.currency === currency && one.span === span);
  if (row?.next_at == null || row.next_at <= timestamp(now)) return null;
  const { next_amount, next_at: at } = row;
  const limit = next_amount === null ? (operators[span] ?? null) : BigInt(next_amount);
  return { limit, at };
}

const spanMsOf = (span: LimitSpan) => (span === 'transfer' ? 0 : limitSpanMs[span]);

/**
 * Refuses an amount that is over a limit of its person. Called in the transaction that writes its intent or its order,
 * which has locked the person, so that of many at once only those are written that fit.
 * @param cents in subunits of the source currency
 * @param now milliseconds since 1970, by the store's clock
 * @throws ProblemError limit-reached, with the limit, what is used of it, and when enough of it frees
 */
export async function requireWithinLimits(
  tx: LedgerDb,
  limits: Limits,
  counted: Counted & { cents: bigint },
  now: number,
) {
  for (const state of await limitStates(tx, limits, counted, now)) {
    if (state.used + counted.cents <= state.limit) continue;
    const { span, limit, used } = state;
    const { source_amount_currency: currency } = counted;
    const frees_at = freesAt(state, counted.cents);
    throw new ProblemError('limit-reached', { limit: { currency, span, limit, used, frees_at } });
  }
}

/** When enough of a limit is free for an amount (ISO 8601); null if it never is, or only once something waiting is sent. */
function freesAt({ span, limit, used, counted }: LimitState, cents: bigint) {
  if (cents > limit) return null;
  let left = used;
  for (const { at, isWaiting, cents: freed } of counted) {
    // What waits counts from when it is sent.
    if (isWaiting) return null;
    left -= freed;
    if (left + cents <= limit) return timestamp(Date.parse(at) + spanMsOf(span));
  }
  return null;
}
