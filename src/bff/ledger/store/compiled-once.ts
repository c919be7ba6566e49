import type { Compilable, CompiledQuery } from 'kysely';
import type { LedgerDb } from './schema.ts';

/**
 * A read by one value that compiles its query once for each ledger, because Kysely takes longer to build a
 * query than SQLite to answer it.
 * @param build must use the given value once, and no other
 * @returns the read; within a transaction it takes that in place of the ledger
 * @throws Error if `build` doesn't
 */
export function compiledOnce<Row>(
  build: (db: LedgerDb, value: string) => Compilable<Row>,
): (db: LedgerDb, value: string) => Promise<Row[]> {
  const cache = new WeakMap<LedgerDb, CompiledQuery<Row>>();
  const place = 'the value';

  return async (db, value) => {
    const made = cache.get(db) ?? build(db, place).compile();
    if (made.parameters.length !== 1 || made.parameters[0] !== place) {
      throw new Error('a query for compiledOnce must use the given value once, and no other');
    }
    cache.set(db, made);
    const query: CompiledQuery<Row> = { ...made, parameters: [value] };
    return (await db.executeQuery(query)).rows;
  };
}
