/** What was sent, what may match it, and what a restored ledger compares with the service. */
export const sendsTables = [
  // A transfer is the outcome of at most one send: a constraint also holds in a race.
  `create table sends (
    key text primary key,
    user_id text not null references users(id),
    body_hash text not null,
    destination_account_id text not null,
    source_amount_cents text not null,
    source_amount_currency text not null,
    destination_amount_currency text not null,
    quote text,
    known_transfer_ids text not null,
    state text not null,
    transfer_id text unique,
    answer text,
    reason text,
    reason_detail text,
    created_at text not null,
    updated_at text not null,
    after_unresolved text,
    settled_by text,
    settled_reason text,
    settled_at text,
    no_answer text,
    after_sent text,
    turn integer not null default 0,
    candidate_id text,
    candidate_since text,
    guard_scope text not null default '',
    known_by text not null default 'list'
  )`,
  'create index sends_account on sends (destination_account_id)',
  'create index sends_body on sends (body_hash)',
  `create index sends_in_doubt on sends (destination_account_id)
    where state in ('intended', 'unconfirmed', 'unresolved') or no_answer is not null`,
  // The last send to each recipient of a list is one look-up, however many were sent before.
  `create index sends_last on sends (destination_account_id, created_at) where state = 'sent'`,
  // Each send first checks whether the person sent the same recently.
  'create index sends_like on sends (user_id, body_hash)',
  'create index sends_newest on sends (created_at)',
  // While a send is open, the same person, or their team, can't begin an identical one.
  `create unique index sends_one_open on sends (guard_scope, body_hash)
    where state in ('intended', 'unconfirmed')`,
  `create index sends_open on sends (state)
    where state in ('intended', 'unconfirmed', 'unresolved')`,
  // What support decided, the newest first.
  'create index sends_settled on sends (settled_at, key) where settled_at is not null',
  // The metrics count sends by state.
  'create index sends_state on sends (state)',
  'create index sends_user on sends (user_id, created_at)',
  // What a sender writes on a transfer is no part of its send, which is kept when a person is erased.
  `create table transfer_notes (
    subject text primary key,
    user_id text not null references users(id),
    note text,
    reference text,
    note_words text,
    reference_words text,
    revision integer not null,
    updated_at text not null
  )`,
  'create index transfer_notes_user on transfer_notes (user_id)',
  `create table look_alikes (
    send_key text not null references sends(key),
    transfer_id text not null,
    seen_at text not null,
    resolved_at text,
    resolved_by text references users(id),
    resolved_reason text,
    resolved_outcome text,
    constraint look_alikes_once primary key (send_key, transfer_id)
  )`,
  `create index look_alikes_resolved on look_alikes (resolved_at, send_key)
    where resolved_at is not null`,
  // The keys of deleted sends: none of them may ever be sent again.
  `create table forgotten_sends (
    key text primary key,
    forgotten_at text not null
  )`,
  `create table known_before_restore (
    transfer_id text primary key
  )`,
  `create table found_after_restore (
    transfer_id text primary key,
    body_hash text not null,
    destination_account_id text not null,
    send_key text references sends(key),
    answer text not null,
    found_at text not null
  )`,
  'create index found_after_restore_body on found_after_restore (body_hash)',
];
