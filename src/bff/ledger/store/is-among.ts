import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isPostgres } from './is-postgres.ts';
import type { LedgerDb } from './schema.ts';

export type Condition = RawBuilder<SqlBool>;

/**
 * True if a value is one of these; false if there are none. One parameter for any number of them, so that the
 * statement stays the same. `in ()` is an error of PostgreSQL, so no list gets into a statement another way.
 */
export const isAmong = (db: LedgerDb, value: RawBuilder<unknown>, among: readonly string[]) =>
  isInList(db, value, listOf(db, among));

/** `isAmong` for whole numbers, which PostgreSQL answers as texts. */
export function isNumberAmong(
  db: LedgerDb,
  value: RawBuilder<unknown>,
  among: readonly (number | string)[],
): Condition {
  const numbers = among.map(Number);
  return isPostgres(db)
    ? sql`${value} = any(${`{${numbers.join()}}`}::bigint[])`
    : sql`${value} in (select value from json_each(${JSON.stringify(numbers)}))`;
}

/** `isAmong` with the parameter of `listOf`, for a statement that is compiled before its list is known. */
export const isInList = (db: LedgerDb, value: RawBuilder<unknown>, list: string): Condition =>
  isPostgres(db)
    ? // An array and no sub-query, which would be expanded again for each row that it is compared with.
      sql`${value} = any(${list}::text[])`
    : sql`${value} in (select value from json_each(${list}))`;

/** Any number of texts as one parameter. */
export const listOf = (db: LedgerDb, among: readonly string[]): string =>
  isPostgres(db)
    ? `{${among.map((one) => `"${one.replace(/["\\]/g, '\\$&')}"`).join()}}`
    : JSON.stringify(among);
