import type { Dialect } from './dialect.ts';

/** A number in digits as a text that sorts like it: with its length before it. */
const sorted = (cents: string) =>
  `(case when length(${cents}) < 10 then '0' else '' end || cast(length(${cents}) as text) || ${cents})`;

/** The service's transfers as last read, with an index for each sort and filter, and their counts. */
export const transfersTables = [
  `create table transfers (
    id text primary key,
    id_order text not null unique,
    destination_account_id text not null,
    source_amount_cents text not null,
    source_amount_currency text not null,
    destination_amount_cents text not null,
    destination_amount_currency text not null,
    state text not null,
    ended integer not null,
    owned integer not null,
    read_at text not null,
    content_change bigint not null,
    change bigint not null,
    owner_id text,
    by_giro integer not null default 0
  )`,
  'create index transfers_account on transfers (destination_account_id, id_order)',
  'create index transfers_by_others on transfers (destination_account_id) where by_giro = 0',
  'create index transfers_change on transfers (change)',
  `create index transfers_destination
    on transfers (destination_amount_currency, ${sorted('destination_amount_cents')}, id_order)`,
  'create index transfers_going_on on transfers (id_order) where ended = 0',
  'create index transfers_like on transfers (destination_account_id, source_amount_cents)',
  'create index transfers_owned on transfers (id_order) where owned = 1',
  'create index transfers_owner on transfers (owner_id, id_order)',
  `create index transfers_pair
    on transfers (source_amount_currency, destination_amount_currency, id_order)`,
  `create index transfers_source
    on transfers (source_amount_currency, ${sorted('source_amount_cents')}, id_order)`,
  'create index transfers_state on transfers (state, id_order)',
  `create table transfer_counts (
    owned integer not null,
    state text not null,
    source_amount_currency text not null,
    destination_amount_currency text not null,
    count integer not null,
    source_amount_cents text not null,
    destination_amount_cents text not null,
    constraint transfer_counts_once
      primary key (owned, state, source_amount_currency, destination_amount_currency)
  )`,
  `create table account_counts (
    destination_account_id text not null,
    owned integer not null,
    state text not null,
    source_amount_currency text not null,
    destination_amount_currency text not null,
    count integer not null,
    constraint account_counts_once primary key
      (destination_account_id, owned, state, source_amount_currency, destination_amount_currency)
  )`,
  'create index account_counts_none on account_counts (count) where count = 0',
  `create table mirror (
    id text primary key,
    epoch text not null,
    change bigint not null,
    reset_change bigint not null,
    as_of text,
    tried_at text,
    service text not null,
    etag text,
    odd text not null,
    read_took_ms integer not null,
    read_every_ms integer not null
  )`,
  `create table sightings (
    transfer_id text not null,
    state text not null,
    seen_at text not null,
    constraint sightings_once primary key (transfer_id, state)
  )`,
  'create index sightings_seen on sightings (seen_at)',
  `create table rates (
    source_currency text not null,
    destination_currency text not null,
    country_id text not null,
    slot text not null,
    rate text not null,
    seen_at text not null,
    estimates integer not null,
    constraint rates_once primary key (source_currency, destination_currency, country_id, slot)
  )`,
  'create index rates_slot on rates (slot)',
];

/**
 * Who sent a transfer is kept equal to `owners`, and whether Giro made it to `sends`, whichever program writes: to look
 * each one up takes seconds.
 */
export const transfersTriggers = ({ isPostgres }: Dialect) =>
  isPostgres ? [...ownersPostgres, ...byGiroPostgres] : [...ownersSqlite, ...byGiroSqlite];

const ownersSqlite = [
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
const ownersPostgres = [
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

/** True for a transfer that is the outcome of a send to its account. */
const isSent = (
  transfer: string,
) => `exists (select 1 from sends where sends.transfer_id = ${transfer}.id
  and sends.destination_account_id = ${transfer}.destination_account_id)`;

const count = (of: string) => `case when ${isSent(of)} then 1 else 0 end`;

const byGiroSqlite = [
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
const byGiroPostgres = [
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
