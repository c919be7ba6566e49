import { Trans } from '@lingui/react/macro';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import type { SupportSearch } from '../../../contract/api/support.ts';
import { useCaseText } from '../../case/use-case-text.ts';
import { useFreshness } from '../../live/use-freshness.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

export type CopyCaseProps = {
  account: DestinationAccount;
  bank: string | undefined;
  found: SupportSearch;
};

/** Copies what is known of a recipient and their transfers, for the record of the case. */
export function CopyCase({ account, bank, found }: CopyCaseProps) {
  const caseText = useCaseText();
  const freshness = useFreshness(found);
  return (
    <CopyButton variant="plain" wide text={caseText.recipient({ account, bank, found, freshness })}>
      <Trans>Copy for the case</Trans>
    </CopyButton>
  );
}
