import type { Transfer } from '../../contract/transfer.ts';
import type { ReleaseOf } from '../ledger/sends/proof-rows.ts';
import type { SendRow } from '../ledger/sends/sends.ts';

/** What a proof finds of a POST or a transfer, and what that means for the whole. */
export const proofResults = {
  /** One POST and one transfer, equal in what was asked for. */
  paired: 'proven',
  /** The service refused in the contract's words (contract 7). */
  refused: 'proven',
  /** The outcome is not known yet. */
  open: 'unproven',
  /** A transfer of nobody that an open POST may have made. */
  candidate: 'unproven',
  /** People decided that it was not sent. */
  decided: 'unproven',
  /** The record was lost, and written again from the service's list. */
  rewritten: 'unproven',
  /** A record of the list that can't be read is in the way. */
  unread: 'unproven',
  /** Retention may have deleted the record of its POST. */
  forgotten: 'unproven',
  'no-transfer': 'wrong',
  'no-proof': 'wrong',
  shared: 'wrong',
  differs: 'wrong',
  'second-transfer': 'wrong',
  denied: 'wrong',
  'no-post': 'wrong',
  'listed-twice': 'wrong',
  'no-record': 'wrong',
} as const satisfies Record<string, 'proven' | 'unproven' | 'wrong'>;
export type ProofResult = keyof typeof proofResults;

/** A POST with its transfer, or one of both. */
export type ProofRow = {
  result: ProofResult;
  /** Why, in words; empty where the result says all. */
  detail: string;
  send: SendRow | null;
  /** Of a POST whose record is lost. */
  send_key: string | null;
  /** Of a POST that an order decided before. */
  release: ReleaseOf | null;
  /** Id of the person: whose send it is, or whose transfer. */
  user_id: string | null;
  /** Id of the person of support whose proposal a second one confirmed. */
  proposed_by: string | null;
  transfer_id: string | null;
  /** As the service lists it. */
  transfer: Transfer | null;
  first_seen_at: string | null;
};

/** Counts and exact sums of a proof; sums in subunits, by both currencies. */
export type ProofSummary = {
  /** POSTs of the time, each with a record in the ledger. */
  posts: number;
  /** Sends of the time that ended before anything was written to the service. */
  not_posted: number;
  results: Map<ProofResult, number>;
  /** Transfers of the service's list. */
  listed: number;
  /** Of these, those to which no POST belongs, from before Giro first read the list. */
  earlier: number;
  sums: Map<string, { count: number; asked: bigint; sent: bigint; received: bigint }>;
};

/** A summary of nothing yet. */
export const createSummary = (): ProofSummary => ({
  ...{ posts: 0, not_posted: 0, listed: 0, earlier: 0, sums: new Map() },
  results: new Map(),
});

/** Adds a row to the counts, and what was paired to the sums. */
export function addToSummary(summary: ProofSummary, { result, send, transfer }: ProofRow) {
  summary.results.set(result, (summary.results.get(result) ?? 0) + 1);
  // A second row on the same POST is about another transfer.
  if (send && result !== 'second-transfer' && result !== 'denied' && result !== 'candidate') {
    summary.posts += 1;
  }
  if (result !== 'paired' || !send || !transfer) return;
  const pair = `${send.source_amount_currency} ${send.destination_amount_currency}`;
  const sum = summary.sums.get(pair) ?? { count: 0, asked: 0n, sent: 0n, received: 0n };
  summary.sums.set(pair, {
    count: sum.count + 1,
    asked: sum.asked + BigInt(send.source_amount_cents),
    sent: sum.sent + transfer.source_amount_cents,
    received: sum.received + transfer.destination_amount_cents,
  });
}

/** How many rows mean this. */
export const countOf = (
  { results }: Pick<ProofSummary, 'results'>,
  meaning: (typeof proofResults)[ProofResult],
): number =>
  [...results].reduce(
    (sum, [result, count]) => (proofResults[result] === meaning ? sum + count : sum),
    0,
  );
