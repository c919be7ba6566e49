import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * What a statement is made of, kept when Giro sees it and never changed afterwards: the service may change an amount,
 * a recipient or a name, and the statement of a past month must not.
 */
export async function up(db: Kysely<unknown>) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const statements = [
    ...tables,
    ...(isPostgres ? postgresTriggers : sqliteTriggers),
    // Of transfers from before, the times are those of their observations; the amounts are today's.
    ...build({ greatest: isPostgres ? 'greatest' : 'max', isKept: 0 }),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const tables = [
  `create table send_snapshots (
    send_key text primary key references sends(key) on delete cascade,
    user_id text not null references users(id),
    name text not null,
    alias text not null,
    account_tail text not null,
    source_subunits text not null,
    destination_subunits text not null
  )`,
  `create table statement_transfers (
    transfer_id text primary key,
    user_id text not null references users(id),
    destination_account_id text not null,
    source_amount_cents text not null,
    source_amount_currency text not null,
    destination_amount_cents text not null,
    destination_amount_currency text not null,
    began_at text not null,
    assigned_at text,
    ended_at text,
    ended_state text,
    ended_source_amount_cents text,
    ended_destination_amount_cents text,
    is_kept integer not null
  )`,
  'create index statement_transfers_began on statement_transfers (user_id, began_at, transfer_id)',
  'create index statement_transfers_ended on statement_transfers (user_id, ended_at, transfer_id)',
  `create table statement_marks (
    id text primary key,
    closed_until text not null,
    kept_since text not null
  )`,
  "insert into statement_marks (id, closed_until, kept_since) values ('current', '', '')",
];

type Build = {
  /** The function that returns the greater of its values. */
  greatest: string;
  /** 1 if the amounts are those of the moment that is recorded. */
  isKept: 0 | 1;
  /** The id of the only transfer, in SQL; by default all of them. */
  id?: string;
};

const final = `state in ('executed', 'rejected')`;

/**
 * Brings the rows of a statement up to what was observed. Each value is written once. Nothing gets a time in a period
 * that was closed before: what is written late counts from then on.
 */
function build({ greatest, isKept, id }: Build): string[] {
  const isOne = (column: string) => (id === undefined ? '1 = 1' : `${column} = ${id}`);
  const seen = (which: string) =>
    `(select min(seen_at) from sightings
      where sightings.transfer_id = statement_transfers.transfer_id and ${which})`;
  const now = (column: string) =>
    `coalesce((select ${column} from transfers where transfers.id = statement_transfers.transfer_id),
      statement_transfers.${column})`;
  const closed = `(select closed_until from statement_marks where id = 'current')`;
  const began = `${greatest}(o.created_at, m.closed_until,
    (select min(seen_at) from sightings where sightings.transfer_id = t.id))`;
  return [
    `insert into statement_transfers (transfer_id, user_id, destination_account_id,
        source_amount_cents, source_amount_currency,
        destination_amount_cents, destination_amount_currency, began_at, is_kept)
      select t.id, o.user_id, t.destination_account_id,
        t.source_amount_cents, t.source_amount_currency,
        t.destination_amount_cents, t.destination_amount_currency, ${began}, ${isKept}
      from transfers t
        join owners o on o.kind = 'transfer' and o.id = t.id
        join statement_marks m on m.id = 'current'
      where ${isOne('t.id')} and ${began} >= m.kept_since
      on conflict (transfer_id) do nothing`,
    `update statement_transfers set
        assigned_at = ${greatest}(began_at, ${closed}, ${seen("state = 'assigned'")})
      where ${isOne('transfer_id')} and assigned_at is null and ${seen("state = 'assigned'")} is not null`,
    `update statement_transfers set
        ended_at = ${greatest}(began_at, ${closed}, ${seen(final)}),
        ended_state = (select state from sightings
          where sightings.transfer_id = statement_transfers.transfer_id and ${final}
          order by seen_at, state limit 1),
        ended_source_amount_cents = ${now('source_amount_cents')},
        ended_destination_amount_cents = ${now('destination_amount_cents')}
      where ${isOne('transfer_id')} and ended_at is null and ${seen(final)} is not null`,
  ];
}

const buildSqlite = (id: string) =>
  build({ greatest: 'max', isKept: 1, id })
    .map((one) => `${one};`)
    .join('\n');

const sqliteTriggers = [
  `create trigger sightings_in_statements after insert on sightings
    when exists (select 1 from owners where kind = 'transfer' and id = new.transfer_id)
    begin ${buildSqlite('new.transfer_id')} end`,
  `create trigger transfers_in_statements after update of owner_id on transfers
    when new.owner_id is not null and old.owner_id is not new.owner_id
    begin ${buildSqlite('new.id')} end`,
  `create trigger owners_in_statements after delete on owners when old.kind = 'transfer'
    begin delete from statement_transfers where transfer_id = old.id; end`,
];

// The lock keeps a period from being closed while something gets a time in it.
const postgresTriggers = [
  `create function keep_statement(which text) returns void language plpgsql as
    $$ begin
      if not exists (select 1 from owners where kind = 'transfer' and id = which) then return; end if;
      perform 1 from statement_marks where id = 'current' for share;
      ${build({ greatest: 'greatest', isKept: 1, id: 'which' })
        .map((one) => `${one};`)
        .join('\n')}
    end $$`,
  `create function sightings_in_statements() returns trigger language plpgsql as
    $$ begin perform keep_statement(new.transfer_id); return null; end $$`,
  `create trigger sightings_in_statements after insert on sightings
    for each row execute function sightings_in_statements()`,
  `create function transfers_in_statements() returns trigger language plpgsql as
    $$ begin perform keep_statement(new.id); return null; end $$`,
  `create trigger transfers_in_statements_added after insert on transfers
    for each row when (new.owner_id is not null) execute function transfers_in_statements()`,
  `create trigger transfers_in_statements_changed after update on transfers
    for each row when (new.owner_id is not null and old.owner_id is distinct from new.owner_id)
    execute function transfers_in_statements()`,
  `create function owners_in_statements() returns trigger language plpgsql as
    $$ begin
      delete from statement_transfers where transfer_id = old.id;
      return null;
    end $$`,
  `create trigger owners_in_statements after delete on owners
    for each row when (old.kind = 'transfer') execute function owners_in_statements()`,
];
