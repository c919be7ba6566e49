import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Send } from '../../../../contract/api/send.ts';
import { nextSendState } from '../../../../contract/api/send-states.ts';
import { candidatesQuery } from '../../../api/sends.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { Candidate } from './candidate.tsx';
import type { Verdict } from './settle-draft.ts';
import styles from './settling.module.css';
import { StillLooking } from './still-looking.tsx';

export type CandidatesProps = { send: Send; onChoose: (verdict: Verdict) => void };

/** The transfers of the service that can be this sending, side by side, to choose from. */
export function Candidates({ send, onChoose }: CandidatesProps) {
  const [headingId, untilId] = [useId(), useId()];
  // What the service said settles it as well as the time does.
  const byWords = send.service_message !== null && nextSendState(send.state, 'settled-by-words');
  const looking = !byWords && nextSendState(send.state, 'settled-not-sent') === null;
  const failureMessage = useFailureMessage();
  const { data: listed, error, isFetching, refetch } = useQuery(candidatesQuery(send.key));
  const candidates = listed?.transfers;

  return (
    <Stack as="section" gap="s3" aria-labelledby={headingId}>
      <h2 id={headingId}>
        <Trans>Was it sent?</Trans>
      </h2>
      <p className={styles.quiet} role="status">
        {candidates ? (
          <Plural
            value={candidates.length}
            _0="The service’s list shows no transfer that can be this one. That is no proof that it was not sent."
            one="One transfer in the service’s list can be this one."
            other="# transfers in the service’s list can be this one."
          />
        ) : (
          error && failureMessage(error)
        )}
      </p>
      {!candidates && !error && <Skeleton lines={4} />}
      {candidates && candidates.length > 0 && (
        <ul className={styles.candidates}>
          {candidates.map((transfer) => (
            <Candidate
              key={transfer.id}
              transfer={transfer}
              onChoose={() => onChoose({ outcome: 'sent', transfer_id: transfer.id })}
            />
          ))}
        </ul>
      )}
      {listed && listed.unread.length > 0 && <Unread ids={listed.unread} />}
      <Row>
        {candidates && (
          <Button
            disabled={looking}
            aria-describedby={looking ? untilId : undefined}
            onClick={() => onChoose({ outcome: 'not_sent' })}
          >
            <Trans>It was not sent</Trans>
          </Button>
        )}
        <Button variant="quiet" pending={isFetching} onClick={() => refetch()}>
          <Trans>Look again</Trans>
        </Button>
      </Row>
      {looking && <StillLooking id={untilId} since={send.created_at} />}
    </Stack>
  );
}

/** The rows of the list that nobody can rule out. */
function Unread({ ids }: { ids: readonly (string | null)[] }) {
  const numbers = ids.filter((id) => id !== null);
  const unnumbered = ids.length - numbers.length;
  return (
    <Notice tone="wait" title={<Trans>A part of the service’s list can’t be read</Trans>}>
      <ul>
        {numbers.map((id) => (
          <li key={id}>
            <Trans>Transfer {id} may be this one.</Trans>
          </li>
        ))}
        {unnumbered > 0 && (
          <li>
            <Plural
              value={unnumbered}
              one="# row without a number may be this one."
              other="# rows without a number may be this one."
            />
          </li>
        )}
      </ul>
      <p>
        <Trans>Ask the service’s operator before you resolve it.</Trans>
      </p>
    </Notice>
  );
}
