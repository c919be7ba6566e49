import type { Kysely } from 'kysely';

/** Links by which invited people set their first password, and a look at the audit by action. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('invitations')
    // A new invitation replaces the one before.
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id'))
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('audit_action').on('audit').columns(['action', 'number']).execute();
}
