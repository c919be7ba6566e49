import { Plural, Trans } from '@lingui/react/macro';
import type { SupportSearch } from '../../../contract/api/support.ts';

export type FoundCountProps = { found: SupportSearch };

/** How much was found in all. */
export function FoundCount({ found: { recipients, transfers } }: FoundCountProps) {
  if (recipients.total + transfers.total === 0) return <Trans>Nothing found</Trans>;
  return (
    <Trans>
      <Plural value={transfers.total} one="# transfer" other="# transfers" />,{' '}
      <Plural value={recipients.total} one="# recipient" other="# recipients" /> found
    </Trans>
  );
}
