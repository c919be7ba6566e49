import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>) {
  // A person may try an alias with different details and lose the answer each time.
  await db.schema
    .createTable('claims')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('alias', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await sql`insert into claims (id, user_id, alias, body, created_at)
    select user_id || ' ' || alias, user_id, alias, body, created_at from account_claims`.execute(
    db,
  );
  await db.schema.dropTable('account_claims').execute();
  await db.schema.alterTable('claims').renameTo('account_claims').execute();
  for (const column of ['user_id', 'alias']) {
    await db.schema
      .createIndex(`account_claims_${column}`)
      .on('account_claims')
      .column(column)
      .execute();
  }
}
