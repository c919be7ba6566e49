import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('account_marks')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('pinned_at', 'text')
    .addColumn('archived_at', 'text')
    .addPrimaryKeyConstraint('account_marks_once', ['user_id', 'account_id'])
    .execute();
  await db.schema
    .createIndex('account_marks_account')
    .on('account_marks')
    .column('account_id')
    .execute();
  // The last send to each recipient of a list is one look-up, however many were sent before.
  await sql`create index sends_last on sends (destination_account_id, created_at)
    where state = 'sent'`.execute(db);
}
