import { Trans } from '@lingui/react/macro';
import { withinLimit } from '../../contract/api/transfer-notes.ts';
import { Stack } from '../ui/stack.tsx';
import { TextField } from '../ui/text-field.tsx';

/** The two lines as they are typed. */
export type TypedNotes = { note: string; reference: string };

type NoteFieldsProps = { typed: TypedNotes; onType: (part: Partial<TypedNotes>) => void };

/** The lines that a sender writes on a transfer for themselves, and who reads them. */
export function NoteFields({ typed, onType }: NoteFieldsProps) {
  return (
    <Stack>
      <TextField
        label={<Trans>Note</Trans>}
        hint={<Trans>Only you see this. We never send it.</Trans>}
        autoComplete="off"
        value={typed.note}
        onChange={(text) => onType({ note: withinLimit('note', text) })}
      />
      <TextField
        label={<Trans>Your reference</Trans>}
        hint={<Trans>On your receipt, and support can read it. We never send it.</Trans>}
        autoComplete="off"
        value={typed.reference}
        onChange={(text) => onType({ reference: withinLimit('reference', text) })}
      />
    </Stack>
  );
}
