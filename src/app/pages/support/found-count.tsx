import { Plural, Trans } from '@lingui/react/macro';
import type { SupportSearch } from '../../../contract/api/support.ts';

export type FoundCountProps = { found: SupportSearch };

/** How much was found in all. */
export function FoundCount({ found }: FoundCountProps) {
  const { recipients, transfers, sends, missing } = found;
  if (recipients.total + transfers.total + sends.length === 0) {
    return missing.length === 0 ? (
      <Trans>Nothing found</Trans>
    ) : (
      <Trans>Nothing found so far</Trans>
    );
  }
  if (sends.length > 0) {
    return (
      <Trans>
        <Plural value={transfers.total} one="# transfer" other="# transfers" />,{' '}
        <Plural value={recipients.total} one="# recipient" other="# recipients" />,{' '}
        <Plural value={sends.length} one="# unconfirmed transfer" other="# unconfirmed transfers" />{' '}
        found
      </Trans>
    );
  }
  // By its number a transfer alone is found, and its recipient is shown beside it all the same.
  if (recipients.total === 0) {
    return (
      <Trans>
        <Plural value={transfers.total} one="# transfer" other="# transfers" /> found
      </Trans>
    );
  }
  return (
    <Trans>
      <Plural value={transfers.total} one="# transfer" other="# transfers" />,{' '}
      <Plural value={recipients.total} one="# recipient" other="# recipients" /> found
    </Trans>
  );
}
