import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('rates')
    .addColumn('source_currency', 'text', (c) => c.notNull())
    .addColumn('destination_currency', 'text', (c) => c.notNull())
    .addColumn('country_id', 'text', (c) => c.notNull())
    .addColumn('slot', 'text', (c) => c.notNull())
    .addColumn('rate', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .addColumn('estimates', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('rates_once', [
      'source_currency',
      'destination_currency',
      'country_id',
      'slot',
    ])
    .execute();
  await db.schema.createIndex('rates_slot').on('rates').column('slot').execute();
  // The metrics count sends by state.
  await db.schema.createIndex('sends_state').on('sends').column('state').execute();
}
