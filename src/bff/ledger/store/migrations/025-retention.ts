import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** How far back the audit goes, and the keys of deleted sends: none of them may ever be sent again. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('audit_kept')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('since', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('forgotten_sends')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('forgotten_at', 'text', (c) => c.notNull())
    .execute();
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const statement of isPostgres ? postgres : sqlite) await sql.raw(statement).execute(db);
}

// The audit stays append-only, but for entries from before `audit_kept.since`.
const sqlite = [
  'drop trigger audit_no_delete',
  `create trigger audit_no_delete before delete on audit
    when not exists (select 1 from audit_kept where old.at < since)
    begin select raise(abort, 'the audit is append-only'); end`,
];
const postgres = [
  'drop trigger audit_append_only on audit',
  `create trigger audit_append_only before update or truncate on audit
    for each statement execute function audit_is_append_only()`,
  `create function audit_goes_back() returns trigger language plpgsql as
    $$ begin
      if exists (select 1 from audit_kept where old.at < since) then return old; end if;
      raise exception 'the audit is append-only';
    end $$`,
  `create trigger audit_no_delete before delete on audit
    for each row execute function audit_goes_back()`,
];
