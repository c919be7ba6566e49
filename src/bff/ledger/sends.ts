import type { Insertable, Selectable } from 'kysely';
import { sentBeforeLasts } from '../../contract/api/send.ts';
import {
  nextSendState,
  type SendEvent,
  type SendState,
  statesBefore,
} from '../../contract/api/send-states.ts';
import type { LedgerDb } from './ledger.ts';
import type { SendsTable } from './schema.ts';

export type SendRow = Selectable<SendsTable>;
export type Intent = Omit<
  Insertable<SendsTable>,
  | 'state'
  | 'transfer_id'
  | 'answer'
  | 'reason'
  | 'reason_detail'
  | 'settled_by'
  | 'settled_reason'
  | 'created_at'
  | 'updated_at'
>;

/**
 * Writes the intent to send, before the service is called.
 * Answers null when the key is taken, or the person has an identical sending with no known outcome.
 */
export async function intend(db: LedgerDb, intent: Intent, now: string): Promise<SendRow | null> {
  const row = await db
    .insertInto('sends')
    .values({
      ...intent,
      state: 'intended',
      transfer_id: null,
      answer: null,
      reason: null,
      reason_detail: null,
      settled_by: null,
      settled_reason: null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

type Facts = Partial<
  Pick<
    SendRow,
    'transfer_id' | 'answer' | 'reason' | 'reason_detail' | 'settled_by' | 'settled_reason'
  >
>;

/**
 * Moves a sending by an event, with what is known now, and gives its transfer to its sender.
 * Answers null, and changes nothing, when the event can't happen in its state.
 * @throws when the transfer is the outcome of another sending (a constraint of the store)
 */
export function moveSend(
  db: LedgerDb,
  key: string,
  event: SendEvent,
  facts: Facts,
  now: string,
): Promise<SendRow | null> {
  return db.transaction().execute(async (tx) => {
    for (const state of statesBefore(event)) {
      const next = nextSendState(state, event);
      if (next === null) continue;
      const row = await tx
        .updateTable('sends')
        .set({ ...facts, state: next, updated_at: now })
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
      return row;
    }
    return null;
  });
}

export function findSend(db: LedgerDb, key: string): Promise<SendRow | undefined> {
  return db.selectFrom('sends').selectAll().where('key', '=', key).executeTakeFirst();
}

/** The sending that a transfer is the outcome of. */
export function sendOfTransfer(db: LedgerDb, transfer_id: string): Promise<SendRow | undefined> {
  return db
    .selectFrom('sends')
    .selectAll()
    .where('transfer_id', '=', transfer_id)
    .executeTakeFirst();
}

/** The identical sending of this person whose outcome is not known, if there is one. */
export function findOpenTwin(
  db: LedgerDb,
  user_id: string,
  body_hash: string,
): Promise<SendRow | undefined> {
  return db
    .selectFrom('sends')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('body_hash', '=', body_hash)
    .where('state', 'in', ['intended', 'unconfirmed', 'unresolved'])
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

/** A person's sendings of one body that are open, or turned out sent a short while ago; latest first. */
export function sendsLike(
  db: LedgerDb,
  user_id: string,
  body_hash: string,
  now: Date,
): Promise<SendRow[]> {
  const sentSince = new Date(now.getTime() - sentBeforeLasts).toISOString();
  return db
    .selectFrom('sends')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('body_hash', '=', body_hash)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['intended', 'unconfirmed', 'unresolved']),
        eb.and([eb('state', '=', 'sent'), eb('updated_at', '>=', sentSince)]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('key')
    .execute();
}

/** Sendings in these states, oldest first; of one person, or of everybody when `user_id` is null. */
export function sendsInState(
  db: LedgerDb,
  states: SendState[],
  user_id: string | null = null,
): Promise<SendRow[]> {
  let query = db.selectFrom('sends').selectAll().where('state', 'in', states);
  if (user_id !== null) query = query.where('user_id', '=', user_id);
  return query.orderBy('created_at').execute();
}

/** How many sendings are in each state; a state without any is absent. */
export async function countSends(db: LedgerDb): Promise<Map<SendState, number>> {
  const rows = await db
    .selectFrom('sends')
    .select((eb) => ['state', eb.fn.countAll().as('count')])
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}

/** Those of these transfers that are the outcome of a sending already. */
export async function boundTransfers(db: LedgerDb, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('sends')
    .select('transfer_id')
    .where('transfer_id', 'in', ids)
    .execute();
  return new Set(rows.flatMap((row) => (row.transfer_id === null ? [] : [row.transfer_id])));
}
