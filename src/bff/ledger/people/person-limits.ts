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

/** Writes a person's limit of a span, in place of the one before. */
export async function writePersonLimit(
  tx: LedgerDb,
  { user_id, currency, span, ...rest }: Omit<PersonLimitRow, 'updated_at'>,
  updated_at: string,
) {
  const values = { ...rest, updated_at };
  await tx
    .insertInto('person_limits')
    .values({ user_id, currency, span, ...values })
    .onConflict((oc) => oc.columns(['user_id', 'currency', 'span']).doUpdateSet(values))
    .execute();
}

/** A person's own row of a span, among those of all currencies. */
export const personLimitOf = (
  rows: readonly PersonLimitRow[],
  { currency, span }: Pick<PersonLimitRow, 'currency' | 'span'>,
): PersonLimitRow | undefined => rows.find((one) => one.currency === currency && one.span === span);

/**
 * A raise that does not count yet; `amount` null: to the operator's.
 * @param now ISO 8601
 */
export function raiseOf(
  row: PersonLimitRow | undefined,
  now: string,
): { amount: string | null; at: string } | null {
  if (row?.next_at == null || row.next_at <= now) return null;
  return { amount: row.next_amount, at: row.next_at };
}

/**
 * A person's own limit, in subunits; null: the operator's. A raise that counts by now is it.
 * @param now ISO 8601
 */
export function ownFigure(row: PersonLimitRow | undefined, now: string): string | null {
  const isRaised = row?.next_at != null && row.next_at <= now;
  return isRaised ? row.next_amount : (row?.amount ?? null);
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
    const own = ownFigure(personLimitOf(rows, { currency, span }), now);
    const figure = own === null ? operators[span] : BigInt(own);
    if (figure !== undefined) figures[span] = figure;
  }
  return figures;
}
