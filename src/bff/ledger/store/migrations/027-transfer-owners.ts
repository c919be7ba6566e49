import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Who sent a transfer, beside what a search tests: to look each one up in `owners` takes seconds. The store keeps
 * it equal to `owners`, whichever program writes.
 */
export async function up(db: Kysely<unknown>) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // To fill a million rows may take longer than other statements are given.
  if (isPostgres) await sql`select set_config('statement_timeout', '0', true)`.execute(db);
  await sql`alter table transfers add column owner_id text`.execute(db);
  await sql`update transfers set owner_id = owners.user_id from owners
    where owners.kind = 'transfer' and owners.id = transfers.id`.execute(db);
  await sql`create index transfers_owner on transfers (owner_id, id_order)`.execute(db);
  for (const statement of isPostgres ? postgres : sqlite) await sql.raw(statement).execute(db);
}

const sqlite = [
  `create trigger transfers_owner_found after insert on transfers
    when exists (select 1 from owners where kind = 'transfer' and id = new.id)
    begin update transfers set owner_id =
      (select user_id from owners where kind = 'transfer' and id = new.id) where id = new.id; end`,
  `create trigger owners_added after insert on owners when new.kind = 'transfer'
    begin update transfers set owner_id = new.user_id where id = new.id; end`,
  `create trigger owners_changed after update on owners
    begin update transfers set owner_id =
      (select user_id from owners where kind = 'transfer' and owners.id = transfers.id)
      where id in (old.id, new.id); end`,
  `create trigger owners_removed after delete on owners when old.kind = 'transfer'
    begin update transfers set owner_id = null where id = old.id; end`,
];

// A new owner waits for nobody who writes the same row, because it may be part of a send. That row is written again
// with the next list, since it has no owner yet.
const postgres = [
  `create function transfers_owner_found() returns trigger language plpgsql as
    $$ begin
      new.owner_id := (select user_id from owners where kind = 'transfer' and id = new.id);
      return new;
    end $$`,
  `create trigger transfers_owner_found before insert or update on transfers
    for each row execute function transfers_owner_found()`,
  `create function owners_added() returns trigger language plpgsql as
    $$ begin
      update transfers set owner_id = new.user_id where id in
        (select id from transfers where id = new.id for update skip locked);
      return null;
    end $$`,
  `create trigger owners_added after insert on owners
    for each row when (new.kind = 'transfer') execute function owners_added()`,
  `create function owners_changed() returns trigger language plpgsql as
    $$ begin
      update transfers set owner_id = owner_id where id in (old.id, new.id);
      return null;
    end $$`,
  `create trigger owners_changed after update on owners
    for each row execute function owners_changed()`,
  `create trigger owners_removed after delete on owners
    for each row when (old.kind = 'transfer') execute function owners_changed()`,
];
