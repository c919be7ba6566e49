import { Trans } from '@lingui/react/macro';
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { storedLine } from '../../../contract/api/transfer-notes.ts';
import { sessionQuery } from '../../api/session.ts';
import { sessionDraft } from '../../form/session-draft.ts';
import { NoteFields, type TypedNotes } from '../../transfers/note-fields.tsx';
import { Details } from '../../ui/details.tsx';

const notesDraft = z.object({ note: z.string(), reference: z.string() });

/** What is typed stays in this tab until it is sent: no address has it, and a reload keeps it. */
const draftOf = (user_id: string, key: string) => sessionDraft(notesDraft, 'notes', user_id, [key]);

/** Forgets what was typed, because the ledger has it with the send. */
export function dropNotesDraft(client: QueryClient, key: string): void {
  const user = client.getQueryData(sessionQuery.queryKey)?.user;
  if (user) draftOf(user.id, key).drop();
}

/** Takes what was typed for a check that was left to the one that follows it. */
export function copyNotesDraft(client: QueryClient, left: string, next: string): void {
  const user = client.getQueryData(sessionQuery.queryKey)?.user;
  const typed = user && draftOf(user.id, left).read();
  if (typed) draftOf(user.id, next).keep(typed);
}

type NotesDraft = {
  typed: TypedNotes;
  onType: (part: Partial<TypedNotes>) => void;
  /** Whether the page was opened with a draft: what is sent with it must be seen. */
  isOpen: boolean;
  /** As it goes with the press. */
  written: () => { note: string | null; reference: string | null };
};

/** The note and reference for the send with this key. */
export function useNotesDraft(key: string): NotesDraft {
  const { user } = useSuspenseQuery(sessionQuery).data;
  const stored = draftOf(user.id, key);
  const [kept] = useState(() => stored.read());
  const [typed, setTyped] = useState<TypedNotes>(kept ?? { note: '', reference: '' });
  return {
    typed,
    // Both lines are taken at once if they were typed before hydration.
    onType: (part) =>
      setTyped((latest) => {
        const next = { ...latest, ...part };
        if (next.note || next.reference) stored.keep(next);
        else stored.drop();
        return next;
      }),
    isOpen: kept !== null,
    written: () => ({ note: storedLine(typed.note), reference: storedLine(typed.reference) }),
  };
}

type NotesPartProps = { draft: NotesDraft };

/** Folded, so that who needs neither has no more to read and to press. */
export function NotesPart({ draft: { typed, onType, isOpen } }: NotesPartProps) {
  return (
    <Details summary={<Trans>Add a note or reference</Trans>} open={isOpen}>
      <NoteFields typed={typed} onType={onType} />
    </Details>
  );
}
