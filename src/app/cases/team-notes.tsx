import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { type CaseNote, type CaseNoteRequest, caseNoteRequest } from '../../contract/api/case.ts';
import type { CaseWork } from '../api/cases.ts';
import { sessionQuery } from '../api/session.ts';
import { sessionDraft } from '../form/session-draft.ts';
import { EarlyForm } from '../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../i18n/failure-message.ts';
import { verbatim, words } from '../i18n/trans.ts';
import { useMoment } from '../i18n/use-format.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import { Row, Stack } from '../ui/stack.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './case.module.css';
import { NoteField } from './note-field.tsx';
import { useCaseChange } from './use-case-change.ts';

const noteDraft = z.object({
  text: z.string(),
  /** The id of the note that this one corrects. */
  corrects: z.nullable(z.string()),
});
type NoteDraft = z.infer<typeof noteDraft>;
const nothing: NoteDraft = { text: '', corrects: null };

type TeamNotesProps = {
  work: CaseWork;
  /** Oldest first. */
  notes: readonly CaseNote[];
};

/** What support notes for support. In another colour than what the sender reads. */
export function TeamNotes({ work, notes }: TeamNotesProps) {
  const { t } = useLingui();
  const failureMessage = useFailureMessage();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const stored = sessionDraft(noteDraft, 'team-note', user.id, [work.key]);
  const [draft, setDraft] = useState(() => stored.read() ?? nothing);
  const [isEmpty, setIsEmpty] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const add = useCaseChange(work.queryKey, (note: CaseNoteRequest) => work.addNote(note));

  function write(next: NoteDraft) {
    setDraft(next);
    setIsEmpty(false);
    if (next.text) stored.keep(next);
    else stored.drop();
  }

  function edit(next: NoteDraft) {
    write(next);
    field.current?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (add.isPending) return;
    const { text, corrects } = draft;
    const last = add.error ? add.variables : undefined;
    const isAgain = last?.text === text && (last.corrects ?? null) === corrects;
    // Repeated after a lost answer, the same note is added once.
    const id = isAgain ? last.id : crypto.randomUUID();
    const note = { id, text, ...(corrects !== null && { corrects }) };
    if (!z.safeParse(caseNoteRequest, note).success) {
      setIsEmpty(true);
      field.current?.focus();
      return;
    }
    add.mutate(note, { onSuccess: () => edit(nothing) });
  }

  return (
    <section className={styles.team} aria-label={t`Team notes`}>
      <Stack gap="s3">
        <Row between>
          <h2>
            <Icon name="people" size={18} /> <Trans>Team notes</Trans>
          </h2>
          <span className={styles.unseen}>
            <Trans>The sender never sees these</Trans>
          </span>
        </Row>
        <NoteList notes={notes} onCorrect={({ id, text }) => edit({ text, corrects: id })} />
        {user.role === 'support' && (
          <EarlyForm noValidate onSubmit={submit}>
            <Stack gap="s2">
              <NoteField
                label={draft.corrects ? t`Correct your note` : t`New team note`}
                error={isEmpty && <Trans>Write a note first</Trans>}
                ref={field}
                rows={2}
                value={draft.text}
                onChange={(text) => write({ ...draft, text })}
              />
              {add.error && <Notice tone="stop" role="alert" title={failureMessage(add.error)} />}
              <Row>
                <Button type="submit" pending={add.isPending}>
                  {draft.corrects ? <Trans>Save correction</Trans> : <Trans>Add team note</Trans>}
                </Button>
                {draft.corrects && (
                  <Button variant="quiet" onClick={() => edit(nothing)}>
                    <Trans>Cancel</Trans>
                  </Button>
                )}
              </Row>
            </Stack>
          </EarlyForm>
        )}
      </Stack>
    </section>
  );
}

type NoteListProps = Pick<TeamNotesProps, 'notes'> & { onCorrect: (note: CaseNote) => void };

/** Each note with its corrections. What was corrected stays readable. */
function NoteList({ notes, onCorrect }: NoteListProps) {
  const corrections = new Map(
    notes.flatMap((note) => (note.corrects ? [[note.corrects, note] as const] : [])),
  );
  const first = notes.filter(({ corrects }) => corrects === null);
  // Always there, so that a colleague's note is announced.
  return (
    <div role="log" aria-live="polite">
      {first.length > 0 && (
        <ol className={styles.notes}>
          {first.map((note) => (
            <Note key={note.id} versions={versionsOf(note, corrections)} onCorrect={onCorrect} />
          ))}
        </ol>
      )}
    </div>
  );
}

function versionsOf(note: CaseNote, corrections: ReadonlyMap<string, CaseNote>): CaseNote[] {
  const next = corrections.get(note.id);
  return next ? [note, ...versionsOf(next, corrections)] : [note];
}

type NoteProps = { versions: readonly CaseNote[] } & Pick<NoteListProps, 'onCorrect'>;

function Note({ versions, onCorrect }: NoteProps) {
  const { whole } = useMoment();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const first = versions[0];
  const last = versions.at(-1);
  if (!first || !last) return null;
  const isMine = first.author.id === user.id;
  const corrected = whole(last.at);
  return (
    <li>
      <p className={styles.quiet}>
        {isMine ? <Trans>You</Trans> : verbatim(first.author.name)}, {whole(first.at)}
        {last !== first && (
          <>
            , <Trans>corrected {corrected}</Trans>
          </>
        )}
      </p>
      {versions.slice(0, -1).map(({ id, text }) => (
        <p key={id} className={styles.text}>
          <VisuallyHidden>
            <Trans>Corrected:</Trans>{' '}
          </VisuallyHidden>
          <s>{words(text)}</s>
        </p>
      ))}
      <p className={styles.text}>{words(last.text)}</p>
      {isMine && (
        <Button variant="quiet" onClick={() => onCorrect(last)} className={styles.correct}>
          <Trans>Correct</Trans> <VisuallyHidden>{last.text}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}
