/** Receipts that can be checked, and the public keys that signed them. */
export const receiptsTables = [
  `create table receipts (
    id text primary key,
    transfer_id text not null,
    user_id text not null references users(id),
    facts_hash text not null,
    state text not null,
    issued_at text not null,
    revoked_at text
  )`,
  'create index receipts_transfer on receipts (transfer_id, issued_at)',
  'create index receipts_user on receipts (user_id)',
  'create index receipts_age on receipts (issued_at)',
  `create table receipt_keys (
    kid text primary key,
    x text not null,
    created_at text not null
  )`,
];
