import type { Dialect } from './dialect.ts';

/** What support works with: who has a case, what they note about it, and what a second person has to confirm. */
export const casesTables = ({ isPostgres }: Dialect) => [
  // `case_key` refers to no table: it is the key of a send, or the id of a transfer.
  `create table case_assignments (
    case_key text primary key,
    user_id text not null references users(id),
    taken_at text not null,
    active_at text not null
  )`,
  'create index case_assignments_user on case_assignments (user_id)',
  // `corrects` refers to no row: a backup of PostgreSQL may hold a correction before what it corrects.
  `create table case_notes (
    id text primary key,
    case_key text not null,
    author_id text not null references users(id),
    at text not null,
    text text not null,
    corrects text unique
  )`,
  'create index case_notes_case on case_notes (case_key, at)',
  'create index case_notes_author on case_notes (author_id)',
  // `seen` is what the person knew of the case: it waits no longer once that is another.
  `create table case_waits (
    case_key text primary key,
    user_id text not null references users(id),
    at text not null,
    until text,
    seen text not null
  )`,
  'create index case_waits_user on case_waits (user_id)',
  `create table transfer_cases (
    transfer_id text primary key,
    destination_account_id text not null,
    source_amount_cents text not null,
    source_amount_currency text not null,
    opened_by text not null references users(id),
    opened_at text not null,
    done_by text references users(id),
    done_at text,
    done_state text,
    constraint transfer_cases_done check ((done_at is null) = (done_state is null))
  )`,
  // Nobody confirms or declines their own proposal, and nobody else withdraws it: a constraint also holds for a bug.
  `create table resolve_proposals (
    id text primary key,
    send_key text not null references sends(key),
    send_updated_at text not null,
    proposed_by text not null references users(id),
    proposed_at text not null,
    reason text not null,
    state text not null,
    decided_by text references users(id),
    decided_at text,
    decided_reason text,
    constraint resolve_proposals_two_people check (
      state not in ('confirmed', 'declined')
      or (decided_by is not null and decided_by <> proposed_by)
    ),
    constraint resolve_proposals_own check (
      state <> 'withdrawn' or (decided_by is not null and decided_by = proposed_by)
    )
  )`,
  'create index resolve_proposals_send on resolve_proposals (send_key)',
  `create unique index resolve_proposals_one_open on resolve_proposals (send_key)
    where state = 'open'`,
  ...(isPostgres ? unchangedPostgres : unchangedSqlite),
];

// A trigger rejects every change of a note, so that no bug of the program can make one.
const unchangedSqlite = [
  `create trigger case_notes_no_update before update on case_notes
    begin select raise(abort, 'a note never changes'); end`,
];
const unchangedPostgres = [
  `create function case_note_changes() returns trigger language plpgsql as
    $$ begin raise exception 'a note never changes'; end $$`,
  `create trigger case_notes_no_update before update on case_notes
    for each statement execute function case_note_changes()`,
];
