import { isOpen } from '../../contract/api/send-states.ts';
import type { Transfer } from '../../contract/transfer.ts';
import {
  addedTransfers,
  keysByTransfer,
  mirroredAmong,
  ownershipOf,
  releasesByKey,
  type Span,
  sendsOfBodies,
  unrecordedSends,
} from '../ledger/sends/proof-rows.ts';
import { findSend, type SendRow } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { mirrorState } from '../ledger/transfers/mirror.ts';
import { firstSeenOf } from '../ledger/transfers/state-observations.ts';
import { createYield } from '../lib/yield-to-event-loop.ts';
import type { ProofRow, ProofSummary } from './proof-results.ts';
import { isUnwritten, type ServiceList } from './prove.ts';
import { bodyHash, knownIds } from './send-row.ts';

const atOnce = 500;
/** A transfer that turns up later than this is not taken for that of a POST, as for look-alikes. */
const lateForMs = 28 * 24 * 60 * 60_000;

type Search = {
  tx: LedgerDb;
  span: Span;
  list: ServiceList;
  summary: ProofSummary;
  /** Before it (ISO 8601) retention may have deleted sends; null if it never did. */
  horizon: string | null;
  /** When the mirror was last read: what it lacks was made since. */
  as_of: string | null;
  /** The keys of open POSTs that have a candidate. */
  given: Set<string>;
};

/**
 * What the service's list and the audit have in a time beyond the POSTs of the ledger. A transfer of the service tells no
 * time (contract 2.2): it is of the time in which Giro first saw it.
 */
export async function* proveRest(given: Omit<Search, 'as_of' | 'given'>): AsyncGenerator<ProofRow> {
  const { tx, span, list, summary } = given;
  const { as_of } = await mirrorState(tx);
  const search: Search = { ...given, as_of, given: new Set() };
  summary.listed = list.rows.size;
  for (const { key, user_id, outcome, at } of await unrecordedSends(tx, span)) {
    const detail = `the audit of ${at} calls it ${outcome}, and the database has no record of it`;
    yield { ...nothing, result: 'no-record', detail, send_key: key, user_id };
  }
  for (const id of list.twice) {
    const transfer = list.rows.get(id) ?? null;
    const detail = 'the list has this number more than once';
    yield { ...nothing, result: 'listed-twice', detail, transfer_id: id, transfer };
  }
  yield* await unreadRows(search);
  const yieldToLoop = createYield();
  let part: Transfer[] = [];
  for (const transfer of list.rows.values()) {
    part.push(transfer);
    const rest = yieldToLoop();
    if (rest) await rest;
    if (part.length < atOnce) continue;
    yield* await withoutPost(search, part);
    part = [];
  }
  yield* await withoutPost(search, part);
}

const nothing = {
  ...{ send: null, send_key: null, release: null, user_id: null, proposed_by: null },
  ...{ transfer_id: null, transfer: null, first_seen_at: null },
};

/** Records that can't be read, but for those of POSTs, which say so themselves. */
async function unreadRows({ tx, list }: Search): Promise<ProofRow[]> {
  const keys = await keysByTransfer(
    tx,
    list.odd.flatMap(({ id }) => id ?? []),
  );
  return list.odd
    .filter(({ id }) => !keys.has(id ?? ''))
    .map(({ id, place, field, fault }) => ({
      ...{ ...nothing, result: 'unread', transfer_id: id },
      detail: `record ${place + 1} of the list can't be read: ${field} ${fault}`,
    }));
}

/** What may tell whose a transfer without a POST is. */
type Known = {
  transfer: Transfer;
  first_seen_at: string | null;
  owner: { user_id: string; created_at: string } | undefined;
  /** POSTs of the same, before it was first seen. */
  like: readonly SendRow[];
  /** Key of the send to which support gave it beside its own. */
  added: string | undefined;
};

async function withoutPost(search: Search, part: readonly Transfer[]): Promise<ProofRow[]> {
  const { tx } = search;
  const keys = await keysByTransfer(tx, part.map(idOf));
  const loose = part.filter(({ id }) => !keys.has(id));
  if (loose.length === 0) return [];
  const ids = loose.map(idOf);
  const seen = await firstSeenOf(tx, ids);
  const mirrored = await mirroredAmong(tx, ids);
  const ofTime = loose.filter(({ id }) => isOfTime(search, seen.get(id), mirrored.has(id)));
  const owners = await ownershipOf(tx, ids);
  const added = await addedTransfers(tx, ids);
  const byBody = Map.groupBy(
    await sendsOfBodies(tx, [...new Set(ofTime.map(bodyHash))]),
    ({ body_hash }) => body_hash,
  );
  const rows: ProofRow[] = [];
  for (const transfer of ofTime) {
    const first_seen_at = seen.get(transfer.id) ?? null;
    const like = (byBody.get(bodyHash(transfer)) ?? []).filter((send) =>
      mayHaveMade(search, send, transfer, first_seen_at),
    );
    const known = { transfer, first_seen_at, owner: owners.get(transfer.id), like };
    const row = await judge(search, { ...known, added: added.get(transfer.id) });
    if (row) rows.push(row);
  }
  const releases = await releasesByKey(
    tx,
    rows.flatMap(({ send_key }) => send_key ?? []),
  );
  return rows.map((row) => ({ ...row, release: releases.get(row.send_key ?? '') ?? null }));
}

const idOf = ({ id }: Transfer) => id;

/** True if a transfer was first seen in the time; counts those that were there before Giro first read the list. */
function isOfTime(
  { span, summary, as_of }: Search,
  seen: string | undefined,
  isMirrored: boolean,
): boolean {
  if (seen !== undefined) return span.from <= seen && seen < span.before;
  // Of the first list only the transfers of its people are recorded as seen.
  if (isMirrored) summary.earlier += 1;
  return !isMirrored && (as_of === null || as_of < span.before);
}

/** One that Giro has not seen yet may be of a POST that was begun while the list was read. */
function mayHaveMade(
  { list }: Search,
  send: SendRow,
  { id }: Transfer,
  first_seen_at: string | null,
): boolean {
  if (isUnwritten(send) || knownIds(send).has(id)) return false;
  if (first_seen_at !== null && send.created_at > first_seen_at) return false;
  const seen = Date.parse(first_seen_at ?? list.asked_at);
  return seen - Date.parse(send.created_at) <= lateForMs;
}

/** @returns null for one that may be of an open POST of another time */
async function judge(search: Search, known: Known): Promise<ProofRow | null> {
  const { tx, span, given, horizon } = search;
  const { transfer, first_seen_at, owner, like, added } = known;
  const row = (result: ProofRow['result'], detail: string, send: SendRow | null): ProofRow => ({
    ...{ ...nothing, result, detail, send, transfer, first_seen_at },
    ...{ send_key: send?.key ?? null, transfer_id: transfer.id },
    user_id: send?.user_id ?? owner?.user_id ?? null,
  });
  if (added !== undefined) {
    const send = (await findSend(tx, added)) ?? null;
    return row('second-transfer', 'support gave it to this POST beside its own', send);
  }
  // The latest: what an earlier one may have made, a later one knew of.
  const candidate = like.findLast(({ key, state }) => isOpen(state) && !given.has(key));
  if (candidate) {
    given.add(candidate.key);
    if (candidate.created_at < span.from || candidate.created_at >= span.before) return null;
    return row('candidate', 'may be the transfer of this open POST', candidate);
  }
  if (owner && horizon !== null && owner.created_at < horizon) {
    return row('forgotten', 'the record of its POST may have been deleted by retention', null);
  }
  const latest = like.at(-1);
  if (latest?.state === 'sent') {
    return row(
      'second-transfer',
      `may be of this POST too, which has ${latest.transfer_id}`,
      latest,
    );
  }
  if (latest && !isOpen(latest.state)) {
    return row('denied', `may be of this POST, which ended as ${latest.state}`, latest);
  }
  const whose = owner ? `; it was assigned to this person at ${owner.created_at}` : '';
  return row('no-post', `no POST of Giro made it${whose}`, null);
}
