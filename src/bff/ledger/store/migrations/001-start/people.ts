/** People, how they sign in, and what is theirs. */
export const peopleTables = [
  `create table users (
    id text primary key,
    email text not null unique,
    name text not null,
    role text not null,
    password_hash text,
    disabled_at text,
    created_at text not null
  )`,
  `create table sessions (
    id_hash text primary key,
    user_id text not null references users(id),
    created_at text not null,
    seen_at text not null,
    issuer text,
    browser text,
    system text,
    second_factor text,
    second_factor_at text,
    id_token_sealed text
  )`,
  'create index sessions_user on sessions (user_id)',
  `create table password_links (
    token_hash text primary key,
    user_id text not null references users(id),
    created_at text not null
  )`,
  'create index password_links_user on password_links (user_id)',
  `create table invitations (
    user_id text primary key references users(id),
    token_hash text not null unique,
    created_at text not null
  )`,
  `create table oidc_subjects (
    issuer text not null,
    subject text not null,
    user_id text not null references users(id),
    constraint oidc_subjects_once primary key (issuer, subject)
  )`,
  `create table oidc_attempts (
    id_hash text primary key,
    state text not null,
    nonce text not null,
    code_verifier text not null,
    next text,
    created_at text not null
  )`,
  `create table oidc_sign_outs (
    id_hash text primary key,
    id_token_sealed text not null,
    created_at text not null
  )`,
  `create table passkeys (
    id text primary key,
    user_id text not null references users(id),
    public_key text not null,
    counter bigint not null,
    transports text not null,
    name text not null,
    created_at text not null,
    used_at text,
    added_by text not null
  )`,
  'create index passkeys_user on passkeys (user_id)',
  `create table passkey_challenges (
    challenge_hash text primary key,
    purpose text not null,
    holder_hash text not null,
    user_id text references users(id),
    created_at text not null,
    added_by text
  )`,
  'create index passkey_challenges_age on passkey_challenges (created_at)',
  `create table totp_factors (
    user_id text primary key references users(id),
    sealed text,
    confirmed_at text,
    last_step integer,
    pending_sealed text,
    pending_at text,
    added_by text,
    pending_added_by text
  )`,
  `create table recovery_codes (
    code_hash text primary key,
    user_id text not null references users(id),
    created_at text not null
  )`,
  'create index recovery_codes_user on recovery_codes (user_id)',
  `create table sign_in_challenges (
    id_hash text primary key,
    user_id text not null references users(id),
    password_mark text not null,
    created_at text not null
  )`,
  'create index sign_in_challenges_user on sign_in_challenges (user_id)',
  `create table step_up_challenges (
    id_hash text primary key,
    user_id text not null references users(id),
    session_hash text not null,
    send_key text not null,
    body_hash text not null,
    tries integer not null default 0,
    oidc_attempt text unique,
    method text,
    created_at text not null,
    proven_at text,
    used_at text
  )`,
  'create index step_up_challenges_created on step_up_challenges (created_at)',
  `create table rate_limits (
    key text primary key,
    tries integer not null,
    blocked_until text not null,
    forgotten_at text not null
  )`,
  `create table owners (
    kind text not null,
    id text not null,
    user_id text not null references users(id),
    created_at text not null,
    constraint owners_once primary key (kind, id)
  )`,
  'create index owners_created on owners (created_at)',
  'create index owners_user on owners (user_id, kind)',
  // A person may try an alias with different details and lose the answer each time: a claim each.
  `create table account_claims (
    id text primary key,
    user_id text not null references users(id),
    alias text not null,
    body text not null,
    created_at text not null
  )`,
  'create index account_claims_alias on account_claims (alias)',
  'create index account_claims_user_id on account_claims (user_id)',
  `create table account_marks (
    user_id text not null references users(id),
    account_id text not null,
    pinned_at text,
    archived_at text,
    constraint account_marks_once primary key (user_id, account_id)
  )`,
  'create index account_marks_account on account_marks (account_id)',
];
