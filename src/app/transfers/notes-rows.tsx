import { Trans } from '@lingui/react/macro';
import { verbatim } from '../i18n/trans.ts';
import { SummaryRow } from '../ui/summary-list.tsx';

type NotesRowsProps = {
  reference: string | null | undefined;
  note: string | null | undefined;
  /** Whether the person who reads it wrote it. */
  isOwn: boolean;
};

/** What a sender wrote on a transfer; nothing of what they did not. */
export function NotesRows({ reference, note, isOwn }: NotesRowsProps) {
  return (
    <>
      {reference && (
        <SummaryRow
          term={isOwn ? <Trans>Your reference</Trans> : <Trans>Sender’s reference</Trans>}
        >
          {verbatim(reference)}
        </SummaryRow>
      )}
      {note && (
        <SummaryRow term={<Trans>Note</Trans>} note={<Trans>Only you see this</Trans>}>
          {verbatim(note)}
        </SummaryRow>
      )}
    </>
  );
}
