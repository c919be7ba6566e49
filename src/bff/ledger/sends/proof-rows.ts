import { type SqlBool, sql } from 'kysely';
import { isAmong } from '../store/is-among.ts';
import type { LedgerDb } from '../store/schema.ts';
import type { SendPlace } from './past-sends.ts';
import type { SendRow } from './sends.ts';

// What the ledger knows of POSTs, to compare it with the service's list. Reads only.

/** From the first moment, to before the last (ISO 8601). */
export type Span = { from: string; before: string };

/** Sends whose intents were written in a time, after a place in it, the oldest first; null begins with the oldest. */
export function sendsBetween(
  tx: LedgerDb,
  { from, before }: Span,
  after: SendPlace | null,
  limit: number,
): Promise<SendRow[]> {
  let query = tx
    .selectFrom('sends')
    .selectAll()
    .where('created_at', '>=', after?.created_at ?? from)
    .where('created_at', '<', before);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'key'), '>', tuple(after.created_at, after.key)),
    );
  }
  return query.orderBy('created_at').orderBy('key').limit(limit).execute();
}

/** The keys of all sends that have these transfers: more than one for a transfer only if a constraint is gone. */
export async function keysByTransfer(
  tx: LedgerDb,
  transfer_ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await tx
    .selectFrom('sends')
    .select(['key', 'transfer_id'])
    .where(isAmong(tx, sql.ref('transfer_id'), transfer_ids))
    .orderBy('key')
    .execute();
  const groups = Map.groupBy(rows, ({ transfer_id }) => transfer_id ?? '');
  return new Map([...groups].map(([id, group]) => [id, group.map(({ key }) => key)]));
}

/** The release of an order that a POST is. */
export type ReleaseOf = { order_id: string; occurrence: number };

/** Which of these sends are releases of orders, by key. */
export async function releasesByKey(
  tx: LedgerDb,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ReleaseOf>> {
  const rows = await tx
    .selectFrom('order_releases')
    .select(['key', 'order_id', 'occurrence'])
    .where(isAmong(tx, sql.ref('key'), keys))
    .execute();
  return new Map(rows.map(({ key, ...release }) => [key, release]));
}

/** All sends of these requests, the oldest first. */
export function sendsOfBodies(tx: LedgerDb, hashes: readonly string[]): Promise<SendRow[]> {
  return tx
    .selectFrom('sends')
    .selectAll()
    .where(isAmong(tx, sql.ref('body_hash'), hashes))
    .orderBy('created_at')
    .orderBy('key')
    .execute();
}

/** The sends to which support gave these transfers beside their own: the send's key by the transfer's id. */
export async function addedTransfers(
  tx: LedgerDb,
  transfer_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('look_alikes')
    .select(['transfer_id', 'send_key'])
    .where(isAmong(tx, sql.ref('transfer_id'), transfer_ids))
    .where('resolved_outcome', '=', 'sent')
    .execute();
  return new Map(rows.map(({ transfer_id, send_key }) => [transfer_id, send_key]));
}

/** Who owns these transfers, and since when (ISO 8601). */
export async function ownershipOf(
  tx: LedgerDb,
  transfer_ids: readonly string[],
): Promise<ReadonlyMap<string, { user_id: string; created_at: string }>> {
  const rows = await tx
    .selectFrom('owners')
    .select(['id', 'user_id', 'created_at'])
    .where('kind', '=', 'transfer')
    .where(isAmong(tx, sql.ref('id'), transfer_ids))
    .execute();
  return new Map(rows.map(({ id, ...owner }) => [id, owner]));
}

/** Those of these transfers that the mirror has. */
export async function mirroredAmong(
  tx: LedgerDb,
  transfer_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('transfers')
    .select('id')
    .where(isAmong(tx, sql.ref('id'), transfer_ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** A send that the audit tells of, and the ledger does not have. */
type UnrecordedSend = { at: string; key: string; user_id: string | null; outcome: string };

/**
 * What the audit calls sent, open or released in a time, without a row of it: nobody but retention deletes a send. The
 * release of an order is audited with its intent: the order is the subject, and its send the outcome.
 */
export async function unrecordedSends(
  tx: LedgerDb,
  { from, before }: Span,
): Promise<UnrecordedSend[]> {
  const isGone = (named: 'subject' | 'outcome') => {
    const key = sql`substr(${sql.ref(`audit.${named}`)}, 6)`;
    return sql<SqlBool>`${sql.ref(named)} like 'send %'
      and not exists (select 1 from sends where sends.key = ${key})
      and not exists (select 1 from forgotten_sends where forgotten_sends.key = ${key})`;
  };
  const rows = await tx
    .selectFrom('audit')
    .select(['at', 'action', 'subject', 'user_id', 'outcome'])
    .where('at', '>=', from)
    .where('at', '<', before)
    .where(({ and, eb, or }) =>
      or([
        and([
          eb('action', '=', 'send'),
          eb('outcome', 'in', ['sent', 'unconfirmed', 'unresolved']),
          isGone('subject'),
        ]),
        and([eb('action', '=', 'order-release'), isGone('outcome')]),
      ]),
    )
    .orderBy('number')
    .execute();
  const found = new Map<string, UnrecordedSend>();
  for (const { action, subject, ...row } of rows) {
    const isRelease = action === 'order-release';
    const key = (isRelease ? row.outcome : (subject ?? '')).replace(/^send /, '');
    if (isRelease) row.outcome = 'released';
    // The first tells when it was; the same key may have been asked for again.
    if (!found.has(key)) found.set(key, { ...row, key });
  }
  return [...found.values()];
}

/** How many sends retention has deleted, and when the last one was (ISO 8601); null if none ever was. */
export async function lastForgotten(tx: LedgerDb): Promise<{ count: number; at: string } | null> {
  const { count, at } = await tx
    .selectFrom('forgotten_sends')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('forgotten_at').as('at')])
    .executeTakeFirstOrThrow();
  return at === null ? null : { count: Number(count), at };
}
