import { randomBytes } from 'node:crypto';
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { auditTables } from './audit.ts';
import { casesTables } from './cases.ts';
import { dialectOf } from './dialect.ts';
import { newsTables } from './news.ts';
import { peopleTables } from './people.ts';
import { receiptsTables } from './receipts.ts';
import { sendsTables } from './sends.ts';
import { storeTables } from './store.ts';
import { transfersTables, transfersTriggers } from './transfers.ts';
import { viewsTables } from './views.ts';

/** Every table, index and trigger, one file for each area of the ledger. The types are in `schema.ts`. */
export async function up(db: Kysely<unknown>) {
  const dialect = dialectOf(db.getExecutor().adapter instanceof PostgresAdapter);
  const statements = [
    ...storeTables,
    ...peopleTables,
    ...auditTables(dialect),
    ...newsTables(dialect),
    ...sendsTables,
    ...casesTables(dialect),
    ...viewsTables,
    ...receiptsTables,
    ...transfersTables,
    ...transfersTriggers(dialect),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  const epoch = randomBytes(6).toString('base64url');
  await sql`insert into mirror
    (id, epoch, change, reset_change, service, odd, read_took_ms, read_every_ms)
    values ('current', ${epoch}, 0, 0, 'ok', '[]', 0, 0)`.execute(db);
}
