import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>) {
  for (const column of ['no_answer', 'after_sent']) {
    await db.schema.alterTable('sends').addColumn(column, 'text').execute();
  }
  await sql`update sends set no_answer = reason where state in ('unconfirmed', 'sent')`.execute(db);
  await db.schema
    .alterTable('sends')
    .addColumn('turn', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // Existing rows have no other order than the instances' clocks.
  await sql`update sends set turn = (
    select count(*) from sends as other
    where other.user_id = sends.user_id and other.body_hash = sends.body_hash
      and (other.created_at, other.key) <= (sends.created_at, sends.key))`.execute(db);
}
