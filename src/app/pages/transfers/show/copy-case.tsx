import { Trans } from '@lingui/react/macro';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { useCaseText } from '../../../case/use-case-text.ts';
import type { Freshness } from '../../../live/use-freshness.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';

export type CopyCaseProps = { detail: TransferDetail; freshness: Freshness };

/** For support: copies the transfer for the record of the case. */
export function CopyCase({ detail, freshness }: CopyCaseProps) {
  const caseText = useCaseText();
  return (
    <CopyButton variant="plain" wide text={caseText.transfer(detail, freshness)}>
      <Trans>Copy for the case</Trans>
    </CopyButton>
  );
}
