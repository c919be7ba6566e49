import type { Selectable } from 'kysely';
import { type LimitSpan, limitSpans } from '../../../contract/api/limits.ts';
import type { PersonLimitsTable } from '../store/people-schema.ts';
import type { LedgerDb } from '../store/schema.ts';

export type PersonLimitRow = Selectable<PersonLimitsTable>;

/** Limits in subunits of a currency; a span that is missing has none. */
export type SpanFigures = { [span in LimitSpan]?: bigint | undefined };

/** By currency code: the operator's limits. A currency that is missing has none, also no person's. */
export type Limits = ReadonlyMap<string, SpanFigures>;

/** The limits that an admin gave a person, also those that are raised and not in force yet. */
export function personLimits(db: LedgerDb, user_id: string): Promise<PersonLimitRow[]> {
  return db.selectFrom('person_limits').selectAll().where('user_id', '=', user_id).execute();
}

/**
 * The limits of a person in a currency.
 * @param operators the operator's in that currency
 * @param rows the person's, in all currencies
 * @param now ISO 8601
 */
export function figuresInForce(
  operators: SpanFigures,
  rows: readonly PersonLimitRow[],
  currency: string,
  now: string,
): SpanFigures {
  const figures: SpanFigures = {};
  for (const span of limitSpans) {
    const row = rows.find((one) => one.currency === currency && one.span === span);
    const isRaised = row?.next_at != null && row.next_at <= now;
    const own = isRaised ? row.next_amount : (row?.amount ?? null);
    const figure = own === null ? operators[span] : BigInt(own);
    if (figure !== undefined) figures[span] = figure;
  }
  return figures;
}
