import { type Selectable, sql } from 'kysely';
import type { CaseAssignmentsTable, CaseNotesTable } from '../store/case-schema.ts';
import { isAmong } from '../store/is-among.ts';
import type { LedgerDb } from '../store/schema.ts';

type CaseAssignmentRow = Selectable<CaseAssignmentsTable>;
type CaseNoteRow = Selectable<CaseNotesTable>;

/**
 * Who has a case; undefined if nobody has.
 * @param idleSince ISO 8601: the lease of who did nothing since has ended
 */
export function caseAssignment(
  db: LedgerDb,
  case_key: string,
  idleSince: string,
): Promise<CaseAssignmentRow | undefined> {
  return db
    .selectFrom('case_assignments')
    .selectAll()
    .where('case_key', '=', case_key)
    .where('active_at', '>=', idleSince)
    .executeTakeFirst();
}

/** Who has these cases. @param idleSince as of `caseAssignment` */
export function caseAssignments(
  db: LedgerDb,
  case_keys: readonly string[],
  idleSince: string,
): Promise<CaseAssignmentRow[]> {
  return db
    .selectFrom('case_assignments')
    .selectAll()
    .where(isAmong(db, sql.ref('case_key'), case_keys))
    .where('active_at', '>=', idleSince)
    .execute();
}

/** Whose lease of a case begins, from whom, and when. */
type Taking = {
  user_id: string;
  /** The id of the person who has it, as the page showed; null for nobody. */
  from: string | null;
  /** ISO 8601. */
  now: string;
  /** ISO 8601: the lease of who did nothing since has ended. */
  idleSince: string;
};

/**
 * Gives a case to a person, if it still belongs to whom it is taken from. Taking one's own case only
 * extends the lease.
 * @returns false, without a change, if somebody else has it
 */
export async function takeCase(
  db: LedgerDb,
  case_key: string,
  { user_id, from, now, idleSince }: Taking,
): Promise<boolean> {
  const taken = { user_id, taken_at: now, active_at: now };
  const { changed } =
    from === null
      ? await db
          .insertInto('case_assignments')
          .values({ case_key, ...taken })
          .onConflict((oc) =>
            oc
              .column('case_key')
              .doUpdateSet(taken)
              .where('case_assignments.active_at', '<', idleSince),
          )
          .executeTakeFirst()
          .then((result) => ({ changed: result.numInsertedOrUpdatedRows }))
      : await db
          .updateTable('case_assignments')
          .set(taken)
          .where('case_key', '=', case_key)
          .where('user_id', '=', from)
          .where('user_id', '<>', user_id)
          .executeTakeFirst()
          .then((result) => ({ changed: result.numUpdatedRows }));
  return changed === 1n || keepCase(db, case_key, user_id, now);
}

/** Extends the lease of the person who has the case. @returns false if somebody else has it, or nobody */
export async function keepCase(
  db: LedgerDb,
  case_key: string,
  user_id: string,
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('case_assignments')
    .set({ active_at: now })
    .where('case_key', '=', case_key)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Takes a case away from a person. @returns false if somebody else has it */
export async function giveBackCase(
  db: LedgerDb,
  case_key: string,
  user_id: string,
): Promise<boolean> {
  await db
    .deleteFrom('case_assignments')
    .where('case_key', '=', case_key)
    .where('user_id', '=', user_id)
    .execute();
  const other = await db
    .selectFrom('case_assignments')
    .select('user_id')
    .where('case_key', '=', case_key)
    .executeTakeFirst();
  return other === undefined;
}

/** The notes of a case, oldest first. */
export function caseNotes(db: LedgerDb, case_key: string): Promise<CaseNoteRow[]> {
  return db
    .selectFrom('case_notes')
    .selectAll()
    .where('case_key', '=', case_key)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** A note by its id. */
export function findCaseNote(db: LedgerDb, id: string): Promise<CaseNoteRow | undefined> {
  return db.selectFrom('case_notes').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Adds a note. Repeating the same one changes nothing.
 * @returns false, without a change, if the id is of another note, or the corrected note was corrected before
 */
export async function addCaseNote(db: LedgerDb, note: CaseNoteRow): Promise<boolean> {
  const known = await findCaseNote(db, note.id);
  if (known) return isSame(known, note);
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto('case_notes')
    .values(note)
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  if (added === 1n) return true;
  const other = await findCaseNote(db, note.id);
  return other !== undefined && isSame(other, note);
}

const isSame = (one: CaseNoteRow, other: CaseNoteRow) =>
  (['case_key', 'author_id', 'text', 'corrects'] as const).every(
    (column) => one[column] === other[column],
  );
