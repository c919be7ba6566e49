import type { Kysely } from 'kysely';

/** Which history of which database this is, and an index of the newest sends: see `StoreTimelineTable` in the schema. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('store_timeline')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text')
    .execute();
  await db.schema.createIndex('sends_newest').on('sends').column('created_at').execute();
}
