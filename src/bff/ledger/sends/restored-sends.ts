import { type Insertable, type Selectable, sql } from 'kysely';
import { addNewsOfSend } from '../news/news.ts';
import { own } from '../people/owners.ts';
import { isAmong } from '../store/is-among.ts';
import type { FoundAfterRestoreTable, LedgerDb, SendsTable } from '../store/schema.ts';
import { nextTurn, type SendRow } from './sends.ts';

export type FoundTransfer = Selectable<FoundAfterRestoreTable>;

type LostSend = Pick<
  Insertable<SendsTable>,
  | 'key'
  | 'user_id'
  | 'guard_scope'
  | 'body_hash'
  | 'destination_account_id'
  | 'source_amount_cents'
  | 'source_amount_currency'
  | 'destination_amount_currency'
  | 'known_transfer_ids'
> & {
  /** The transfer that is certainly its outcome, and that transfer as JSON; null leaves it to support. */
  outcome: { transfer_id: string; answer: string } | null;
};

/**
 * Writes a send that the backup did not have, for a transfer that the service has.
 * @param now ISO 8601
 */
export async function addLostSend(
  tx: LedgerDb,
  { outcome, ...send }: LostSend,
  now: string,
): Promise<SendRow> {
  const { guard_scope, body_hash } = send;
  const row = await tx
    .insertInto('sends')
    .values(({ selectFrom }) => ({
      ...send,
      turn: nextTurn(selectFrom, guard_scope, body_hash),
      quote: null,
      known_by: 'restore',
      state: outcome ? 'sent' : 'unresolved',
      transfer_id: outcome?.transfer_id ?? null,
      answer: outcome?.answer ?? null,
      reason: 'interrupted',
      reason_detail: null,
      no_answer: 'interrupted',
      ...{ after_unresolved: null, after_sent: null, settled_by: null },
      ...{ settled_reason: null, settled_at: null },
      ...{ candidate_id: null, candidate_since: null, created_at: now, updated_at: now },
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
  if (outcome) await own(tx, 'transfer', outcome.transfer_id, row.user_id, now);
  const move = outcome
    ? ({ from: 'intended', to: 'sent', event: 'answered' } as const)
    : ({ from: 'unconfirmed', to: 'unresolved', event: 'gave-up' } as const);
  await addNewsOfSend(tx, row, move, now);
  return row;
}

/** Keeps a found transfer, so that the same is not sent again unknowingly. */
export async function addFoundTransfer(tx: LedgerDb, found: FoundTransfer) {
  await tx.insertInto('found_after_restore').values(found).execute();
}

/** Ids of all found transfers. */
export async function foundTransferIds(tx: LedgerDb): Promise<Set<string>> {
  const rows = await tx.selectFrom('found_after_restore').select('transfer_id').execute();
  return new Set(rows.map(({ transfer_id }) => transfer_id));
}

/** Found transfers of this request for which no send was written, because nobody owned their recipient. */
export function foundWithoutSend(db: LedgerDb, body_hash: string): Promise<FoundTransfer[]> {
  return db
    .selectFrom('found_after_restore')
    .selectAll()
    .where('body_hash', '=', body_hash)
    .where('send_key', 'is', null)
    .execute();
}

/** Takes a found transfer for this send. @returns false if it was taken before */
export async function takeFoundTransfer(tx: LedgerDb, transfer_id: string, send_key: string) {
  const { numUpdatedRows } = await tx
    .updateTable('found_after_restore')
    .set({ send_key })
    .where('transfer_id', '=', transfer_id)
    .where('send_key', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ids of the transfers that the backup knew. */
export async function knownBeforeRestore(tx: LedgerDb): Promise<Set<string>> {
  const rows = await tx.selectFrom('known_before_restore').select('transfer_id').execute();
  return new Set(rows.map(({ transfer_id }) => transfer_id));
}

/** All sends that have a transfer, or may have one. */
export function sendsToCompare(tx: LedgerDb): Promise<SendRow[]> {
  return tx.selectFrom('sends').selectAll().where('state', 'not in', ['refused']).execute();
}

/** Makes intents unconfirmed: the process that wrote them is not on this ledger. @param now ISO 8601 */
export async function loseRestoredIntents(tx: LedgerDb, now: string) {
  await tx
    .updateTable('sends')
    .set({
      state: 'unconfirmed',
      ...{ reason: 'interrupted', no_answer: 'interrupted', updated_at: now },
    })
    .where('state', '=', 'intended')
    .execute();
}

/**
 * Writes again a send that the ledger lost, as it was; as unresolved if another has its transfer or is open in its
 * place. Every call and every instance may do so: the first counts.
 * @param now ISO 8601
 * @returns false if it can't be written, because the ledger lost its person too
 */
export async function rewriteSend(tx: LedgerDb, row: SendRow, now: string): Promise<boolean> {
  const { key, user_id, guard_scope, body_hash, transfer_id } = row;
  if (!(await tx.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst()))
    return false;
  const insert = async (change: Partial<SendRow>) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('sends')
      .values(({ selectFrom }) => ({
        ...{ ...row, ...change },
        turn: nextTurn(selectFrom, guard_scope, body_hash),
      }))
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  };
  if (await insert({ updated_at: now })) {
    if (transfer_id !== null) await own(tx, 'transfer', transfer_id, user_id, now);
    return true;
  }
  const reason = 'interrupted';
  const unresolved = { state: 'unresolved', transfer_id: null, answer: null, reason } as const;
  if (await insert({ ...unresolved, updated_at: now })) {
    const move = { from: 'unconfirmed', to: 'unresolved', event: 'gave-up' } as const;
    await addNewsOfSend(tx, { key, user_id, transfer_id: null }, move, now);
  }
  return true;
}

/** Those of these sends of which the ledger does not know yet how they ended. */
export async function undecidedAmong(db: LedgerDb, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sends')
    .select('key')
    .where(isAmong(db, sql.ref('key'), keys))
    .where('state', 'in', ['intended', 'unconfirmed'])
    .execute();
  return new Set(rows.map(({ key }) => key));
}
