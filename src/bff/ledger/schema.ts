import type { Generated } from 'kysely';
import type { SendState } from '../../contract/api/send-states.ts';
import type { Role } from '../../contract/api/session.ts';

// Amounts and ids are decimal texts and times ISO 8601 texts in UTC, alike and exact in every store.

export type UsersTable = {
  id: string;
  email: string;
  name: string;
  role: Role;
  password_hash: string | null;
  disabled_at: string | null;
  created_at: string;
};

export type SessionsTable = {
  /** SHA-256 of the id in the cookie: who reads the store can't take a session over. */
  id_hash: string;
  user_id: string;
  /** The OpenID provider that vouched for the person; null after a password. */
  issuer: string | null;
  created_at: string;
  seen_at: string;
};

export type OwnersTable = {
  kind: 'account' | 'transfer';
  id: string;
  user_id: string;
  created_at: string;
};

export type SendsTable = {
  key: string;
  user_id: string;
  body_hash: string;
  destination_account_id: string;
  source_amount_cents: string;
  source_amount_currency: string;
  destination_amount_currency: string;
  /** What the person saw, as JSON. */
  quote: string | null;
  /** Ids of the matching transfers that existed before, as a JSON array. */
  known_transfer_ids: string;
  state: SendState;
  transfer_id: string | null;
  /** The transfer as the service first answered it, as JSON, for a repeated request. */
  answer: string | null;
  reason: string | null;
  reason_detail: string | null;
  /** How its answer was lost, whatever became of it later: the kind of failure. */
  no_answer: string | null;
  /** Which it is of the person's sendings of the same, counted as they are written here. */
  turn: Generated<number>;
  /** The unresolved sending that the person chose to send again after. */
  after_unresolved: string | null;
  /** The sent one that the person was told of, and sent the same again after. */
  after_sent: string | null;
  /** Who of support resolved it, and why. */
  settled_by: string | null;
  settled_reason: string | null;
  /** The one transfer that could be it at the latest look, and since when it was the only one. */
  candidate_id: string | null;
  candidate_since: string | null;
  /** Within whom identical sendings exclude each other: the id of the person, or `team`. */
  guard_scope: string;
  created_at: string;
  updated_at: string;
};

/** Transfers that turned up after a sending had ended otherwise, and could be it. */
export type LookAlikesTable = {
  send_key: string;
  transfer_id: string;
  seen_at: string;
  /** When, by whom and why support said whose it is, or that it is not the sending. */
  resolved_at: string | null;
  resolved_by: string | null;
  resolved_reason: string | null;
};

/** Accounts whose creation was begun and has no answer: theirs, should the service turn out to have them. */
export type PendingCreationsTable = {
  id: string;
  user_id: string;
  alias: string;
  body: string;
  created_at: string;
};

export type StateObservationsTable = {
  transfer_id: string;
  state: string;
  seen_at: string;
};

export type LeasesTable = { name: string; holder: string; until: string };

/** The one service whose ids stand in this ledger. */
export type ServicesTable = { id: string; fingerprint: string; kept_at: string };

export type ServiceTokensTable = { id: string; sealed: string; updated_at: string };

/** Who a person is at an OpenID provider. */
export type OidcSubjectsTable = { issuer: string; subject: string; user_id: string };

/** Sign-ins that wait for the provider's answer. */
export type OidcAttemptsTable = {
  /** SHA-256 of the id in the cookie. */
  id_hash: string;
  state: string;
  nonce: string;
  code_verifier: string;
  next: string | null;
  created_at: string;
};

/** Who did what, to what, when, and what came of it. The store refuses to change or remove a row. */
export type AuditTable = {
  number: Generated<number | string>;
  at: string;
  /** Null when it is not known who. */
  user_id: string | null;
  action: string;
  /** The kind of thing and its id: `transfer 9001`. Nothing else of a person. */
  subject: string | null;
  outcome: string;
  /** Also in the log, and seen by the person. */
  request_id: string;
};

/** Attempts that are counted by a key, and until when no other is let through. */
export type RateLimitsTable = {
  key: string;
  tries: number;
  blocked_until: string;
  forgotten_at: string;
};

/** The rate of the latest estimate of a pair in each ten minutes. Nothing of who asked. */
export type RatesTable = {
  source_currency: string;
  destination_currency: string;
  country_id: string;
  /** When the ten minutes began. */
  slot: string;
  /** An exact decimal, as the service gave it. */
  rate: string;
  seen_at: string;
  /** How many there were in the slot. */
  estimates: number;
};

export type LedgerSchema = {
  users: UsersTable;
  sessions: SessionsTable;
  owners: OwnersTable;
  sends: SendsTable;
  look_alikes: LookAlikesTable;
  account_claims: PendingCreationsTable;
  sightings: StateObservationsTable;
  leases: LeasesTable;
  services: ServicesTable;
  service_tokens: ServiceTokensTable;
  oidc_subjects: OidcSubjectsTable;
  oidc_attempts: OidcAttemptsTable;
  audit: AuditTable;
  rate_limits: RateLimitsTable;
  rates: RatesTable;
};
