import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely';
import { sentBeforeLasts } from '../../contract/api/send.ts';
import {
  nextSendState,
  openStates,
  type SendEvent,
  type SendReason,
  type SendState,
  statesBefore,
} from '../../contract/api/send-states.ts';
import { timestamp } from '../lib/timestamp.ts';
import { compiledOnce } from './compiled-once.ts';
import type { LedgerDb } from './ledger.ts';
import { ownersOf } from './owners.ts';
import type { LedgerSchema, SendsTable } from './schema.ts';

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
  | 'candidate_id'
  | 'candidate_since'
  | 'created_at'
  | 'updated_at'
>;

/** Those who count as one person, so that what one of them sends is guarded against by all. */
export const teamScope = 'team';

/** Within whom a sending is guarded: the person, or the team that shares what it sees. */
export function guardScopeOf(sendersSee: 'own' | 'all', user_id: string): string {
  return sendersSee === 'all' ? teamScope : user_id;
}

/** The sendings that one like this is guarded against, also those of before the team was one. */
const guards = (scope: string) => (eb: ExpressionBuilder<LedgerSchema, 'sends'>) =>
  scope === teamScope ? eb.lit(true) : eb('user_id', '=', scope);

/**
 * Writes the intent to send, before the service is called. Answers null when the key is taken, or the
 * person (the team) has an identical sending with no known outcome.
 */
export async function intend(db: LedgerDb, intent: Intent, now: string): Promise<SendRow | null> {
  const row = await db
    .insertInto('sends')
    .values(({ selectFrom }) => ({
      ...intent,
      // Of one person and body, one after the other is let in here, whatever the clocks say.
      turn: selectFrom('sends')
        .select(sql<number>`coalesce(max(turn), 0) + 1`.as('next'))
        .where(guards(intent.guard_scope))
        .where('body_hash', '=', intent.body_hash),
      state: 'intended',
      transfer_id: null,
      answer: null,
      reason: null,
      reason_detail: null,
      settled_by: null,
      settled_reason: null,
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

type Facts = Partial<
  Pick<SendRow, 'transfer_id' | 'answer' | 'reason_detail' | 'settled_by' | 'settled_reason'> & {
    reason: SendReason;
  }
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
        .set({
          ...facts,
          // What comes of the search for it has a reason of its own.
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
      return row;
    }
    return null;
  });
}

export function findSend(db: LedgerDb, key: string): Promise<SendRow | undefined> {
  return db.selectFrom('sends').selectAll().where('key', '=', key).executeTakeFirst();
}

const sendByTransfer = compiledOnce((db, [transfer_id = '']) =>
  db.selectFrom('sends').selectAll().where('transfer_id', '=', transfer_id),
);

/** The sending that a transfer is the outcome of. */
export async function sendOfTransfer(
  db: LedgerDb,
  transfer_id: string,
): Promise<SendRow | undefined> {
  const [row] = await sendByTransfer(db, [transfer_id]);
  return row;
}

/** The identical sending in this scope whose outcome is not known, if there is one; the latest. */
export function findOpenDuplicate(
  db: LedgerDb,
  scope: string,
  body_hash: string,
): Promise<SendRow | undefined> {
  return db
    .selectFrom('sends')
    .selectAll()
    .where(guards(scope))
    .where('body_hash', '=', body_hash)
    .where('state', 'in', openStates)
    .orderBy('turn', 'desc')
    .executeTakeFirst();
}

/** A scope's sendings of one body that are open, or turned out sent a short while ago; latest first. */
export function sendsLike(
  db: LedgerDb,
  scope: string,
  body_hash: string,
  now: Date,
): Promise<SendRow[]> {
  const sentSince = timestamp(now.getTime() - sentBeforeLasts);
  return db
    .selectFrom('sends')
    .selectAll()
    .where(guards(scope))
    .where('body_hash', '=', body_hash)
    .where((eb) =>
      eb.or([
        eb('state', 'in', openStates),
        eb.and([eb('state', '=', 'sent'), eb('updated_at', '>=', sentSince)]),
      ]),
    )
    .orderBy('turn', 'desc')
    .execute();
}

/** Sendings in these states, oldest first; of one person, or of everybody when `user_id` is null. */
export function sendsInState(
  db: LedgerDb,
  states: readonly SendState[],
  user_id: string | null = null,
): Promise<SendRow[]> {
  let query = db.selectFrom('sends').selectAll().where('state', 'in', states);
  if (user_id !== null) query = query.where('user_id', '=', user_id);
  return query.orderBy('created_at').execute();
}

/** Notes since when one transfer alone could be a sending, or (null) that there is none such. */
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

/** The transfers to an account that sendings became. */
export async function transfersMadeTo(db: LedgerDb, account_id: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sends')
    .select('transfer_id')
    .where('destination_account_id', '=', account_id)
    .execute();
  return new Set(rows.flatMap(({ transfer_id }) => transfer_id ?? []));
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

/** Those of these transfers that can't be a sending of this person: they are another's, or of another person. */
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
