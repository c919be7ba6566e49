import { Trans } from '@lingui/react/macro';
import type { SupportSearch } from '../../../contract/api/support.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { Freshness } from '../../live/freshness.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Split } from '../../ui/split.tsx';
import { Stack } from '../../ui/stack.tsx';
import { firstRecipient } from './first-recipient.ts';
import { FoundRecipients } from './found-recipients.tsx';
import { FoundTransfers } from './found-transfers.tsx';
import { NothingFound } from './nothing-found.tsx';
import { OneRecipient } from './one-recipient.tsx';
import { OpenSends } from './open-sends.tsx';
import { RecipientCard } from './recipient-card.tsx';
import type { Searched } from './use-searched.ts';

export type ResultsProps = {
  searched: Searched;
  found: SupportSearch | undefined;
  /** The transfers to the recipient that was just picked are still to come. */
  isNarrowing: boolean;
  error: Error | null;
};

/** The transfers that were found, beside the recipient that was picked or that alone can be meant. */
export function Results({ searched, found, isNarrowing, error }: ResultsProps) {
  const failureMessage = useFailureMessage();
  if (!found && !error) return <Skeleton lines={6} />;

  const ready = isNarrowing ? undefined : found;
  const shown = searched.recipient ?? (found && firstRecipient(found));
  return (
    <>
      {error && (
        <Notice tone="stop" role="alert" title={<Trans>This could not be looked up</Trans>}>
          <p>{failureMessage(error)}</p>
        </Notice>
      )}
      <Split>
        <Stack>
          {searched.recipient && <OneRecipient searched={searched} />}
          {isNarrowing && <Skeleton lines={6} />}
          {ready && ready.transfers.total > 0 && <FoundTransfers {...ready.transfers} />}
          {ready && ready.transfers.total === 0 && (
            <Card>
              {ready.recipients.total === 0 ? (
                <NothingFound />
              ) : (
                <Trans>No transfer goes to a recipient that was found.</Trans>
              )}
            </Card>
          )}
          {ready && (
            <div>
              <Freshness of={ready} />
            </div>
          )}
        </Stack>
        <Stack gap="s5">
          {found && found.recipients.total > 1 && (
            <FoundRecipients {...found.recipients} shown={shown} state={searched.state} />
          )}
          {shown && <RecipientCard key={shown} id={shown} found={ready} q={searched.q} />}
          <OpenSends />
        </Stack>
      </Split>
    </>
  );
}
