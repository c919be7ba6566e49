import type { Kysely } from 'kysely';

/** Whether a ledger may send: see `HoldsTable` in the schema. And what a restored ledger compares with the service. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('holds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('since', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('list_at', 'text')
    .addColumn('released_at', 'text')
    .execute();
  await db.schema
    .createTable('known_before_restore')
    .addColumn('transfer_id', 'text', (c) => c.primaryKey())
    .execute();
  await db.schema
    .createTable('found_after_restore')
    .addColumn('transfer_id', 'text', (c) => c.primaryKey())
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .addColumn('destination_account_id', 'text', (c) => c.notNull())
    .addColumn('send_key', 'text', (c) => c.references('sends.key'))
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('found_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('found_after_restore_body')
    .on('found_after_restore')
    .column('body_hash')
    .execute();
}
