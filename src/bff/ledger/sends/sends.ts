import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely';
import { sentBeforeLasts } from '../../../contract/api/send.ts';
import {
  nextSendState,
  openStates,
  type SendEvent,
  type SendReason,
  type SendState,
  statesBefore,
} from '../../../contract/api/send-states.ts';
import { timestamp } from '../../lib/timestamp.ts';
import { addNewsOfSend } from '../news/news.ts';
import { ownersOf } from '../people/owners.ts';
import { compiledOnce } from '../store/compiled-once.ts';
import { keysLostForMs } from '../store/holds.ts';
import { isAmong } from '../store/is-among.ts';
import type { LedgerDb, LedgerSchema, SendsTable } from '../store/schema.ts';

export type SendRow = Selectable<SendsTable>;
export type Intent = Omit<
  Insertable<SendsTable>,
  | 'state'
  | 'transfer_id'
  | 'answer'
  | 'reason'
  | 'reason_detail'
  | 'no_answer'
  | 'turn'
  | 'settled_by'
  | 'settled_reason'
  | 'settled_at'
  | 'candidate_id'
  | 'candidate_since'
  | 'created_at'
  | 'updated_at'
>;

/** The scope of senders who share what they see: duplicates count over all of them. */
export const teamScope = 'team';

/** The scope in which identical sends exclude each other: the person, or the whole team. */
export function guardScopeOf(sendersSee: 'own' | 'all', user_id: string): string {
  return sendersSee === 'all' ? teamScope : user_id;
}

/** Rows in a scope. The team's includes rows written while senders were still separate. */
const inScope = (scope: string) => (eb: ExpressionBuilder<LedgerSchema, 'sends'>) =>
  scope === teamScope ? eb.lit(true) : eb('user_id', '=', scope);

/** The turn of the next identical send in a scope. Counts inserts, because the instances' clocks may disagree. */
export const nextTurn = (
  selectFrom: ExpressionBuilder<LedgerSchema, never>['selectFrom'],
  scope: string,
  body_hash: string,
) =>
  selectFrom('sends')
    .select(sql<number>`coalesce(max(turn), 0) + 1`.as('next'))
    .where(inScope(scope))
    .where('body_hash', '=', body_hash);

/**
 * Inserts the intent, before the service is called.
 * @param now ISO 8601
 * @returns null if the key exists, or the scope has an identical send that is intended or unconfirmed
 */
export async function intend(db: LedgerDb, intent: Intent, now: string): Promise<SendRow | null> {
  const row = await db
    .insertInto('sends')
    .values(({ selectFrom }) => ({
      ...intent,
      turn: nextTurn(selectFrom, intent.guard_scope, intent.body_hash),
      state: 'intended',
      transfer_id: null,
      answer: null,
      reason: null,
      reason_detail: null,
      settled_by: null,
      settled_reason: null,
      settled_at: null,
      candidate_id: null,
      candidate_since: null,
      created_at: now,
      updated_at: now,
    }))
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** What a move of a send adds to it. */
export type Facts = Partial<
  Pick<
    SendRow,
    'transfer_id' | 'answer' | 'reason_detail' | 'settled_by' | 'settled_reason' | 'settled_at'
  > & { reason: SendReason }
>;

/**
 * Moves a send to the next state, writes the facts, makes its sender the owner of its transfer, and writes
 * the news of it.
 * @param now ISO 8601
 * @returns null, without a change, if the event can't happen in the current state
 * @throws Error of the store if the transfer is the outcome of another send (unique constraint)
 */
export function moveSend(
  db: LedgerDb,
  key: string,
  event: SendEvent,
  facts: Facts,
  now: string,
): Promise<SendRow | null> {
  return db.transaction().execute((tx) => moveSendIn(tx, key, event, facts, now));
}

/** Like `moveSend`, within a transaction. */
export async function moveSendIn(
  tx: LedgerDb,
  key: string,
  event: SendEvent,
  facts: Facts,
  now: string,
): Promise<SendRow | null> {
  for (const state of statesBefore(event)) {
    const next = nextSendState(state, event);
    if (next === null) continue;
    const row = await tx
      .updateTable('sends')
      .set({
        ...facts,
        // Kept apart from `reason`, which the search for the transfer overwrites.
        ...(event === 'lost' && { no_answer: facts.reason ?? null }),
        state: next,
        updated_at: now,
      })
      .where('key', '=', key)
      .where('state', '=', state)
      .returningAll()
      .executeTakeFirst();
    if (!row) continue;
    if (row.transfer_id !== null) {
      await tx
        .insertInto('owners')
        .values({ kind: 'transfer', id: row.transfer_id, user_id: row.user_id, created_at: now })
        .onConflict((oc) => oc.doNothing())
        .execute();
    }
    await addNewsOfSend(tx, row, { from: state, to: next, event }, now);
    return row;
  }
  return null;
}

/** The send with this key. */
export function findSend(db: LedgerDb, key: string): Promise<SendRow | undefined> {
  return db.selectFrom('sends').selectAll().where('key', '=', key).executeTakeFirst();
}

const sendByTransfer = compiledOnce((db, transfer_id) =>
  db.selectFrom('sends').selectAll().where('transfer_id', '=', transfer_id),
);

/** The send whose outcome is this transfer. */
export async function sendOfTransfer(
  db: LedgerDb,
  transfer_id: string,
): Promise<SendRow | undefined> {
  const [row] = await sendByTransfer(db, transfer_id);
  return row;
}

/** The latest identical open send in a scope. */
export function findOpenDuplicate(
  db: LedgerDb,
  scope: string,
  body_hash: string,
): Promise<SendRow | undefined> {
  return db
    .selectFrom('sends')
    .selectAll()
    .where(inScope(scope))
    .where('body_hash', '=', body_hash)
    .where('state', 'in', openStates)
    .orderBy('turn', 'desc')
    .executeTakeFirst();
}

/**
 * Identical sends in a scope that are open, or became sent within `sentBeforeLasts`; latest first. A send that was
 * lost with what came after a backup counts for longer: the browser that made it may still have its key.
 */
export function sendsLike(
  db: LedgerDb,
  scope: string,
  body_hash: string,
  now: Date,
): Promise<SendRow[]> {
  const sentSince = timestamp(now.getTime() - sentBeforeLasts);
  const lostSince = timestamp(now.getTime() - keysLostForMs);
  return db
    .selectFrom('sends')
    .selectAll()
    .where(inScope(scope))
    .where('body_hash', '=', body_hash)
    .where((eb) =>
      eb.or([
        eb('state', 'in', openStates),
        eb.and([eb('state', '=', 'sent'), eb('updated_at', '>=', sentSince)]),
        eb.and([
          eb('state', '=', 'sent'),
          eb('known_by', '=', 'restore'),
          eb('updated_at', '>=', lostSince),
        ]),
      ]),
    )
    .orderBy('turn', 'desc')
    .execute();
}

/** Sends in these states, oldest first, of one person, or of everybody if `user_id` is null. */
export function sendsInState(
  db: LedgerDb,
  states: readonly SendState[],
  user_id: string | null = null,
): Promise<SendRow[]> {
  let query = db
    .selectFrom('sends')
    .selectAll()
    .where(isAmong(db, sql.ref('state'), states));
  if (user_id !== null) query = query.where('user_id', '=', user_id);
  return query.orderBy('created_at').execute();
}

/** One person's sends, begun since a time (ISO 8601), that were sent but whose transfers are not mirrored yet. */
export function unmirroredSends(db: LedgerDb, user_id: string, since: string): Promise<SendRow[]> {
  return db
    .selectFrom('sends')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('created_at', '>=', since)
    .where('state', '=', 'sent')
    .where(
      sql<boolean>`not exists (select 1 from transfers where transfers.id = sends.transfer_id)`,
    )
    .execute();
}

/**
 * One person's latest sent send to each account, latest first, for at most `limit` accounts. Not one whose
 * transfer was rejected: nobody wants that amount again at one press.
 */
export function lastSentTo(db: LedgerDb, user_id: string, limit: number): Promise<SendRow[]> {
  return db
    .with('ranked', (cte) =>
      cte
        .selectFrom('sends')
        .selectAll()
        .select(
          sql<number>`row_number() over (partition by destination_account_id
            order by created_at desc, key desc)`.as('place'),
        )
        .where('user_id', '=', user_id)
        .where('state', '=', 'sent')
        .where(
          sql<boolean>`not exists (select 1 from transfers
            where transfers.id = sends.transfer_id and transfers.state = 'rejected')`,
        ),
    )
    .selectFrom('ranked')
    .selectAll()
    .where('place', '=', 1)
    .orderBy('created_at', 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute();
}

/** Writes the only candidate of a send and since when (ISO 8601) it is; null for none. */
export async function noteCandidate(
  db: LedgerDb,
  key: string,
  candidate: { id: string; since: string } | null,
) {
  await db
    .updateTable('sends')
    .set({ candidate_id: candidate?.id ?? null, candidate_since: candidate?.since ?? null })
    .where('key', '=', key)
    .execute();
}

/** Ids of the transfers to an account that are the outcome of a send. */
export async function transfersMadeTo(db: LedgerDb, account_id: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sends')
    .select('transfer_id')
    .where('destination_account_id', '=', account_id)
    .execute();
  return new Set(rows.flatMap(({ transfer_id }) => transfer_id ?? []));
}

/** True if a send to this account is open, or ended without the service's answer. */
export async function isAnyInDoubtTo(db: LedgerDb, account_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('sends')
    .select('key')
    .where('destination_account_id', '=', account_id)
    // The condition of the index, word for word: SQLite uses it only so.
    .where(
      sql<boolean>`(state in ('intended', 'unconfirmed', 'unresolved') or no_answer is not null)`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The number of sends by state; a state without sends is missing. */
export async function countSends(db: LedgerDb): Promise<Map<SendState, number>> {
  const rows = await db
    .selectFrom('sends')
    .select((eb) => ['state', eb.fn.countAll().as('count')])
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}

/** Those of these transfers that are the outcome of a send, or belong to another person. */
export async function takenTransfers(
  db: LedgerDb,
  ids: string[],
  user_id: string,
): Promise<Set<string>> {
  const taken = await boundTransfers(db, ids);
  for (const [id, owner] of await ownersOf(db, 'transfer', ids)) {
    if (owner !== user_id) taken.add(id);
  }
  return taken;
}

/**
 * The key of the send of each of these transfers, if the send may have been listed as open: its answer was lost, or it
 * ended after a time (ISO 8601).
 * @param user_id only this person's sends; null for everybody's
 */
export async function latelyOpenKeys(
  db: LedgerDb,
  transfer_ids: readonly string[],
  user_id: string | null,
  since: string,
): Promise<Map<string, string>> {
  let query = db
    .selectFrom('sends')
    .select(['key', 'transfer_id'])
    .where(isAmong(db, sql.ref('transfer_id'), transfer_ids))
    .where((eb) => eb.or([eb('no_answer', 'is not', null), eb('updated_at', '>=', since)]));
  if (user_id !== null) query = query.where('user_id', '=', user_id);
  const rows = await query.execute();
  return new Map(rows.flatMap(({ key, transfer_id }) => (transfer_id ? [[transfer_id, key]] : [])));
}

/** Those of these transfers that are the outcome of a send. */
export async function boundTransfers(db: LedgerDb, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sends')
    .select('transfer_id')
    .where(isAmong(db, sql.ref('transfer_id'), ids))
    .execute();
  return new Set(rows.flatMap((row) => (row.transfer_id === null ? [] : [row.transfer_id])));
}
