import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isPostgres } from './is-postgres.ts';
import type { LedgerDb } from './ledger.ts';

export type Condition = RawBuilder<SqlBool>;

/** True if a value is one of these: one parameter for any number of them, so that the statement stays the same. */
export function isAmong(
  db: LedgerDb,
  value: RawBuilder<unknown>,
  among: readonly string[],
): Condition {
  const json = JSON.stringify(among);
  return isPostgres(db)
    ? sql`${value} in (select json_array_elements_text(${json}::json))`
    : sql`${value} in (select value from json_each(${json}))`;
}
