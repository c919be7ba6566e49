import { type Selectable, type SqlBool, sql } from 'kysely';
import { isAmong } from '../store/is-among.ts';
import type { TransferNotesTable } from '../store/people-schema.ts';
import type { LedgerDb } from '../store/schema.ts';
import { readerOf } from '../store/sqlite-thread.ts';

export type NotesRow = Selectable<TransferNotesTable>;

/** What senders wrote on these sends, by key. */
export async function notesOfSends(
  db: LedgerDb,
  keys: readonly string[],
): Promise<Map<string, NotesRow>> {
  if (keys.length === 0) return new Map();
  const isOfThem = isAmong(db, sql.ref('subject'), keys);
  const rows = await db.selectFrom('transfer_notes').selectAll().where(isOfThem).execute();
  return new Map(rows.map((row) => [row.subject, row]));
}

/** What senders wrote on these transfers, by id: on the send where there is one. */
export async function notesOfTransfers(
  db: LedgerDb,
  ids: readonly string[],
): Promise<Map<string, NotesRow>> {
  if (ids.length === 0) return new Map();
  const [alone, sent] = await Promise.all([
    notesOfSends(db, ids),
    db
      .selectFrom('sends')
      .innerJoin('transfer_notes', 'transfer_notes.subject', 'sends.key')
      .selectAll('transfer_notes')
      .select('sends.transfer_id')
      .where(isAmong(db, sql.ref('sends.transfer_id'), ids))
      .execute(),
  ]);
  for (const { transfer_id, ...row } of sent) if (transfer_id !== null) alone.set(transfer_id, row);
  return alone;
}

/** Adds the notes of a subject that has none. @returns false, without a change, if it has some */
export async function addNotes(tx: LedgerDb, row: Omit<NotesRow, 'revision'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('transfer_notes')
    .values({ ...row, revision: 1 })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return added === 1n;
}

/** Changes the notes of a subject, if they are those of this revision. @returns false, without a change, if not */
export async function changeNotes(
  db: LedgerDb,
  { subject, user_id, revision, ...written }: NotesRow,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transfer_notes')
    .set({ ...written, revision: revision + 1 })
    .where('subject', '=', subject)
    .where('user_id', '=', user_id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes the notes on a transfer that is its person's no longer. */
export async function dropNotes(tx: LedgerDb, subject: string): Promise<void> {
  await tx.deleteFrom('transfer_notes').where('subject', '=', subject).execute();
}

/** Notes that a search found. `transfer_id` is null while their send has none. */
type FoundNotes = Pick<NotesRow, 'subject' | 'user_id' | 'note_words' | 'reference_words'> & {
  transfer_id: string | null;
};

/**
 * The notes in which one of these texts stands, somewhere in the words.
 * @param texts in lower case, without accents
 * @param reader whose notes count; everybody's references do, unless it is their own notes alone
 */
export async function notesLike(
  ledger: LedgerDb,
  texts: readonly string[],
  reader: { user_id: string; seesReferences: boolean },
): Promise<FoundNotes[]> {
  if (texts.length === 0) return [];
  const likes = (column: string) =>
    texts.map((text) => sql<SqlBool>`${sql.ref(column)} like ${`%${escaped(text)}%`} escape '!'`);
  const isOwn = sql<SqlBool>`transfer_notes.user_id = ${reader.user_id}`;
  const inNote = sql.join(likes('note_words'), sql` or `);
  const inReference = sql.join(likes('reference_words'), sql` or `);
  const found = reader.seesReferences
    ? sql<SqlBool>`(${inReference} or (${isOwn} and (${inNote})))`
    : sql<SqlBool>`(${isOwn} and (${inReference} or ${inNote}))`;
  const rows = await readerOf(ledger)
    .selectFrom('transfer_notes')
    .leftJoin('sends', 'sends.key', 'transfer_notes.subject')
    .select(['subject', 'transfer_notes.user_id', 'note_words', 'reference_words'])
    .select(['sends.key', 'sends.transfer_id'])
    .where(found)
    .execute();
  return rows.map(({ key, transfer_id, ...row }) => ({
    ...row,
    transfer_id: key === null ? row.subject : transfer_id,
  }));
}

const escaped = (text: string) => text.replace(/[!%_]/g, '!$&');
