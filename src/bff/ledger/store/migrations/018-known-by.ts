import type { Kysely } from 'kysely';

/** By which read the transfers are known that existed before a send: see `known_by` in the schema. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('sends')
    .addColumn('known_by', 'text', (c) => c.notNull().defaultTo('list'))
    .execute();
}
