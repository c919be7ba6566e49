import { isOpen } from '../../contract/api/send-states.ts';
import type { Transfer } from '../../contract/transfer.ts';
import {
  keysByTransfer,
  ownershipOf,
  releasesByKey,
  type Span,
  sendsBetween,
} from '../ledger/sends/proof-rows.ts';
import { confirmedProposers } from '../ledger/sends/proposals.ts';
import type { SendRow } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { firstSeenOf } from '../ledger/transfers/state-observations.ts';
import type { OddRow } from '../service/list-record.ts';
import type { ProofRow, ProofSummary } from './proof-results.ts';
import { answerOf, bodyHash, requestOf } from './send-row.ts';

// A POST has no record of its own: its intent is committed right before, and is posted at most once by the call that
// inserted it. So an intent is a POST, unless it ended with proof that nothing was written.

/** The service's list, read after `asked_at` and before the ledger. */
export type ServiceList = {
  rows: ReadonlyMap<string, Transfer>;
  /** Ids that it has more than once. */
  twice: ReadonlySet<string>;
  odd: readonly OddRow[];
  /** The store's time right before it was asked for, ISO 8601. */
  asked_at: string;
};

const batchSize = 500;

/** What proves that a send which ended as not sent was never written to the service: see `isOutcomeUnknown`. */
const unwrittenReasons = new Set(['not-written', 'credentials']);
const refusalReasons = new Set(['rate-not-available', 'account-not-found', 'send-refused']);

/**
 * Pairs each POST of a time with its transfer, the oldest first.
 * @param tx a transaction that reads the ledger as it is at one moment, begun after the list was read
 * @param summary counts the sends of which nothing was written
 */
export async function* provePosts(
  tx: LedgerDb,
  span: Span,
  list: ServiceList,
  summary: ProofSummary,
): AsyncGenerator<ProofRow> {
  for (let last: SendRow | null = null; ; ) {
    const batch: SendRow[] = await sendsBetween(tx, span, last, batchSize);
    const posts = batch.filter((row) => !isUnwritten(row));
    summary.not_posted += batch.length - posts.length;
    yield* await ofPosts(tx, posts, list);
    last = batch.at(-1) ?? null;
    if (batch.length < batchSize) return;
  }
}

/** True of a send that ended with proof that nothing was written to the service. */
export const isUnwritten = ({ state, settled_by, no_answer, reason, transfer_id }: SendRow) =>
  state === 'not_sent' &&
  settled_by === null &&
  no_answer === null &&
  transfer_id === null &&
  unwrittenReasons.has(reason ?? '');

async function ofPosts(
  tx: LedgerDb,
  posts: readonly SendRow[],
  list: ServiceList,
): Promise<ProofRow[]> {
  const ids = posts.flatMap(({ transfer_id }) => transfer_id ?? []);
  const keys = await keysByTransfer(tx, ids);
  const owners = await ownershipOf(tx, ids);
  const seen = await firstSeenOf(tx, ids);
  const settled = posts.filter(({ settled_by }) => settled_by !== null);
  const releases = await releasesByKey(
    tx,
    posts.map(({ key }) => key),
  );
  const proposers = await confirmedProposers(tx, settled);
  return posts.map((send) => {
    const { key, user_id, transfer_id } = send;
    const others = keys.get(transfer_id ?? '')?.filter((other) => other !== key) ?? [];
    const owner = owners.get(transfer_id ?? '')?.user_id ?? null;
    const transfer = list.rows.get(transfer_id ?? '') ?? null;
    return {
      ...resultOf(send, transfer, others, owner, list),
      ...{ send, send_key: key, user_id, transfer_id, transfer },
      release: releases.get(key) ?? null,
      proposed_by: proposers.get(key) ?? null,
      first_seen_at: seen.get(transfer_id ?? '') ?? null,
    };
  });
}

type Finding = Pick<ProofRow, 'result' | 'detail'>;

function resultOf(
  send: SendRow,
  transfer: Transfer | null,
  others: readonly string[],
  owner: string | null,
  list: ServiceList,
): Finding {
  const { state, transfer_id } = send;
  if (!isIntact(send)) {
    return { result: 'differs', detail: 'the intent is not what its hash was made of' };
  }
  if (state !== 'sent') {
    if (transfer_id === null) return withoutTransfer(send);
    return { result: 'differs', detail: `ended as ${state}, and names a transfer` };
  }
  if (transfer_id === null) {
    return { result: 'no-transfer', detail: 'recorded as sent, without a transfer' };
  }
  if (others.length > 0) {
    return { result: 'shared', detail: `its transfer is that of ${others.join(', ')} too` };
  }
  if (!transfer) return unlisted(send, transfer_id, list);
  const differences = differencesOf(send, transfer, owner);
  if (differences.length > 0) return { result: 'differs', detail: differences.join('; ') };
  if (send.known_by === 'restore') {
    return {
      result: 'rewritten',
      detail: 'its record was lost, and written again from the list when the hold ended',
    };
  }
  return { result: 'paired', detail: howKnown(send) };
}

const isIntact = (send: SendRow) =>
  /^\d+$/.test(send.source_amount_cents) && bodyHash(requestOf(send)) === send.body_hash;

function withoutTransfer({ state, reason, reason_detail, settled_by }: SendRow): Finding {
  if (isOpen(state)) {
    const told = reason_detail === null ? '' : `; the service said: ${reason_detail}`;
    return { result: 'open', detail: `${reason ?? 'no answer yet'}${told}` };
  }
  if (state === 'refused' && reason_detail !== null && refusalReasons.has(reason ?? '')) {
    return { result: 'refused', detail: `the service said: ${reason_detail}` };
  }
  if (state === 'not_sent' && settled_by !== null) {
    return { result: 'decided', detail: 'people decided that it was not sent' };
  }
  return { result: 'no-proof', detail: `ended as ${state}, with nothing that proves it` };
}

/** A send whose transfer the list lacks. */
function unlisted({ updated_at }: SendRow, id: string, { odd, asked_at }: ServiceList): Finding {
  if (updated_at >= asked_at) {
    return { result: 'open', detail: 'answered while the list was read: run this again' };
  }
  const unread = odd.find((row) => row.id === id || row.id === null);
  if (unread) {
    return { result: 'unread', detail: `record ${unread.place + 1} of the list can't be read` };
  }
  return { result: 'no-transfer', detail: "its transfer is not in the service's list" };
}

/** What differs between the intent, the answer that was recorded, and the service's list. */
function differencesOf(send: SendRow, transfer: Transfer, owner: string | null): string[] {
  const answer = answerOf(send);
  const compared: [what: string, ours: unknown, theirs: unknown][] = [
    ['recipient', send.destination_account_id, transfer.destination_account_id],
    ['source amount', BigInt(send.source_amount_cents), transfer.source_amount_cents],
    ['source currency', send.source_amount_currency, transfer.source_amount_currency],
    [
      'destination currency',
      send.destination_amount_currency,
      transfer.destination_amount_currency,
    ],
    ['transfer of the answer', answer?.id ?? transfer.id, transfer.id],
    [
      'destination amount of the answer',
      answer?.destination_amount_cents ?? transfer.destination_amount_cents,
      transfer.destination_amount_cents,
    ],
    ['person who has the transfer', send.user_id, owner ?? send.user_id],
  ];
  return compared
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([what, ours, theirs]) => `${what}: ${ours} here, ${theirs} there`);
}

function howKnown({ settled_by, no_answer }: SendRow): string {
  if (settled_by !== null) return 'support chose the transfer';
  return no_answer === null
    ? 'the service answered with it'
    : 'the answer was lost; the only match in the list';
}
