import type { Dialect } from './dialect.ts';

/** What people are told, on which ways. */
export const newsTables = ({ numbered, whole }: Dialect) => [
  `create table news (
    number ${numbered},
    user_id text references users(id),
    kind text not null,
    subject text not null,
    created_at text not null,
    planned_at text,
    seen_at text
  )`,
  // Each person is told each fact once, also when two instances write it.
  `create unique index news_once on news (coalesce(user_id, ''), kind, subject)`,
  'create index news_subject on news (user_id, subject)',
  'create index news_unplanned on news (number) where planned_at is null',
  `create table deliveries (
    news_number ${whole} not null references news(number),
    sink text not null,
    target text not null,
    due_at text not null,
    attempts integer not null default 0,
    holder text,
    leased_until text,
    done_at text,
    outcome text,
    error text,
    constraint deliveries_once primary key (news_number, sink, target)
  )`,
  'create index deliveries_open on deliveries (sink, due_at) where done_at is null',
  `create table news_settings (
    user_id text primary key references users(id),
    language text,
    time_zone text,
    choices text,
    quiet_from text,
    quiet_to text,
    unsubscribe_token text not null unique,
    mail_stopped_at text
  )`,
  `create table push_devices (
    id text primary key,
    user_id text not null references users(id),
    session_hash text not null,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    renewed_at text not null
  )`,
  'create index push_devices_user on push_devices (user_id)',
  `create table sealed_keys (
    name text primary key,
    sealed text not null,
    created_at text not null
  )`,
];
