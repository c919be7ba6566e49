import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('sends')
    .addColumn('guard_scope', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await sql`update sends set guard_scope = user_id`.execute(db);
  await db.schema.dropIndex('sends_one_open').execute();
  // While a send is open, the same person, or their team, can't begin an identical one.
  await sql`create unique index sends_one_open on sends (guard_scope, body_hash)
    where state in ('intended', 'unconfirmed')`.execute(db);
  await db.schema.createIndex('sends_body').on('sends').column('body_hash').execute();
}
