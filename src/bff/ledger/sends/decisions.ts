import { type SqlBool, sql } from 'kysely';
import { openStates } from '../../../contract/api/send-states.ts';
import { isAmong } from '../store/is-among.ts';
import type { LedgerDb } from '../store/schema.ts';
import type { SendRow } from './sends.ts';

/** The place of a decision in their list, the newest first; without a transfer for one on a send itself. */
export type DecisionPlace = { at: string; key: string; transfer: string };

/** What support decided, of a send or on one of its look-alikes. */
export type DecisionRow = DecisionPlace &
  Pick<
    SendRow,
    | 'user_id'
    | 'destination_account_id'
    | 'source_amount_cents'
    | 'source_amount_currency'
    | 'transfer_id'
  > & {
    /** Id of the person of support. */
    by: string;
    reason: string;
    /** `other`: the transfer is not this send's. `added`: it is the sender's, beside that of the send. */
    outcome: 'sent' | 'not_sent' | 'other' | 'added';
  };

const ofSend = [
  'sends.key',
  'sends.user_id',
  'sends.destination_account_id',
  'sends.source_amount_cents',
  'sends.source_amount_currency',
] as const;

/**
 * What people of support decided before a place, the newest first; null begins with the newest. The other candidates
 * that a decision dismissed are part of it.
 */
export async function decisionsBefore(
  db: LedgerDb,
  place: DecisionPlace | null,
  limit: number,
): Promise<DecisionRow[]> {
  const [sends, lookAlikes] = await Promise.all([
    settledSends(db, place, limit),
    resolvedLookAlikes(db, place, limit),
  ]);
  return [...sends, ...lookAlikes].sort(newestFirst).slice(0, limit);
}

async function settledSends(
  db: LedgerDb,
  place: DecisionPlace | null,
  limit: number,
): Promise<DecisionRow[]> {
  const rows = await settledSendsBefore(db, place, limit).execute();
  return rows.flatMap(
    ({ state, settled_at: at, settled_by: by, settled_reason: reason, ...row }) =>
      at === null || by === null
        ? []
        : [
            {
              ...{ ...row, at, by, reason: reason ?? '', transfer: '' },
              outcome: state === 'sent' ? 'sent' : 'not_sent',
            },
          ],
  );
}

/** The query of the sends that support resolved, by its index. */
export function settledSendsBefore(db: LedgerDb, place: DecisionPlace | null, limit: number) {
  let query = db
    .selectFrom('sends')
    .select([...ofSend, 'state', 'transfer_id', 'settled_at', 'settled_by', 'settled_reason'])
    .where('settled_at', 'is not', null)
    // One that a restore opened again is decided anew. SQLite would take the index of states for a list of others.
    .where(({ not }) => not(isAmong(db, sql.ref('state'), openStates)));
  if (place) {
    // The first condition is what the index can find.
    query = query
      .where('settled_at', '<=', place.at)
      .where(sql<SqlBool>`(settled_at, key, '') < ${tupleOf(place)}`);
  }
  return query.orderBy('settled_at', 'desc').orderBy('key', 'desc').limit(limit);
}

async function resolvedLookAlikes(
  db: LedgerDb,
  place: DecisionPlace | null,
  limit: number,
): Promise<DecisionRow[]> {
  let query = db
    .selectFrom('look_alikes')
    .innerJoin('sends', 'sends.key', 'look_alikes.send_key')
    .select([...ofSend, 'look_alikes.transfer_id', 'resolved_at', 'resolved_by', 'resolved_reason'])
    .select('resolved_outcome')
    .where('resolved_at', 'is not', null)
    // One that was seen with the decision on the send itself was dismissed by that decision.
    .whereRef('resolved_at', '>', 'seen_at')
    // One that became the send's transfer is the decision on the send.
    .where(({ eb, or, ref }) =>
      or([
        eb('sends.transfer_id', 'is', null),
        eb('sends.transfer_id', '<>', ref('look_alikes.transfer_id')),
      ]),
    );
  if (place) {
    query = query
      .where('resolved_at', '<=', place.at)
      .where(sql<SqlBool>`(resolved_at, send_key, look_alikes.transfer_id) < ${tupleOf(place)}`);
  }
  const rows = await query
    .orderBy('resolved_at', 'desc')
    .orderBy('send_key', 'desc')
    .orderBy('look_alikes.transfer_id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ resolved_at: at, resolved_by: by, resolved_reason: reason, ...row }) =>
    at === null || by === null
      ? []
      : [
          {
            ...{ ...row, at, by, reason: reason ?? '', transfer: row.transfer_id },
            outcome: row.resolved_outcome === 'sent' ? 'added' : 'other',
          },
        ],
  );
}

const tupleOf = ({ at, key, transfer }: DecisionPlace) => sql`(${at}, ${key}, ${transfer})`;

function newestFirst(a: DecisionPlace, b: DecisionPlace): number {
  const [one, other] = [a, b].map(({ at, key, transfer }) => `${at} ${key} ${transfer}`);
  return one === other ? 0 : (one ?? '') > (other ?? '') ? -1 : 1;
}
