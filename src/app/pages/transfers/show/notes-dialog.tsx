import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Transfer } from '../../../../contract/api/transfer.ts';
import {
  type NotesRequest,
  storedLine,
  type TransferNotes,
} from '../../../../contract/api/transfer-notes.ts';
import { isFailure } from '../../../api/api-error.ts';
import { showNotes, writeNotes } from '../../../api/transfer-notes.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { NoteFields } from '../../../transfers/note-fields.tsx';
import { NotesRows } from '../../../transfers/notes-rows.tsx';
import { Button } from '../../../ui/button.tsx';
import { CloseDialogButton, Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { SummaryList } from '../../../ui/summary-list.tsx';

type NotesDialogProps = {
  transfer: Transfer;
  /** As last read, like `own`: after a conflict they are newer than what was typed over. */
  reference: string | null;
  own: NonNullable<TransferNotes['own']>;
  onClose: () => void;
};

/** Changes the note and reference of one's own transfer. What another tab saved is shown before it is overwritten. */
export function NotesDialog({ transfer, reference, own, onClose }: NotesDialogProps) {
  const client = useQueryClient();
  const failureMessage = useFailureMessage();
  const { id } = transfer;
  const [typed, setTyped] = useState({ note: own.note ?? '', reference: reference ?? '' });
  // Polling brings newer ones, which the person must not overwrite before they have read them.
  const [revision, setRevision] = useState(own.revision);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: NotesRequest) => writeNotes(id, body),
    onSuccess(notes) {
      showNotes(client, transfer, notes);
      onClose();
    },
    async onError(failed) {
      if (!isFailure(failed, 'notes-changed')) return;
      const { notes } = await client.fetchQuery({ ...transferQuery(id), staleTime: 0 });
      if (notes?.own) setRevision(notes.own.revision);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const { note, reference: line } = typed;
    mutate({ note: storedLine(note), reference: storedLine(line), revision });
  }

  return (
    <Dialog title={<Trans>Note and reference</Trans>} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <NoteFields
            typed={typed}
            onType={(part) => setTyped((latest) => ({ ...latest, ...part }))}
          />
          {error && (
            <Notice tone="stop" role="alert" title={failureMessage(error)}>
              {isFailure(error, 'notes-changed') && (
                <SummaryList>
                  <NotesRows reference={reference} note={own.note} isOwn />
                </SummaryList>
              )}
            </Notice>
          )}
          <Row>
            <Button type="submit" variant="main" pending={isPending}>
              <Trans>Save</Trans>
            </Button>
            <CloseDialogButton>
              <Trans>Cancel</Trans>
            </CloseDialogButton>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}
