import { type Selectable, sql } from 'kysely';
import type { CaseWaitsTable } from '../store/case-schema.ts';
import { isAmong } from '../store/is-among.ts';
import type { LedgerDb } from '../store/schema.ts';

type CaseWaitRow = Selectable<CaseWaitsTable>;

/** A wait, and how many notes others than who set it have added by now. */
export type CaseWait = CaseWaitRow & { notes_by_others: number };

/** The waits of these cases, also those that have ended. */
export async function caseWaits(db: LedgerDb, case_keys: readonly string[]): Promise<CaseWait[]> {
  const rows = await db
    .selectFrom('case_waits')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('case_notes')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('case_notes.case_key', '=', 'case_waits.case_key')
        .whereRef('case_notes.author_id', '<>', 'case_waits.user_id')
        .as('notes'),
    )
    .where(isAmong(db, sql.ref('case_key'), case_keys))
    .execute();
  return rows.map(({ notes, ...row }) => ({ ...row, notes_by_others: Number(notes ?? 0) }));
}

/** How many notes others than this person have added to a case. */
export async function notesByOthers(db: LedgerDb, case_key: string, user_id: string) {
  const { count } = await db
    .selectFrom('case_notes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('case_key', '=', case_key)
    .where('author_id', '<>', user_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lets a case wait, in place of an earlier wait. */
export async function setCaseWait(db: LedgerDb, row: CaseWaitRow): Promise<void> {
  const { case_key: _, ...changed } = row;
  await db
    .insertInto('case_waits')
    .values(row)
    .onConflict((oc) => oc.column('case_key').doUpdateSet(changed))
    .execute();
}

/** Ends the wait of a case. */
export async function endCaseWait(db: LedgerDb, case_key: string): Promise<void> {
  await db.deleteFrom('case_waits').where('case_key', '=', case_key).execute();
}
