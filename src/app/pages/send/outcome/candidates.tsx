import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { Send } from '../../../../contract/api/send.ts';
import { looksFor, nextSendState } from '../../../../contract/api/send-states.ts';
import type { Transfer } from '../../../../contract/api/transfer.ts';
import { candidatesQuery } from '../../../api/sends.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { serverTime } from '../../../i18n/intl.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { paths } from '../../../router/paths.ts';
import { StatusBadge } from '../../../transfers/status-badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Link } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import styles from './candidates.module.css';
import type { Verdict } from './resolve-dialog.tsx';

type CandidatesProps = {
  send: Send;
  /** Whether somebody proposed that it was not sent: that is decided there. */
  isProposed: boolean;
  onChoose: (verdict: Verdict) => void;
};

/** For support: the service's transfers that match this send, to choose from. */
export function Candidates({ send, isProposed, onChoose }: CandidatesProps) {
  const [headingId, untilId] = [useId(), useId()];
  // An answer of the service allows a resolution before the 10 minutes are over.
  const byWords = send.service_message !== null && nextSendState(send.state, 'resolved-by-words');
  const looking = !byWords && nextSendState(send.state, 'resolved-not-sent') === null;
  const failureMessage = useFailureMessage();
  const { data: listed, error, isFetching, refetch } = useQuery(candidatesQuery(send.key));
  const candidates = listed?.transfers;

  return (
    <Stack as="section" gap="s2" aria-labelledby={headingId}>
      <h2 id={headingId}>
        <Trans>Was it sent?</Trans>
      </h2>
      <p className={styles.quiet} role="status">
        {candidates ? (
          <Plural
            value={candidates.length}
            _0="The payment service shows no matching transfer. It may still have been sent."
            one="# transfer at the payment service may be this one."
            other="# transfers at the payment service may be this one."
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
        {candidates && !isProposed && (
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

/** Rows of the service's answer that can't be parsed, so any of them may be this transfer. */
function Unread({ ids }: { ids: readonly (string | null)[] }) {
  const numbers = ids.filter((id) => id !== null);
  const unnumbered = ids.length - numbers.length;
  return (
    <Notice tone="wait" title={<Trans>Some transfers can’t be read</Trans>}>
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
              one="# transfer without a number may be this one."
              other="# transfers without a number may be this one."
            />
          </li>
        )}
      </ul>
      <p>
        <Trans>Ask the payment service before you resolve it.</Trans>
      </p>
    </Notice>
  );
}

type LookAlikesProps = { ids: readonly string[]; onChoose: (verdict: Verdict) => void };

/** Matching transfers without an owner that appeared after the send was closed. */
export function LookAlikes({ ids, onChoose }: LookAlikesProps) {
  const headingId = useId();
  return (
    <Stack as="section" gap="s2" aria-labelledby={headingId}>
      <h2 id={headingId}>
        <Plural
          value={ids.length}
          one="A transfer like this one turned up later"
          other="# transfers like this one turned up later"
        />
      </h2>
      <p className={styles.quiet}>
        <Trans>It may be this one, or come from another system. Ask the payment service.</Trans>
      </p>
      <ul className={styles.candidates}>
        {ids.map((id) => (
          <LookAlike key={id} id={id} onChoose={onChoose} />
        ))}
      </ul>
    </Stack>
  );
}

function LookAlike({ id, onChoose }: { id: string } & Pick<LookAlikesProps, 'onChoose'>) {
  const failureMessage = useFailureMessage();
  const { data, error } = useQuery({ ...transferQuery(id), refetchInterval: false });
  if (!data) return <li>{error ? failureMessage(error) : <Skeleton lines={4} />}</li>;
  return (
    <Candidate
      transfer={data.transfer}
      onChoose={() => onChoose({ outcome: 'sent', transfer_id: id })}
    >
      <Button variant="quiet" wide onClick={() => onChoose({ outcome: 'other', transfer_id: id })}>
        <Trans>Not this one</Trans>
      </Button>
    </Candidate>
  );
}

type CandidateProps = { transfer: Transfer; onChoose: () => void; children?: ReactNode };

/** A matching transfer, with what distinguishes it from the others. */
function Candidate({ transfer, onChoose, children }: CandidateProps) {
  const { money } = useMoney();
  const { dateTime } = useFormat();
  const headingId = useId();
  const detail = useQuery({ ...transferQuery(transfer.id), refetchInterval: false }).data;
  const seen = detail?.timeline.find(({ seen_at }) => seen_at !== null)?.seen_at;
  return (
    <li>
      <Card flat className={styles.candidate}>
        <h3 id={headingId}>
          <Link to={paths.transfer(transfer.id)}>
            <Trans>Transfer {transfer.id}</Trans>
          </Link>
        </h3>
        <div className={styles.choice}>
          <Button wide aria-describedby={headingId} onClick={onChoose}>
            <Trans>This is it</Trans>
          </Button>
          {children}
        </div>
        <div className={styles.what}>
          <StatusBadge state={transfer.state} />
          <p>
            <span className={styles.quiet}>
              <Trans>Recipient gets</Trans>
            </span>{' '}
            <span translate="no" className={styles.gets}>
              {money(transfer.destination_amount_cents, transfer.destination_amount_currency)}
            </span>{' '}
            <span className={styles.quiet}>
              <Trans>
                for {money(transfer.source_amount_cents, transfer.source_amount_currency)}
              </Trans>
            </span>
          </p>
          {seen && (
            <p className={styles.quiet}>
              <Trans>First seen here {dateTime(seen)}</Trans>
            </p>
          )}
        </div>
      </Card>
    </li>
  );
}

type StillLookingProps = {
  id: string;
  /** When the send began, ISO 8601. */
  since: string;
};

/** Says until when "It was not sent" is disabled. */
function StillLooking({ id, since }: StillLookingProps) {
  const { time } = useFormat();
  const until = Date.parse(since) + looksFor;
  const at = time(new Date(until).toISOString());
  return (
    <p id={id} className={styles.quiet}>
      {until > serverTime().getTime() ? (
        <Trans>We’re checking until {at}. After that, you can resolve it as not sent.</Trans>
      ) : (
        <Trans>
          We’ll check once more when the payment service answers. Then you can resolve it.
        </Trans>
      )}
    </p>
  );
}
