import { type Kysely, PostgresAdapter, sql } from 'kysely';

export async function up(db: Kysely<unknown>) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .createTable('audit')
    // Increases, so that entries are read in the order they were written.
    .addColumn('number', isPostgres ? 'bigint' : 'integer', (c) =>
      isPostgres ? c.primaryKey().generatedAlwaysAsIdentity() : c.primaryKey().autoIncrement(),
    )
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('users.id'))
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject', 'text')
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('request_id', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('audit_at').on('audit').column('at').execute();
  await db.schema.createIndex('audit_user').on('audit').columns(['user_id', 'number']).execute();
  for (const statement of isPostgres ? appendOnlyPostgres : appendOnlySqlite) {
    await sql.raw(statement).execute(db);
  }
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('blocked_until', 'text', (c) => c.notNull())
    .addColumn('forgotten_at', 'text', (c) => c.notNull())
    .execute();
}

// Triggers reject every change of the audit, so that no bug of the program can make one.
const appendOnlySqlite = [
  ['update', 'true'],
  ['delete', 'true'],
  // `insert or replace` removes a row without firing the delete trigger.
  ['insert', 'exists (select 1 from audit where number = new.number)'],
].map(
  ([change, when]) => `create trigger audit_no_${change} before ${change} on audit when ${when}
    begin select raise(abort, 'the audit is append-only'); end`,
);
const appendOnlyPostgres = [
  `create function audit_is_append_only() returns trigger language plpgsql as
    $$ begin raise exception 'the audit is append-only'; end $$`,
  `create trigger audit_append_only before update or delete or truncate on audit
    for each statement execute function audit_is_append_only()`,
];
