import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { senderSendsQuery } from '../../../api/support.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { fromSenderPage } from '../../../transfers/from-sender.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { RecordList } from '../../../ui/record-list.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { OpenSendRow } from '../open-sends.tsx';
import styles from '../support.module.css';

const shownFirst = 5;

/** What a sender sent or tried to send, with its outcome: the newest first. */
export function EndedSends({ user }: { user: string }) {
  const headingId = useId();
  const failureMessage = useFailureMessage();
  const [isFolded, setIsFolded] = useState(true);
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage } = useInfiniteQuery(
    senderSendsQuery(user),
  );
  // A page that was read before a send ended has it once more in the next one.
  const sends = [
    ...new Map(data?.pages.flatMap(({ items }) => items).map((send) => [send.key, send])).values(),
  ].map(({ sender: _, ...send }) => send);
  const shown = isFolded ? sends.slice(0, shownFirst) : sends;

  function showMore() {
    if (isFolded && sends.length > shownFirst) setIsFolded(false);
    else void fetchNextPage();
  }

  return (
    <Stack as="section" gap="s2">
      <h2 id={headingId}>
        <Trans>Sent and not sent</Trans>
      </h2>
      {!data && !error && <Skeleton lines={4} />}
      {error && <p role="alert">{failureMessage(error)}</p>}
      {data && sends.length === 0 && (
        <p className={styles.quiet}>
          <Trans>No transfer has ended yet.</Trans>
        </p>
      )}
      {shown.length > 0 && (
        <Card flush>
          <RecordList aria-labelledby={headingId}>
            {shown.map((send) => (
              <OpenSendRow key={send.key} send={send} from={fromSenderPage} isEnded />
            ))}
          </RecordList>
        </Card>
      )}
      {(shown.length < sends.length || hasNextPage) && (
        <Button pending={isFetchingNextPage} onClick={showMore}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Stack>
  );
}
