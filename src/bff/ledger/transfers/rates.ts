import type { Insertable } from 'kysely';
import type { RatesQuery } from '../../../contract/api/rates.ts';
import type { LedgerDb, RatesTable } from '../store/schema.ts';

export type RateRow = Insertable<RatesTable>;
export type Pair = RatesQuery;

const chunk = 100;

/**
 * Adds estimates to their slots: a slot keeps the latest rate and the number of estimates.
 * @param rows at most one for each pair and slot
 */
export async function addRates(db: LedgerDb, rows: readonly RateRow[]) {
  // Sorted, so that instances that write the same rows lock them in one order and don't deadlock.
  const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (let start = 0; start < sorted.length; start += chunk) {
    await db
      .insertInto('rates')
      .values(sorted.slice(start, start + chunk))
      .onConflict((oc) =>
        oc
          .columns(['source_currency', 'destination_currency', 'country_id', 'slot'])
          .doUpdateSet((eb) => ({
            rate: eb
              .case()
              .when('excluded.seen_at', '>=', eb.ref('rates.seen_at'))
              .then(eb.ref('excluded.rate'))
              .else(eb.ref('rates.rate'))
              .end(),
            seen_at: eb
              .case()
              .when('excluded.seen_at', '>=', eb.ref('rates.seen_at'))
              .then(eb.ref('excluded.seen_at'))
              .else(eb.ref('rates.seen_at'))
              .end(),
            estimates: eb('rates.estimates', '+', eb.ref('excluded.estimates')),
          })),
      )
      .execute();
  }
}

/** The slots of a pair since a time (ISO 8601), oldest first. */
export function ratesOf(db: LedgerDb, pair: Pair, since: string) {
  return db
    .selectFrom('rates')
    .select(['slot', 'rate', 'seen_at', 'estimates'])
    .where('source_currency', '=', pair.source_currency)
    .where('destination_currency', '=', pair.destination_currency)
    .where('country_id', '=', pair.country_id)
    .where('slot', '>=', since)
    .orderBy('slot')
    .execute();
}

/** Deletes slots before a time (ISO 8601). */
export async function purgeExpiredRates(db: LedgerDb, before: string) {
  await db.deleteFrom('rates').where('slot', '<', before).execute();
}

/** The primary key of a row as one string. */
export function keyOf(row: Pair & { slot: string }): string {
  return [row.source_currency, row.destination_currency, row.country_id, row.slot].join(' ');
}
