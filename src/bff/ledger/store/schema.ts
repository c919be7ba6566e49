import type { ColumnType, Generated, Kysely } from 'kysely';
import type { DeliveryOutcome, NewsKind, Sink } from '../../../contract/api/news.ts';
import type { SendState } from '../../../contract/api/send-states.ts';
import type { AsOf } from '../../../contract/api/transfer.ts';
import type {
  CaseAssignmentsTable,
  CaseNotesTable,
  CaseWaitsTable,
  ResolveProposalsTable,
  TransferCasesTable,
} from './case-schema.ts';
import type { OrderSchema } from './order-schema.ts';
import type {
  InvitationsTable,
  OidcAttemptsTable,
  OidcSignOutsTable,
  OidcSubjectsTable,
  PasskeyChallengesTable,
  PasskeysTable,
  PasswordLinksTable,
  PersonLimitsTable,
  PushDevicesTable,
  RecoveryCodesTable,
  SavedViewsTable,
  SessionsTable,
  SignInChallengesTable,
  StepUpChallengesTable,
  TotpFactorsTable,
  TransferNotesTable,
  UsersTable,
} from './people-schema.ts';
import type { ReceiptSchema } from './receipt-schema.ts';
import type { StatementSchema } from './statement-schema.ts';
import type { WholeNumber } from './whole-number.ts';

// Amounts and ids are decimal strings, times ISO 8601 strings in UTC: exact and the same in every store.

export type OwnersTable = {
  kind: 'account' | 'transfer';
  id: string;
  user_id: string;
  created_at: string;
};

type KnownBy = 'list' | 'mirror' | 'restore';

export type SendsTable = {
  key: string;
  user_id: string;
  body_hash: string;
  destination_account_id: string;
  source_amount_cents: string;
  source_amount_currency: string;
  destination_amount_currency: string;
  /** The quote on the page when the person pressed Send, as JSON. */
  quote: string | null;
  /** Ids of the matching transfers that existed before the intent, as a JSON array. */
  known_transfer_ids: string;
  /**
   * Read from the service's whole list for this send, or from the mirror, which is somewhat older. `restore`: the
   * send itself was lost, and written anew for a transfer that was found.
   */
  known_by: ColumnType<KnownBy, KnownBy | undefined>;
  state: SendState;
  transfer_id: string | null;
  /** The transfer as the service first answered it, as JSON: the answer to a retry. */
  answer: string | null;
  reason: string | null;
  reason_detail: string | null;
  /** The kind of failure by which the answer was lost. Stays when the outcome becomes known. */
  no_answer: string | null;
  /** Counts identical sends in a scope in the order of their inserts; clocks may disagree. */
  turn: Generated<number>;
  /** Key of the unresolved send that the person chose to send again after. */
  after_unresolved: string | null;
  /** Key of the identical sent send that the person confirmed to repeat. */
  after_sent: string | null;
  /** The decision of support: the id of the person, why, and when. */
  settled_by: string | null;
  settled_reason: string | null;
  settled_at: string | null;
  /** The only matching transfer at the latest look, and since when it was the only one. */
  candidate_id: string | null;
  candidate_since: string | null;
  /** Identical open sends of one scope exclude each other: the id of the person, or `team`. */
  guard_scope: string;
  created_at: string;
  updated_at: string;
};

/** Transfers that match a send which had ended with another outcome. */
export type LookAlikesTable = {
  send_key: string;
  transfer_id: string;
  seen_at: string;
  /** The decision of support: when, by whom and why, and whether it is the send's too. */
  resolved_at: string | null;
  resolved_by: string | null;
  resolved_reason: string | null;
  resolved_outcome: 'sent' | 'other' | null;
};

/** Accounts whose creation has no answer yet. If the service has one, it belongs to this person. */
export type PendingCreationsTable = {
  id: string;
  user_id: string;
  alias: string;
  body: string;
  created_at: string;
};

/** What a person noted on an account; archiving counts for everybody who may see the account. */
export type AccountMarksTable = {
  user_id: string;
  account_id: string;
  pinned_at: string | null;
  archived_at: string | null;
};

type StateObservationsTable = {
  transfer_id: string;
  state: string;
  seen_at: string;
  /** Before that, nobody had looked for so long; null if that is not known. */
  unseen_ms: WholeNumber | null;
};

type LeasesTable = { name: string; holder: string; until: string };

/** The service (by its address and client) whose ids this ledger holds. */
type ServicesTable = { id: string; fingerprint: string; kept_at: string };

type ServiceTokensTable = { id: string; sealed: string; updated_at: string };

/** One row, `audit`: older entries may be deleted. */
type AuditKeptTable = { id: 'audit'; since: string };

/** Keys of sends that were deleted. */
type ForgottenSendsTable = { key: string; forgotten_at: string };

/** Who did what to what, when, with which outcome. Append-only by triggers. */
export type AuditTable = {
  number: Generated<number | string>;
  at: string;
  /** Null if the person is not known. */
  user_id: string | null;
  action: string;
  /** Kind and id, such as `transfer 9001`; never personal data. */
  subject: string | null;
  outcome: string;
  /** Also in the log and in the answer to the person. */
  request_id: string;
};

/** Attempts counted by key, and until when further ones are blocked. */
type RateLimitsTable = {
  key: string;
  tries: number;
  blocked_until: string;
  forgotten_at: string;
};

/** The latest estimated rate of a pair in each slot of 10 minutes, without the person. */
export type RatesTable = {
  source_currency: string;
  destination_currency: string;
  country_id: string;
  /** The start of the slot. */
  slot: string;
  /** An exact decimal, as the service gave it. */
  rate: string;
  seen_at: string;
  /** The number of estimates in the slot. */
  estimates: number;
};

/** A fact that a person, or support, is to be told. Written with the fact itself. */
export type NewsTable = {
  number: Generated<number | string>;
  /** Null: for everybody of support. */
  user_id: string | null;
  kind: NewsKind;
  /** What it is about, such as `transfer 9001`; never personal data. */
  subject: string;
  created_at: string;
  /** When its deliveries were written. */
  planned_at: string | null;
  /** When the person's browser fetched what it is about, after it happened. */
  seen_at: string | null;
};

/** One news on its way through one sink. Open rows are the sink's cursor. */
type DeliveriesTable = {
  news_number: number | string;
  sink: Sink;
  /** Empty for mail; the id of the device for push. */
  target: string;
  due_at: string;
  attempts: Generated<number>;
  /** The instance call that delivers it now, and until when. */
  holder: string | null;
  leased_until: string | null;
  done_at: string | null;
  outcome: DeliveryOutcome | null;
  /** How the latest attempt failed, without addresses. */
  error: string | null;
};

/** What one person wants to be told, and in which language and time zone. */
export type NewsSettingsTable = {
  user_id: string;
  /** Last used. */
  language: string | null;
  time_zone: string | null;
  /** JSON; null for the defaults. */
  choices: string | null;
  /** Wall-clock times such as `22:00`. */
  quiet_from: string | null;
  quiet_to: string | null;
  unsubscribe_token: string;
  /** When the person unsubscribed with one press: no mail from then on, except about security. */
  mail_stopped_at: string | null;
};

/** Keys that Giro makes for itself, encrypted. */
type SealedKeysTable = { name: string; sealed: string; created_at: string };

/** The service's transfers as last read (contract 2.2). */
export type TransfersTable = {
  id: string;
  /** The id with its length before it, so that texts sort like the numbers. */
  id_order: string;
  destination_account_id: string;
  source_amount_cents: string;
  source_amount_currency: string;
  destination_amount_cents: string;
  destination_amount_currency: string;
  state: string;
  /** 1 in a final state. */
  ended: WholeNumber;
  /** 1 if the transfer had an owner when it was written. */
  owned: WholeNumber;
  /** Its owner in `owners`, kept by the store itself. It only finds a transfer: who may see it is in `owners`. */
  owner_id: string | null;
  /** 1 if it is the outcome of a send to its account, kept by the store itself; 0 may be late. */
  by_giro: Generated<WholeNumber>;
  /** When the read began that wrote it; a list that began earlier does not change it. */
  read_at: string;
  /** Number of the last change of what the service says. */
  content_change: WholeNumber;
  /** The same, or that of a later change of `owned`. */
  change: WholeNumber;
};

/** How many transfers of each kind there are, and their sums. Written with `transfers`. */
type TransferCountsTable = {
  owned: WholeNumber;
  state: string;
  source_amount_currency: string;
  destination_amount_currency: string;
  count: WholeNumber;
  source_amount_cents: string;
  destination_amount_cents: string;
};

/** How many transfers each account has. Written with `transfers`. */
type AccountCountsTable = {
  destination_account_id: string;
  owned: WholeNumber;
  state: string;
  source_amount_currency: string;
  destination_amount_currency: string;
  count: WholeNumber;
};

/** One row on the table `transfers`. */
export type MirrorTable = {
  id: 'current';
  /** Names this row of change numbers: those of another ledger mean nothing here. */
  epoch: string;
  /** The last number given to a change. */
  change: WholeNumber;
  /** Number of the last change that removed transfers. */
  reset_change: WholeNumber;
  /** When the last successful read of the list began; null before the first. */
  as_of: string | null;
  tried_at: string | null;
  /** How the last read ended. */
  service: Exclude<AsOf['service'], 'loading'>;
  /** Of the list that the table equals; null if it may differ from every list. */
  etag: string | null;
  /** The unreadable rows of the list, as JSON without their values. */
  odd: string;
  read_took_ms: WholeNumber;
  read_every_ms: WholeNumber;
};

/** Why this ledger may not be used as usual, or was not: at most one row of a restore and one of a move. */
export type HoldsTable = {
  id: 'restore' | 'move';
  /**
   * `restored`, or `lost` its latest records: nothing is sent, given up or told until `released_at`. `moving`: a copy
   * that is not complete. `moved`: the copy at `detail` took its place for good.
   */
  kind: 'restored' | 'lost' | 'moving' | 'moved';
  since: string;
  /** When the backup was made, or what is lost at the latest since when, or where the ledger was moved to. */
  detail: string;
  /** When a backup's list of transfers was last read; null if it never was. */
  list_at: string | null;
  released_at: string | null;
};

/**
 * Which history of which PostgreSQL the ledger was last seen on: a failover, or a copy put in its place, has another.
 * At most one row; none of SQLite, whose file has no such name.
 */
type StoreTimelineTable = {
  id: 'current';
  name: string;
  /** When Giro saw that it had changed; null if it never did. */
  changed_at: string | null;
};

/** Transfers that the backup knew: of a restored ledger, all others were made after it. */
type KnownBeforeRestoreTable = { transfer_id: string };

/** Transfers that were made after the backup and belong to no send in it. */
export type FoundAfterRestoreTable = {
  transfer_id: string;
  /** As in `sends`, so that the same is not sent again unknowingly. */
  body_hash: string;
  destination_account_id: string;
  /** The send that was written for it; null while nobody owns its recipient. */
  send_key: string | null;
  /** The transfer, as JSON. */
  answer: string;
  found_at: string;
};

export interface LedgerSchema extends StatementSchema, ReceiptSchema, OrderSchema {
  users: UsersTable;
  sessions: SessionsTable;
  password_links: PasswordLinksTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  totp_factors: TotpFactorsTable;
  recovery_codes: RecoveryCodesTable;
  sign_in_challenges: SignInChallengesTable;
  step_up_challenges: StepUpChallengesTable;
  invitations: InvitationsTable;
  owners: OwnersTable;
  sends: SendsTable;
  person_limits: PersonLimitsTable;
  transfer_notes: TransferNotesTable;
  look_alikes: LookAlikesTable;
  case_assignments: CaseAssignmentsTable;
  case_notes: CaseNotesTable;
  case_waits: CaseWaitsTable;
  transfer_cases: TransferCasesTable;
  saved_views: SavedViewsTable;
  resolve_proposals: ResolveProposalsTable;
  account_claims: PendingCreationsTable;
  account_marks: AccountMarksTable;
  sightings: StateObservationsTable;
  leases: LeasesTable;
  services: ServicesTable;
  service_tokens: ServiceTokensTable;
  oidc_subjects: OidcSubjectsTable;
  oidc_attempts: OidcAttemptsTable;
  oidc_sign_outs: OidcSignOutsTable;
  audit: AuditTable;
  audit_kept: AuditKeptTable;
  forgotten_sends: ForgottenSendsTable;
  rate_limits: RateLimitsTable;
  rates: RatesTable;
  news: NewsTable;
  deliveries: DeliveriesTable;
  news_settings: NewsSettingsTable;
  push_devices: PushDevicesTable;
  sealed_keys: SealedKeysTable;
  transfers: TransfersTable;
  transfer_counts: TransferCountsTable;
  account_counts: AccountCountsTable;
  mirror: MirrorTable;
  holds: HoldsTable;
  store_timeline: StoreTimelineTable;
  known_before_restore: KnownBeforeRestoreTable;
  found_after_restore: FoundAfterRestoreTable;
}

export type LedgerDb = Kysely<LedgerSchema>;
