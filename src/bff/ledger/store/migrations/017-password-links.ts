import type { Kysely } from 'kysely';

/** Links by which people set a forgotten password anew. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('password_links')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('password_links_user')
    .on('password_links')
    .column('user_id')
    .execute();
}
