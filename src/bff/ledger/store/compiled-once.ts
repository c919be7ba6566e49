import type { Compilable, CompiledQuery } from 'kysely';
import type { LedgerDb } from './schema.ts';

/**
 * A read that compiles its query once for each ledger and number of values, because Kysely takes longer
 * to build a query than SQLite to answer it.
 * @param build must use each of the given values once, in order
 * @returns the read; `tx` runs it within a transaction of `db`
 * @throws Error if `build` doesn't
 */
export function compiledOnce<Row>(
  build: (db: LedgerDb, values: readonly string[]) => Compilable<Row>,
): (db: LedgerDb, values: readonly string[], tx?: LedgerDb) => Promise<Row[]> {
  const cache = new WeakMap<LedgerDb, Map<number, CompiledQuery<Row>>>();

  function compiled(db: LedgerDb, count: number): CompiledQuery<Row> {
    const ofLedger = cache.get(db) ?? new Map<number, CompiledQuery<Row>>();
    cache.set(db, ofLedger);
    const known = ofLedger.get(count);
    if (known) return known;
    const places = Array.from({ length: count }, (_, place) => `${place}`);
    const made = build(db, places).compile();
    if (made.parameters.join() !== places.join()) {
      throw new Error('a query for compiledOnce must use each of the given values once, in order');
    }
    ofLedger.set(count, made);
    return made;
  }

  return async (db, values, tx = db) => {
    const query: CompiledQuery<Row> = { ...compiled(db, values.length), parameters: values };
    const { rows } = await tx.executeQuery(query);
    return rows;
  };
}

/** Splits rows into parts of few sizes, so that few statements are compiled. */
export function* inFewSizes<T>(rows: readonly T[]): Generator<readonly T[]> {
  let start = 0;
  for (const size of [100, 10, 1]) {
    for (; rows.length - start >= size; start += size) yield rows.slice(start, start + size);
  }
}
