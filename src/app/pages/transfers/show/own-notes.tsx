import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { Button } from '../../../ui/button.tsx';

// Lazy: few visits change what is written on a transfer.
const loadDialog = () => import('./notes-dialog.tsx');
const NotesDialog = lazy(async () => ({ default: (await loadDialog()).NotesDialog }));

type OwnNotesProps = { detail: TransferDetail };

/** For the sender: opens the dialog in which they change their note and reference. */
export function OwnNotes({ detail }: OwnNotesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { notes, transfer } = detail;
  if (!notes?.own) return null;
  const hasAny = notes.reference !== null || notes.own.note !== null;
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        {hasAny ? <Trans>Edit note and reference</Trans> : <Trans>Add a note or reference</Trans>}
      </Button>
      {isOpen && (
        <Suspense>
          <NotesDialog
            transfer={transfer}
            reference={notes.reference}
            own={notes.own}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
