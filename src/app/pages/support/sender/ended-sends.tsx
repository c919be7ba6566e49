import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { senderSendsQuery } from '../../../api/ended-sends.ts';
import { usePages } from '../../../api/list-pages.ts';
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
  const { items, error, isFetchingNextPage, hasNextPage, ...pages } = usePages(
    senderSendsQuery(user),
    (page) => page.items,
  );
  // A page that was read before a send ended has it once more in the next one.
  const sends = [...new Map(items?.map((send) => [send.key, send])).values()].map(
    ({ sender: _, ...send }) => send,
  );
  const shown = isFolded ? sends.slice(0, shownFirst) : sends;

  function showMore() {
    if (isFolded && sends.length > shownFirst) setIsFolded(false);
    else pages.showMore();
  }

  return (
    <Stack as="section" gap="s2">
      <h2 id={headingId}>
        <Trans>Sent and not sent</Trans>
      </h2>
      {!items && !error && <Skeleton lines={4} />}
      {error && <p role="alert">{failureMessage(error)}</p>}
      {items && sends.length === 0 && (
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
