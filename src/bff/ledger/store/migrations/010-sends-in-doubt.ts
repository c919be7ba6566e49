import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>) {
  // All instances share how long a transfer has been the only candidate.
  for (const column of ['candidate_id', 'candidate_since']) {
    await db.schema.alterTable('sends').addColumn(column, 'text').execute();
  }
  await db.schema
    .createIndex('sends_account')
    .on('sends')
    .column('destination_account_id')
    .execute();
  await db.schema
    .createTable('look_alikes')
    .addColumn('send_key', 'text', (c) => c.notNull().references('sends.key'))
    .addColumn('transfer_id', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'text', (c) => c.notNull())
    .addColumn('resolved_at', 'text')
    .addColumn('resolved_by', 'text', (c) => c.references('users.id'))
    .addColumn('resolved_reason', 'text')
    .addPrimaryKeyConstraint('look_alikes_once', ['send_key', 'transfer_id'])
    .execute();
}
