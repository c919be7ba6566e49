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
import { OpenSends } from './open-sends.tsx';
import { RecipientCard } from './recipient-card.tsx';
import type { Searched } from './use-searched.ts';

export type ResultsProps = {
  searched: Searched;
  found: SupportSearch | undefined;
  error: Error | null;
};

/** The transfers that were found beside one recipient: the one that was picked, or the likeliest. */
export function Results({ searched, found, error }: ResultsProps) {
  const failureMessage = useFailureMessage();
  if (!found && !error) return <Skeleton lines={6} />;

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
          {found && found.transfers.total > 0 && <FoundTransfers {...found.transfers} />}
          {found && found.transfers.total === 0 && (
            <Card>
              {found.recipients.total === 0 ? (
                <NothingFound />
              ) : (
                <Trans>No transfer goes to a recipient that was found.</Trans>
              )}
            </Card>
          )}
          {found && (
            <div>
              <Freshness of={found} />
            </div>
          )}
        </Stack>
        <Stack gap="s5">
          {found && found.recipients.total > 1 && (
            <FoundRecipients {...found.recipients} shown={shown} state={searched.state} />
          )}
          {shown && <RecipientCard key={shown} id={shown} found={found} q={searched.q} />}
          <OpenSends />
        </Stack>
      </Split>
    </>
  );
}
