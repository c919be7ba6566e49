import type { WholeNumber } from './whole-number.ts';

/** The recipient and the currencies as they were when Send was pressed: later changes leave statements as they are. */
type SendSnapshotsTable = {
  send_key: string;
  user_id: string;
  /** Of the account's owner; empty without one. */
  name: string;
  alias: string;
  /** The last characters of the account number or wallet address; empty without one. */
  account_tail: string;
  /** Subunits per unit (contract 2.5). */
  source_subunits: string;
  destination_subunits: string;
  /** Of the recipient's details; null for a send from before Giro kept it. */
  fingerprint: string | null;
};

/**
 * A transfer as statements have it, kept by the store itself when it is observed. Each value is written once. The
 * times are when Giro first saw it, or learned later whose it is.
 */
type StatementTransfersTable = {
  transfer_id: string;
  user_id: string;
  destination_account_id: string;
  source_amount_cents: string;
  source_amount_currency: string;
  destination_amount_cents: string;
  destination_amount_currency: string;
  began_at: string;
  assigned_at: string | null;
  ended_at: string | null;
  ended_state: string | null;
  /** The amounts when it ended. */
  ended_source_amount_cents: string | null;
  ended_destination_amount_cents: string | null;
  /** 0 if it is from before Giro kept this: its amounts are those of the day of that upgrade. */
  is_kept: WholeNumber;
};

/** One row on all statements. */
type StatementMarksTable = {
  id: 'current';
  /** No transfer gets a time before this any more. Empty at first. */
  closed_until: string;
  /** Transfers that began before this may be deleted. Empty at first. */
  kept_since: string;
};

/** The tables of statements. */
export type StatementSchema = {
  send_snapshots: SendSnapshotsTable;
  statement_transfers: StatementTransfersTable;
  statement_marks: StatementMarksTable;
};
