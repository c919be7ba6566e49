import { type Kysely, sql } from 'kysely';

/**
 * Transfers that are decided and not sent yet, what each release of one became, how long a person wants theirs held,
 * and which recipient a send was for, so that one who changed since counts as new.
 */
export async function up(db: Kysely<unknown>) {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table orders (
    id text primary key,
    user_id text not null references users(id),
    guard_scope text not null,
    body_hash text not null,
    destination_account_id text not null,
    fingerprint text not null,
    source_amount_cents text not null,
    source_amount_currency text not null,
    destination_amount_currency text not null,
    quote text,
    floor text,
    floor_once text,
    note text,
    reference text,
    after_unresolved text,
    after_sent text,
    kind text not null,
    first_day text,
    time text,
    zone text,
    ends_on text,
    ends_after integer,
    first_occurrence integer not null default 1,
    occurrence integer not null default 1,
    release_at text,
    expires_at text,
    state text not null,
    waits_for text not null,
    revision integer not null default 1,
    proven_revision integer,
    proven_occurrence integer,
    reason text,
    resumed_at text,
    unsure_since text,
    ended_by text references users(id),
    created_at text not null,
    updated_at text not null
  )`,
  // What the workers of all instances look for every second.
  `create index orders_due on orders (release_at) where state = 'waiting' and waits_for = 'time'`,
  `create index orders_releasing on orders (id) where state = 'releasing'`,
  `create index orders_open on orders (user_id, created_at)
    where state in ('waiting', 'releasing', 'needs_you')`,
  'create index orders_user on orders (user_id, created_at)',
  'create index orders_ended on orders (updated_at)',
  // While one is held, the same person, or their team, can't have an identical one held.
  `create unique index orders_one_held on orders (guard_scope, body_hash)
    where kind = 'held' and state in ('waiting', 'releasing', 'needs_you')`,
  // A key is the release of one order, whatever two instances do.
  `create table order_releases (
    order_id text not null references orders(id),
    user_id text not null references users(id),
    occurrence integer not null,
    key text not null unique,
    state text not null,
    reason text,
    at text not null,
    constraint order_releases_once primary key (order_id, occurrence)
  )`,
  'create index order_releases_user on order_releases (user_id)',
  'alter table users add column hold_seconds integer',
  'alter table send_snapshots add column fingerprint text',
];
