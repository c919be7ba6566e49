import { type Kysely, PostgresAdapter } from 'kysely';
import type { LedgerDb } from './schema.ts';

/** True on PostgreSQL, false on SQLite. */
export const isPostgres = (db: LedgerDb | Kysely<unknown>) =>
  db.getExecutor().adapter instanceof PostgresAdapter;
