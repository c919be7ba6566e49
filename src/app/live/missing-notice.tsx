import { Trans } from '@lingui/react/macro';
import type { TransferList, UnreadPart } from '../../contract/api/transfer.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

export type MissingNoticeProps = {
  /** What could not be looked through. */
  missing: TransferList['missing'];
  pending: boolean;
  onTryAgain: () => void;
};

/** Says what a search could not look through, and nothing where it looked everywhere. */
export function MissingNotice({ missing, pending, onTryAgain }: MissingNoticeProps) {
  // A record that can't be read stays so until the service mends it.
  const canComeBack = missing.includes('recipients') || missing.includes('banks');
  // Always there, so that only what comes and goes in it is read out.
  return (
    <div role="status">
      {missing.length > 0 && (
        <Notice tone="wait" title={<Trans>We couldn’t look everywhere</Trans>}>
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
        <Trans>Recipients can’t be read right now. Names and account numbers may be missed.</Trans>
      );
    case 'some-recipients':
      return <Trans>Some recipients can’t be read. They are left out.</Trans>;
    case 'banks':
      return <Trans>Banks can’t be read right now. Bank names are not searched.</Trans>;
    case 'some-transfers':
      return <Trans>Some transfers can’t be read. They are left out.</Trans>;
  }
}
