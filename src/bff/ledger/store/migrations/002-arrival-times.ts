import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** How long Giro did not look before it saw a state, and cases that Giro opens itself. */
export async function up(db: Kysely<unknown>) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const statements = [
    'alter table sightings add column unseen_ms bigint',
    `create index sightings_executed on sightings (seen_at, transfer_id) where state = 'executed'`,
    ...(isPostgres ? openedPostgres : openedSqlite),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const openedPostgres = [
  'alter table transfer_cases alter column opened_by drop not null',
  'alter table transfer_cases add column slow text',
];

// SQLite drops no constraint of a column, so the table is made anew. No other refers to it.
const openedSqlite = [
  `create table transfer_cases_next (
    transfer_id text primary key,
    destination_account_id text not null,
    source_amount_cents text not null,
    source_amount_currency text not null,
    opened_by text references users(id),
    opened_at text not null,
    done_by text references users(id),
    done_at text,
    done_state text,
    slow text,
    constraint transfer_cases_done check ((done_at is null) = (done_state is null))
  )`,
  'insert into transfer_cases_next select *, null from transfer_cases',
  'drop table transfer_cases',
  'alter table transfer_cases_next rename to transfer_cases',
];
