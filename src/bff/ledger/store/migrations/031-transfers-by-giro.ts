import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Whether Giro made a transfer, beside its account: to compare all transfers of a recipient with all sends to them
 * takes as long as there are many. The store keeps it equal to `sends`, whichever program writes.
 */
export async function up(db: Kysely<unknown>) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // To fill a million rows may take longer than other statements are given.
  if (isPostgres) await sql`select set_config('statement_timeout', '0', true)`.execute(db);
  await sql`alter table transfers add column by_giro integer not null default 0`.execute(db);
  await sql`update transfers set by_giro = 1 where ${sql.raw(isSent('transfers'))}`.execute(db);
  await sql`create index transfers_by_others on transfers (destination_account_id)
    where by_giro = 0`.execute(db);
  await sql`create index transfers_like on transfers (destination_account_id, source_amount_cents)`.execute(
    db,
  );
  await sql`create index sends_in_doubt on sends (destination_account_id)
    where state in ('intended', 'unconfirmed', 'unresolved') or no_answer is not null`.execute(db);
  for (const statement of isPostgres ? postgres : sqlite) await sql.raw(statement).execute(db);
}

/** True for a transfer that is the outcome of a send to its account. */
const isSent = (
  transfer: string,
) => `exists (select 1 from sends where sends.transfer_id = ${transfer}.id
  and sends.destination_account_id = ${transfer}.destination_account_id)`;

const count = (of: string) => `case when ${isSent(of)} then 1 else 0 end`;

const sqlite = [
  `create trigger transfers_by_giro_added after insert on transfers when ${isSent('new')}
    begin update transfers set by_giro = 1 where id = new.id; end`,
  `create trigger transfers_by_giro_moved after update of destination_account_id on transfers
    begin update transfers set by_giro = ${count('new')} where id = new.id; end`,
  `create trigger sends_by_giro_added after insert on sends when new.transfer_id is not null
    begin update transfers set by_giro = ${count('transfers')} where id = new.transfer_id; end`,
  `create trigger sends_by_giro_changed after update of transfer_id, destination_account_id on sends
    begin update transfers set by_giro = ${count('transfers')}
      where id in (old.transfer_id, new.transfer_id); end`,
  `create trigger sends_by_giro_removed after delete on sends when old.transfer_id is not null
    begin update transfers set by_giro = 0 where id = old.transfer_id; end`,
];

// A send waits for nobody who writes the same row: that row then says 0, and who asks looks at the sends themselves.
const postgres = [
  `create function transfers_by_giro() returns trigger language plpgsql as
    $$ begin
      new.by_giro := ${count('new')};
      return new;
    end $$`,
  `create trigger transfers_by_giro before insert or update on transfers
    for each row execute function transfers_by_giro()`,
  `create function sends_by_giro() returns trigger language plpgsql as
    $$ begin
      update transfers set by_giro = by_giro where id in
        (select id from transfers where id in (old.transfer_id, new.transfer_id) for update skip locked);
      return null;
    end $$`,
  `create trigger sends_by_giro after insert or update of transfer_id, destination_account_id or delete on sends
    for each row execute function sends_by_giro()`,
];
