/** Leases, the service of this ledger, and what may keep it from sending. */
export const storeTables = [
  `create table leases (
    name text primary key,
    holder text not null,
    until text not null
  )`,
  `create table services (
    id text primary key,
    fingerprint text not null,
    kept_at text not null
  )`,
  `create table service_tokens (
    id text primary key,
    sealed text not null,
    updated_at text not null
  )`,
  `create table store_timeline (
    id text primary key,
    name text not null,
    changed_at text
  )`,
  `create table holds (
    id text primary key,
    kind text not null,
    since text not null,
    detail text not null,
    list_at text,
    released_at text
  )`,
];
