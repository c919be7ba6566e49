import { Trans } from '@lingui/react/macro';
import type { TransferList, UnreadPart } from '../../contract/api/transfer.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

type MissingNoticeProps = {
  /** Parts that the search left out. */
  missing: TransferList['missing'];
  pending: boolean;
  onTryAgain: () => void;
};

/** Says which parts a search left out; nothing if it was complete. */
export function MissingNotice({ missing, pending, onTryAgain }: MissingNoticeProps) {
  // Retrying helps only for lists that failed: an odd record stays unreadable until the service fixes it.
  const canComeBack = missing.includes('recipients') || missing.includes('banks');
  // A live region announces only changes after it is in the document, so it is always rendered.
  return (
    <div role="status">
      {missing.length > 0 && (
        <Notice tone="wait" title={<Trans>We couldn’t search everything</Trans>}>
          {missing.map((part) => (
            <p key={part}>
              <Part part={part} />
            </p>
          ))}
          {canComeBack && (
            <p>
              <Button onClick={onTryAgain} pending={pending}>
                <Trans>Try again</Trans>
              </Button>
            </p>
          )}
        </Notice>
      )}
    </div>
  );
}

function Part({ part }: { part: UnreadPart }) {
  switch (part) {
    case 'recipients':
      return (
        <Trans>We can’t read recipients right now. Names and account numbers may be missing.</Trans>
      );
    case 'some-recipients':
      return <Trans>We can’t read some recipients, so they are left out.</Trans>;
    case 'banks':
      return <Trans>We can’t read banks right now, so bank names are not searched.</Trans>;
    case 'some-transfers':
      return <Trans>We can’t read some transfers, so they are left out.</Trans>;
  }
}
