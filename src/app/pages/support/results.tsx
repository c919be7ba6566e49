import { Trans } from '@lingui/react/macro';
import type { SupportSearch } from '../../../contract/api/support.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { Freshness } from '../../live/freshness.tsx';
import { MissingNotice } from '../../live/missing-notice.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Split } from '../../ui/split.tsx';
import { Stack } from '../../ui/stack.tsx';
import { firstRecipient, meansTwo } from './first-recipient.ts';
import { FoundRecipients } from './found-recipients.tsx';
import { FoundSends } from './found-sends.tsx';
import { FoundTransfers } from './found-transfers.tsx';
import { NothingFound } from './nothing-found.tsx';
import { OneRecipient } from './one-recipient.tsx';
import { OpenSends } from './open-sends.tsx';
import { RecipientCard } from './recipient-card.tsx';
import styles from './support.module.css';
import type { Searched } from './use-searched.ts';

export type ResultsProps = {
  searched: Searched;
  found: SupportSearch | undefined;
  /** The transfers to the recipient that was just picked are still to come. */
  isNarrowing: boolean;
  error: Error | null;
  /** It is being looked up, for the first time or again. */
  isAsking: boolean;
  onTryAgain: () => void;
};

/** The transfers that were found, beside the recipient that was picked or that alone can be meant. */
export function Results(props: ResultsProps) {
  const { searched, found, isNarrowing, error, isAsking, onTryAgain } = props;
  const failureMessage = useFailureMessage();
  if (!found && !error) return <Skeleton lines={6} />;

  const ready = isNarrowing ? undefined : found;
  const shown = searched.recipient ?? (found && firstRecipient(found));
  // Whoever has to pick does so first; beside the transfers where there is room.
  const isTwo = found !== undefined && meansTwo(found);
  const isToPick = found !== undefined && (found.recipients.total > 1 || isTwo);
  const transfers = (
    <Stack>
      {searched.recipient && <OneRecipient searched={searched} />}
      {found && found.sends.length > 0 && <FoundSends sends={found.sends} />}
      {isNarrowing && <Skeleton lines={6} />}
      {ready && isTwo && <TransferOfNumber {...ready.transfers} />}
      {ready && !isTwo && ready.transfers.total > 0 && <FoundTransfers {...ready.transfers} />}
      {ready && ready.transfers.total === 0 && ready.sends.length === 0 && (
        <Card>
          {ready.recipients.total === 0 ? (
            <NothingFound isSure={ready.missing.length === 0} />
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
  );
  const recipients = (
    <Stack gap="s5" className={isToPick ? styles.first : undefined}>
      {found && isToPick && (
        <FoundRecipients {...found.recipients} shown={shown} q={searched.q} byEnd={isTwo} />
      )}
      {shown && <RecipientCard key={shown} id={shown} found={ready} q={searched.q} />}
      <OpenSends but={found?.sends} />
    </Stack>
  );
  return (
    <Stack gap="s5">
      {error && (
        <Notice tone="stop" role="alert" title={<Trans>This could not be looked up</Trans>}>
          <p>{failureMessage(error)}</p>
        </Notice>
      )}
      {found && (
        <MissingNotice missing={found.missing} pending={isAsking} onTryAgain={onTryAgain} />
      )}
      <Split>
        {isToPick && recipients}
        {transfers}
        {!isToPick && recipients}
      </Split>
    </Stack>
  );
}

/** The transfer with the number that was typed, apart from those to the recipients whose number ends so. */
function TransferOfNumber({ items: [first, ...others], total }: SupportSearch['transfers']) {
  if (!first) return null;
  return (
    <>
      <Stack as="section" gap="s2">
        <h2>
          <Trans>Transfer {first.id}</Trans>
        </h2>
        <FoundTransfers items={[first]} total={1} />
      </Stack>
      {others.length > 0 && (
        <Stack as="section" gap="s2">
          <h2>
            <Trans>Other transfers</Trans>
          </h2>
          <FoundTransfers items={others} total={total - 1} />
        </Stack>
      )}
    </>
  );
}
