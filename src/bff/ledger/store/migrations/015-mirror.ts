import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/** The service's transfers as last read, and one row on the read itself. Nothing of a person. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('transfers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('id_order', 'text', (c) => c.notNull().unique())
    .addColumn('destination_account_id', 'text', (c) => c.notNull())
    .addColumn('source_amount_cents', 'text', (c) => c.notNull())
    .addColumn('source_amount_currency', 'text', (c) => c.notNull())
    .addColumn('destination_amount_cents', 'text', (c) => c.notNull())
    .addColumn('destination_amount_currency', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('ended', 'integer', (c) => c.notNull())
    .addColumn('owned', 'integer', (c) => c.notNull())
    .addColumn('read_at', 'text', (c) => c.notNull())
    .addColumn('content_change', 'bigint', (c) => c.notNull())
    .addColumn('change', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('transfers_change').on('transfers').column('change').execute();
  await db.schema
    .createIndex('transfers_account')
    .on('transfers')
    .column('destination_account_id')
    .execute();
  await sql`create index transfers_going_on on transfers (ended) where ended = 0`.execute(db);
  await db.schema.createIndex('owners_created').on('owners').column('created_at').execute();
  await db.schema
    .createTable('mirror')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('epoch', 'text', (c) => c.notNull())
    .addColumn('change', 'bigint', (c) => c.notNull())
    .addColumn('reset_change', 'bigint', (c) => c.notNull())
    .addColumn('as_of', 'text')
    .addColumn('tried_at', 'text')
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('etag', 'text')
    .addColumn('odd', 'text', (c) => c.notNull())
    .addColumn('read_took_ms', 'integer', (c) => c.notNull())
    .addColumn('read_every_ms', 'integer', (c) => c.notNull())
    .execute();
  const epoch = randomBytes(6).toString('base64url');
  await sql`insert into mirror
    (id, epoch, change, reset_change, service, odd, read_took_ms, read_every_ms)
    values ('current', ${epoch}, 0, 0, 'ok', '[]', 0, 0)`.execute(db);
}
