// The tables of what support works with. `case_key` is the key of a send, or the id of a transfer: one is never the other.

/** Who of support works on a case: one person at a time. */
export type CaseAssignmentsTable = {
  case_key: string;
  user_id: string;
  taken_at: string;
  /** When the person last did something about the case, after which their lease of it ends. */
  active_at: string;
};

/** Cases that nobody has to work on until a time, or until something changes. */
export type CaseWaitsTable = {
  case_key: string;
  user_id: string;
  at: string;
  /** Null: only until something changes. */
  until: string | null;
  /** What was known of the case then: the wait ends when something else is. */
  seen: string;
};

/** What support notes about a case, for support only. A note never changes: a later one may correct it. */
export type CaseNotesTable = {
  /** A UUID made by the browser, so that a repeated request adds one note. */
  id: string;
  case_key: string;
  author_id: string;
  at: string;
  text: string;
  /** The id of the note that this one corrects. */
  corrects: string | null;
};

/** Cases that support, or Giro itself, opened for a transfer, with what the queue shows of it if the service lists it no longer. */
export type TransferCasesTable = {
  transfer_id: string;
  destination_account_id: string;
  source_amount_cents: string;
  source_amount_currency: string;
  /** Null for Giro itself. */
  opened_by: string | null;
  opened_at: string;
  /** Null while it is open. */
  done_by: string | null;
  done_at: string | null;
  /** The state of the transfer then: the case comes back when that is another. */
  done_state: string | null;
  /** Why Giro opened it, as JSON; null for a case that a person opened first. */
  slow: string | null;
};

/** That a send was not sent, as one person of support proposed, for another one to confirm. */
export type ResolveProposalsTable = {
  /** A UUID made by the browser, so that a repeated request proposes once. */
  id: string;
  send_key: string;
  /** Of the send, when it was proposed: about a send that changed since, it counts no longer. */
  send_updated_at: string;
  proposed_by: string;
  proposed_at: string;
  reason: string;
  /** Lapsed: the send had changed when the next one was proposed. */
  state: 'open' | 'confirmed' | 'declined' | 'withdrawn' | 'lapsed';
  decided_by: string | null;
  decided_at: string | null;
  /** Why it was declined. */
  decided_reason: string | null;
};
