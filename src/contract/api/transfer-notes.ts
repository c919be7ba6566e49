import * as z from 'zod/mini';
import { foldText, withoutUnreadable } from '../text.ts';
import { typedText } from './typed-text.ts';

/** The most characters (code points) of what a sender writes on a transfer. */
const noteLimits = { note: 140, reference: 35 } as const;
type NoteField = keyof typeof noteLimits;

/** One line of a limited number of code points; an astral character is two of JavaScript's. */
const ownLine = (field: NoteField) =>
  typedText('name', 2 * noteLimits[field]).check(
    z.refine((text) => [...text].length <= noteLimits[field], 'has too many characters'),
  );

/** What a sender writes on a transfer for themselves. The service never gets it: contract 4.2 has no field. */
export const writtenNotes = {
  /** Private: only its sender reads it. */
  note: z.nullable(ownLine('note')),
  /** Also on the receipt, and for whoever may see the transfer. */
  reference: z.nullable(ownLine('reference')),
};
export type WrittenNotes = { note: string | null; reference: string | null };

/** What is known of both to who asks; `own` only for the sender of the transfer. */
export const transferNotes = z.object({
  reference: z.nullable(z.string()),
  own: z.optional(
    z.object({
      note: z.nullable(z.string()),
      /** Of both, for `notesRequest`. 0 while nothing was ever written. */
      revision: z.int(),
    }),
  ),
});
export type TransferNotes = z.infer<typeof transferNotes>;

/** The body of PUT /api/transfers/:id/notes. `revision` is that of the notes which the person changes. */
export const notesRequest = z.object({ ...writtenNotes, revision: z.int().check(z.gte(0)) });
export type NotesRequest = z.infer<typeof notesRequest>;

/** A text as it is stored; null for one without anything to read. */
export const storedLine = (text: string | null | undefined): string | null =>
  foldText('name', withoutUnreadable(text ?? '')) || null;

/** What was typed, up to the limit of its field, so that what is too long never stops a transfer. */
export const withinLimit = (field: NoteField, text: string): string =>
  [...text].slice(0, noteLimits[field]).join('');
