import { type Insertable, type Selectable, sql } from 'kysely';
import { openStates } from '../../../contract/api/send-states.ts';
import type { ResolveProposalsTable } from '../store/case-schema.ts';
import { isAmong } from '../store/is-among.ts';
import { isPostgres } from '../store/is-postgres.ts';
import type { LedgerDb } from '../store/schema.ts';
import type { SendRow } from './sends.ts';

export type ProposalRow = Selectable<ResolveProposalsTable>;
type NewProposal = Omit<
  Insertable<ResolveProposalsTable>,
  'state' | 'decided_by' | 'decided_at' | 'decided_reason'
>;

/** The send with this key, which nobody else changes until the transaction ends. */
export function holdSend(tx: LedgerDb, key: string): Promise<SendRow | undefined> {
  return (
    tx
      .selectFrom('sends')
      .selectAll()
      .where('key', '=', key)
      // SQLite has one writer, whose transaction this is.
      .$if(isPostgres(tx), (query) => query.forUpdate())
      .executeTakeFirst()
  );
}

/** A proposal by its id. */
export function findProposal(db: LedgerDb, id: string): Promise<ProposalRow | undefined> {
  return db.selectFrom('resolve_proposals').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The latest proposal about a send as it is now. */
export function latestProposal(
  db: LedgerDb,
  { key, updated_at }: Pick<SendRow, 'key' | 'updated_at'>,
): Promise<ProposalRow | undefined> {
  return db
    .selectFrom('resolve_proposals')
    .selectAll()
    .where('send_key', '=', key)
    .where('send_updated_at', '=', updated_at)
    .orderBy('proposed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The keys of the sends for which a second person has to confirm that they were not sent. */
export async function proposedKeys(db: LedgerDb): Promise<Set<string>> {
  const rows = await db
    .selectFrom('resolve_proposals')
    .innerJoin('sends', (on) =>
      on
        .onRef('sends.key', '=', 'send_key')
        .onRef('sends.updated_at', '=', 'resolve_proposals.send_updated_at'),
    )
    .select('send_key')
    // A literal, so that the partial index is used.
    .where('resolve_proposals.state', '=', sql.lit('open'))
    .where(isAmong(db, sql.ref('sends.state'), openStates))
    .execute();
  return new Set(rows.map(({ send_key }) => send_key));
}

/** Who proposed what a second person confirmed: the person's id by the send's key. */
export async function confirmedProposers(
  db: LedgerDb,
  sends: readonly { key: string; settled_at: string | null }[],
): Promise<Map<string, string>> {
  const settled = new Map(sends.map(({ key, settled_at }) => [key, settled_at]));
  const rows = await db
    .selectFrom('resolve_proposals')
    .select(['send_key', 'proposed_by', 'decided_at'])
    .where(isAmong(db, sql.ref('send_key'), [...settled.keys()]))
    .where('state', '=', 'confirmed')
    .execute();
  // One that a restore opened again may have been decided again, by one person.
  const current = rows.filter(({ send_key, decided_at }) => settled.get(send_key) === decided_at);
  return new Map(current.map(({ send_key, proposed_by }) => [send_key, proposed_by]));
}

/**
 * Adds a proposal, in a transaction that holds the send. One about the send before it changed no longer counts.
 * @returns false if another one is open, or the id was used
 */
export async function addProposal(tx: LedgerDb, proposal: NewProposal): Promise<boolean> {
  await tx
    .updateTable('resolve_proposals')
    .set({ state: 'lapsed' })
    .where('send_key', '=', proposal.send_key)
    .where('state', '=', 'open')
    .where('send_updated_at', '<>', proposal.send_updated_at)
    .execute();
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('resolve_proposals')
    .values({
      ...proposal,
      ...{ state: 'open', decided_by: null, decided_at: null, decided_reason: null },
    })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return added === 1n;
}

type ProposalEnd = {
  state: 'confirmed' | 'declined' | 'withdrawn';
  decided_by: string;
  /** ISO 8601 */
  decided_at: string;
  decided_reason?: string;
};

/**
 * Ends an open proposal about a send as it is: the first to do so does. The one who proposed it only withdraws it,
 * and everybody else never does.
 * @returns null, without a change, if it is not open, is about the send before it changed, or is not theirs to end so
 */
export async function endProposal(
  tx: LedgerDb,
  id: string,
  { key, updated_at }: Pick<SendRow, 'key' | 'updated_at'>,
  end: ProposalEnd,
): Promise<ProposalRow | null> {
  const row = await tx
    .updateTable('resolve_proposals')
    .set(end)
    .where('id', '=', id)
    .where('send_key', '=', key)
    .where('send_updated_at', '=', updated_at)
    .where('state', '=', 'open')
    .where('proposed_by', end.state === 'withdrawn' ? '=' : '<>', end.decided_by)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}
