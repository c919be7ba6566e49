import { type LimitSpan, limitSpanMs, limitSpans } from '../../contract/api/limits.ts';
import {
  figuresInForce,
  type Limits,
  type PersonLimitRow,
  personLimitOf,
  personLimits,
  raiseOf,
  type SpanFigures,
} from '../ledger/people/person-limits.ts';
import { type Committed, type Counted, committedOf, sumsOf } from '../ledger/sends/committed.ts';
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
  /** What counts, or will, the oldest first: each counts no more once its time is over. */
  all: Committed[];
  sums: ReturnType<typeof sumsOf>;
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
  const sums = sumsOf(all);
  return spans.map((span) => ({
    ...{ span, limit: figures[span] ?? 0n, all, sums },
    used: span === 'transfer' ? 0n : sums.most(now, spanMsOf(span)),
    next: nextLimit(own, { currency: counted.source_amount_currency, span }, operators, now),
  }));
}

/** What a person's limit becomes; null if it stays. */
function nextLimit(
  rows: readonly PersonLimitRow[],
  of: Pick<PersonLimitRow, 'currency' | 'span'>,
  operators: SpanFigures,
  now: number,
): LimitState['next'] {
  const raise = raiseOf(personLimitOf(rows, of), timestamp(now));
  if (!raise) return null;
  const { amount, at } = raise;
  return { limit: amount === null ? (operators[of.span] ?? null) : BigInt(amount), at };
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
  const states = await limitStates(tx, limits, counted, now);
  const reached = states
    .filter(({ used, limit }) => used + counted.cents > limit)
    .map((state) => ({ ...state, frees_at: freesAt(state, counted.cents, now) }))
    // The one that is in the way for longest.
    .reduce<ReachedState | null>(
      (a, b) => (a && (a.frees_at ?? '9') >= (b.frees_at ?? '9') ? a : b),
      null,
    );
  if (!reached) return;
  const { span, limit, used, frees_at } = reached;
  const { source_amount_currency: currency } = counted;
  throw new ProblemError('limit-reached', { limit: { currency, span, limit, used, frees_at } });
}

type ReachedState = LimitState & { frees_at: string | null };

/**
 * When enough of a limit is free for an amount (ISO 8601); null if it never is, or only once something waiting is sent
 * or stopped.
 */
function freesAt(
  { span, limit, all, sums }: LimitState,
  cents: bigint,
  now: number,
): string | null {
  if (cents > limit) return null;
  const spanMs = spanMsOf(span);
  const free = all
    .flatMap(({ at, isWaiting }) => (isWaiting ? [] : at + spanMs))
    .find((end) => end > now && sums.most(end, spanMs) + cents <= limit);
  return free === undefined ? null : timestamp(free);
}
