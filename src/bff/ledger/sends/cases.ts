import { type Selectable, sql } from 'kysely';
import { isAmong } from '../store/is-among.ts';
import type { CaseAssignmentsTable, CaseNotesTable, LedgerDb } from '../store/schema.ts';

type CaseAssignmentRow = Selectable<CaseAssignmentsTable>;
type CaseNoteRow = Selectable<CaseNotesTable>;

/** Who has the case of a send; undefined if nobody has. */
export function caseAssignment(
  db: LedgerDb,
  send_key: string,
): Promise<CaseAssignmentRow | undefined> {
  return db
    .selectFrom('case_assignments')
    .selectAll()
    .where('send_key', '=', send_key)
    .executeTakeFirst();
}

/** Who has the cases of these sends. */
export function caseAssignments(
  db: LedgerDb,
  send_keys: readonly string[],
): Promise<CaseAssignmentRow[]> {
  return db
    .selectFrom('case_assignments')
    .selectAll()
    .where(isAmong(db, sql.ref('send_key'), send_keys))
    .execute();
}

/**
 * Gives the case of a send to a person, if it still belongs to whom it is taken from. Taking one's own case changes
 * nothing.
 * @param from the id of the person who has it, as the page showed; null for nobody
 * @param now ISO 8601
 * @returns false, without a change, if somebody else has it
 */
export async function takeCase(
  db: LedgerDb,
  send_key: string,
  user_id: string,
  from: string | null,
  now: string,
): Promise<boolean> {
  const taken = { user_id, taken_at: now };
  const { changed } =
    from === null
      ? await db
          .insertInto('case_assignments')
          .values({ send_key, ...taken })
          .onConflict((oc) => oc.doNothing())
          .executeTakeFirst()
          .then((result) => ({ changed: result.numInsertedOrUpdatedRows }))
      : await db
          .updateTable('case_assignments')
          .set(taken)
          .where('send_key', '=', send_key)
          .where('user_id', '=', from)
          .where('user_id', '<>', user_id)
          .executeTakeFirst()
          .then((result) => ({ changed: result.numUpdatedRows }));
  return changed === 1n || (await caseAssignment(db, send_key))?.user_id === user_id;
}

/** Takes the case of a send away from a person. @returns false if somebody else has it */
export async function giveBackCase(
  db: LedgerDb,
  send_key: string,
  user_id: string,
): Promise<boolean> {
  await db
    .deleteFrom('case_assignments')
    .where('send_key', '=', send_key)
    .where('user_id', '=', user_id)
    .execute();
  return (await caseAssignment(db, send_key)) === undefined;
}

/** The notes of a send, oldest first. */
export function caseNotes(db: LedgerDb, send_key: string): Promise<CaseNoteRow[]> {
  return db
    .selectFrom('case_notes')
    .selectAll()
    .where('send_key', '=', send_key)
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
  (['send_key', 'author_id', 'text', 'corrects'] as const).every(
    (column) => one[column] === other[column],
  );
