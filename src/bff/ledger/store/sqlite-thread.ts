import { Worker } from 'node:worker_threads';
import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import * as z from 'zod/mini';
import { createThread } from '../../lib/thread.ts';
import type { LedgerDb } from './schema.ts';

// Reads of an SQLite file in a thread of their own. Node's SQLite is synchronous: a search over 100,000 rows
// would stall every other request.

const answerShape = z.object({
  id: z.int(),
  rows: z.optional(z.array(z.record(z.string(), z.unknown()))),
  fault: z.optional(z.string()),
  errcode: z.optional(z.int()),
});
type Rows = Record<string, unknown>[];
type Waiting = Pick<PromiseWithResolvers<Rows>, 'resolve' | 'reject'>;

const readers = new WeakMap<LedgerDb, LedgerDb>();

/** The same ledger for reads that may take long; `db` itself if its statements stall nothing, or it is in memory. */
export const readerOf = (db: LedgerDb): LedgerDb => readers.get(db) ?? db;

/** Makes `readerOf` answer this reader, which ends with `db`. */
export function addReader(db: LedgerDb, reader: LedgerDb): void {
  readers.set(db, reader);
  const destroy = db.destroy.bind(db);
  db.destroy = async () => {
    await reader.destroy();
    await destroy();
  };
}

/** The Kysely dialect for reads of an SQLite file that exists. The thread starts with the first of them. */
export function createThreadDialect(path: string): Dialect {
  const thread = createReadThread(path);
  const connection = {
    async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const rows = await thread.read(sql, parameters);
      return { rows: areRows<R>(rows) ? rows : [] };
    },
    streamQuery: () => refuse(),
  };
  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => ({
      init: async () => undefined,
      acquireConnection: async () => connection,
      releaseConnection: async () => undefined,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      destroy: thread.end,
    }),
  };
}

/** The caller states what a row is, as with every dialect. */
const areRows = <R>(_rows: unknown[]): _rows is R[] => true;

function refuse(): never {
  throw new Error('the thread only reads');
}

function createReadThread(path: string) {
  const thread = createThread<unknown, Waiting>({
    name: 'of the ledger',
    start: () =>
      new Worker(new URL('./sqlite-thread-worker.ts', import.meta.url), { workerData: path }),
    hear(message, waiting) {
      const { id, rows, fault, errcode } = z.parse(answerShape, message);
      if (rows) waiting.get(id)?.resolve(rows);
      else waiting.get(id)?.reject(Object.assign(new Error(fault), { errcode }));
      waiting.delete(id);
    },
  });
  return {
    read(sql: string, parameters: readonly unknown[]): Promise<Rows> {
      const { promise, resolve, reject } = Promise.withResolvers<Rows>();
      thread.send({ resolve, reject }, (id) => ({ id, sql, parameters }));
      return promise;
    },
    end: thread.end,
  };
}
