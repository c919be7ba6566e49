import type { Send } from '../../contract/api/send.ts';
import {
  type NotesRequest,
  storedLine,
  type TransferNotes,
  type WrittenNotes,
} from '../../contract/api/transfer-notes.ts';
import type { Viewer } from '../auth/viewer.ts';
import { ownerOf } from '../ledger/people/owners.ts';
import { sendOfTransfer } from '../ledger/sends/sends.ts';
import {
  addNotes,
  changeNotes,
  type NotesRow,
  notesOfSends,
  notesOfTransfers,
} from '../ledger/sends/transfer-notes.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { type StoreClock, storeTimestamp } from '../ledger/store/store-clock.ts';
import { ProblemError } from '../lib/problem.ts';
import { asWords } from '../search/search-text.ts';

// What a sender writes on a transfer: the note is theirs alone, the reference is seen by whoever sees the transfer.

type Reader = Pick<Viewer, 'user_id'>;
type OnRow = { note?: string; reference?: string };

/** What a viewer may read of notes, as a row has it. */
function readBy({ user_id }: Reader, row: NotesRow | undefined): OnRow {
  const note = row?.user_id === user_id ? row.note : null;
  const reference = row?.reference ?? null;
  return { ...(note !== null && { note }), ...(reference !== null && { reference }) };
}

/** Adds to transfers what the viewer may read of their notes. */
export async function withNotes<Row extends { id: string }>(
  db: LedgerDb,
  rows: readonly Row[],
  viewer: Reader,
): Promise<(Row & OnRow)[]> {
  const known = await notesOfTransfers(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, ...readBy(viewer, known.get(row.id)) }));
}

/** Adds to sends what the viewer may read of their notes. */
export async function withSendNotes<Row extends Pick<Send, 'key'>>(
  db: LedgerDb,
  rows: readonly Row[],
  viewer: Reader,
): Promise<(Row & OnRow)[]> {
  const known = await notesOfSends(
    db,
    rows.map(({ key }) => key),
  );
  return rows.map((row) => ({ ...row, ...readBy(viewer, known.get(row.key)) }));
}

/** The notes of one transfer; with its own revision for its sender, who may change them. */
export async function notesOf(
  db: LedgerDb,
  id: string,
  { user_id }: Reader,
): Promise<TransferNotes | undefined> {
  const [known, owner] = await Promise.all([
    notesOfTransfers(db, [id]),
    ownerOf(db, 'transfer', id),
  ]);
  const row = known.get(id);
  const reference = row?.reference ?? null;
  if (owner === user_id) {
    return { reference, own: { note: row?.note ?? null, revision: row?.revision ?? 0 } };
  }
  return reference === null ? undefined : { reference };
}

/** What was changed, for the audit, which never has the text. */
type Changed = 'note and reference' | 'note' | 'reference' | 'nothing';

/**
 * Changes the notes of a transfer of the person's own.
 * @throws ProblemError not-the-sender; notes-changed, without a change, if another tab was first
 */
export async function writeNotes(
  { db, storeClock }: { db: LedgerDb; storeClock: StoreClock },
  id: string,
  user_id: string,
  { revision, ...asked }: NotesRequest,
): Promise<Changed> {
  if ((await ownerOf(db, 'transfer', id)) !== user_id) throw new ProblemError('not-the-sender');
  const [known, send] = await Promise.all([notesOfTransfers(db, [id]), sendOfTransfer(db, id)]);
  const row = known.get(id);
  const subject = row?.subject ?? send?.key ?? id;
  const next = columnsOf(asked);
  const isNote = next.note !== (row?.note ?? null);
  const isReference = next.reference !== (row?.reference ?? null);
  // A repeated press after a lost answer finds what it wrote.
  if (!isNote && !isReference) return 'nothing';
  const written = { ...next, subject, user_id, updated_at: await storeTimestamp(storeClock) };
  const isWritten =
    revision === 0 ? await addNotes(db, written) : await changeNotes(db, { ...written, revision });
  if (!isWritten) throw new ProblemError('notes-changed');
  if (isNote && isReference) return 'note and reference';
  return isNote ? 'note' : 'reference';
}

/**
 * Writes the notes that were given at the check, with the intent.
 * @param at ISO 8601
 */
export async function addIntendedNotes(
  tx: LedgerDb,
  { key, user_id }: { key: string; user_id: string },
  given: { [Field in keyof WrittenNotes]?: string | null | undefined },
  at: string,
): Promise<void> {
  const { note = null, reference = null } = given;
  const columns = columnsOf({ note, reference });
  if (columns.note === null && columns.reference === null) return;
  await addNotes(tx, { ...columns, subject: key, user_id, updated_at: at });
}

function columnsOf({ note, reference }: WrittenNotes) {
  const texts = { note: storedLine(note), reference: storedLine(reference) };
  const wordsOf = (text: string | null) => (text === null ? null : asWords(text));
  return {
    ...texts,
    note_words: wordsOf(texts.note),
    reference_words: wordsOf(texts.reference),
  };
}
