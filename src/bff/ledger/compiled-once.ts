import type { Compilable, CompiledQuery } from 'kysely';
import type { LedgerDb } from './ledger.ts';

/**
 * A read whose query is built once for each ledger and number of values: to build one takes longer
 * than SQLite takes to answer it. `build` must use the values it is given, each once and in order.
 * @throws Error when it doesn't
 */
export function compiledOnce<Row>(
  build: (db: LedgerDb, values: readonly string[]) => Compilable<Row>,
): (db: LedgerDb, values: readonly string[]) => Promise<Row[]> {
  const kept = new WeakMap<LedgerDb, Map<number, CompiledQuery<Row>>>();

  function compiled(db: LedgerDb, count: number): CompiledQuery<Row> {
    const ofLedger = kept.get(db) ?? new Map<number, CompiledQuery<Row>>();
    kept.set(db, ofLedger);
    const known = ofLedger.get(count);
    if (known) return known;
    const places = Array.from({ length: count }, (_, place) => `${place}`);
    const made = build(db, places).compile();
    if (made.parameters.join() !== places.join()) {
      throw new Error('a query that is kept must use the values it is given, in order');
    }
    ofLedger.set(count, made);
    return made;
  }

  return async (db, values) => {
    const query: CompiledQuery<Row> = { ...compiled(db, values.length), parameters: values };
    const { rows } = await db.executeQuery(query);
    return rows;
  };
}
