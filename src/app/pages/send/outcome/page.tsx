import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useLoaderData, useLocation } from 'react-router-dom';
import type { Send } from '../../../../contract/api/send.ts';
import { referenceOf } from '../../../../contract/api/send-key.ts';
import { isOpen, type SendState } from '../../../../contract/api/send-states.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { isFailure } from '../../../api/api-error.ts';
import { sessionQuery } from '../../../api/session.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { SupportContact } from '../../../layouts/support-contact.tsx';
import { useBeingSent } from '../../../open-sends/use-being-sent.ts';
import { useReason } from '../../../open-sends/use-reason.ts';
import { isFromLookUp } from '../../../router/from-look-up.ts';
import { paths } from '../../../router/paths.ts';
import { CopySendReport } from '../../../transfers/case-report.tsx';
import { MoneyText } from '../../../transfers/money-text.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useGoBack } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { AttemptCard, SupportNote, useResendParams } from './attempt-card.tsx';
import { outcomeQuery } from './loader.ts';
import { NoRecord, useUnsent } from './no-record.tsx';
import { OpenSending } from './open-sending.tsx';
import styles from './outcome.module.css';
import { Sent } from './sent.tsx';

// With a form, whose weight a sender is spared.
const Resolving = lazy(async () => ({ default: (await import('./resolving.tsx')).Resolving }));

/** What became of a sending, in place of whatever was known of it before. */
export function Page() {
  const key = useLoaderData<string>();
  const { data: send, error, dataUpdatedAt } = useQuery(outcomeQuery(key));
  const unknown = isFailure(error, 'not-found');
  const { user } = useSuspenseQuery(sessionQuery).data;
  const bySender = user.role === 'sender';
  const unsent = useUnsent(user.id, key);
  const { state: cameBy } = useLocation();
  const goBack = useGoBack();
  const unseen = unsent.check ? 'no-record' : 'no-such-key';
  const known = useKnown(send, bySender);
  const title = useOutcomeTitle(
    known?.name ?? (unknown ? unseen : 'status-unavailable'),
    known ?? unsent,
  );

  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        back={
          bySender
            ? undefined
            : {
                to: paths.support(),
                label: <Trans>Look up</Trans>,
                onClick: isFromLookUp(cameBy) ? goBack : undefined,
              }
        }
      />
      <VisuallyHidden role="status">{title}</VisuallyHidden>
      <Suspense fallback={<Skeleton lines={6} />}>
        <Stack reading>
          {send && <Outcome send={send} lookedAt={dataUpdatedAt} bySender={bySender} />}
          {send && !bySender && <CopyForCase send={send} lookedAt={dataUpdatedAt} />}
          {!send &&
            (unknown ? <NoRecord check={unsent.check} /> : <StatusUnavailable error={error} />)}
        </Stack>
      </Suspense>
      <Suspense fallback={<Skeleton lines={4} />}>
        {send && !bySender && <Resolving key={send.key} send={send} />}
      </Suspense>
    </Stack>
  );
}

/** What the title says of a sending: once there is a transfer, how that has ended. */
function useKnown(send: Send | undefined, bySender: boolean) {
  const to = send?.destination_account_id;
  const number = send?.transfer_id ?? undefined;
  const recipient = useQuery({ ...accountQuery(to ?? ''), enabled: to !== undefined }).data?.alias;
  const transfer = useQuery({ ...transferQuery(number ?? ''), enabled: number !== undefined }).data
    ?.transfer;
  return send && { name: nameOf(send, transfer?.state, bySender), recipient };
}

function nameOf(
  { state, look_alikes = [] }: Send,
  end: string | undefined,
  bySender: boolean,
): OutcomeName {
  if (look_alikes.length > 0) return 'look-alike';
  if (state === 'unresolved' && !bySender) return 'to-resolve';
  if (state === 'sent' && (end === 'executed' || end === 'rejected')) return end;
  return state;
}

type OutcomeProps = { send: Send; lookedAt: number; bySender: boolean };

function Outcome({ send, lookedAt, bySender }: OutcomeProps) {
  if (send.state === 'sent') return <Sent send={send} bySender={bySender} />;
  if (isOpen(send.state)) {
    return <OpenSending send={send} lookedAt={lookedAt} bySender={bySender} />;
  }
  return <NotSent send={send} bySender={bySender} />;
}

/** A sending's state, how its transfer ended, or what this page knows in place of one. */
type OutcomeName =
  | SendState
  | 'executed'
  | 'rejected'
  | 'to-resolve'
  | 'look-alike'
  | 'no-record'
  | 'no-such-key'
  | 'status-unavailable';

/** What the title names, where it is known. */
type OutcomeWords = { recipient?: string | undefined; amount?: string | undefined };

/** The outcome in one sentence. None of them says more than is known. */
function useOutcomeTitle(name: OutcomeName, { recipient, amount }: OutcomeWords): string {
  const { t } = useLingui();
  switch (name) {
    case 'sent':
      return t`Sent`;
    case 'executed':
      return recipient ? t`Completed: ${recipient} was paid` : t`Completed: the recipient was paid`;
    case 'rejected':
      return recipient
        ? t`Rejected: ${recipient} was not paid`
        : t`Rejected: the recipient was not paid`;
    case 'intended':
      return t`Sending: the service has not answered yet`;
    case 'unconfirmed':
      return t`We’re checking this transfer`;
    case 'unresolved':
      return t`Our support team is checking this transfer`;
    case 'to-resolve':
      return t`This transfer needs your review`;
    case 'look-alike':
      return t`A transfer like this one needs your review`;
    case 'refused':
      return t`Nothing was sent: the payment service refused it`;
    case 'not_sent':
      return t`This transfer was not sent`;
    case 'no-record':
      return amount ? t`Nothing was sent: ${amount} to ${recipient}` : t`Nothing was sent`;
    case 'no-such-key':
      return t`We have no record of this transfer`;
    case 'status-unavailable':
      return t`We can’t tell yet whether it was sent`;
  }
}

type NotSentProps = {
  send: Send;
  /** Support reads it; the way on is the sender's. */
  bySender: boolean;
};

/** It is certain that nothing was sent. */
function NotSent({ send, bySender }: NotSentProps) {
  const reason = useReason(send.reason);
  return (
    <>
      <AttemptCard send={send}>
        {send.settled_reason === null ? (
          <p>
            <Trans>{reason} No money moved.</Trans>
          </p>
        ) : (
          <>
            <p>
              <Trans>Support made sure that no money moved.</Trans>
            </p>
            <SupportNote send={send} />
          </>
        )}
      </AttemptCard>
      {bySender && <NextActions send={send} />}
      {bySender && <SupportContact about={referenceOf(send.key)} />}
    </>
  );
}

/** For a sender, after nothing was sent: check the same again, under a new key, or start anew. */
function NextActions({ send }: { send: Send }) {
  const again = useResendParams(send);
  return (
    <Row>
      {again && (
        <ButtonLink variant="main" to={paths.send(again)}>
          <Trans>Check again</Trans>
        </ButtonLink>
      )}
      <ButtonLink to={paths.quote(again)}>
        <Trans>Change the amount</Trans>
      </ButtonLink>
    </Row>
  );
}

/** Giro itself can't be asked what became of it. */
function StatusUnavailable({ error }: { error: Error | null }) {
  const failureMessage = useFailureMessage();
  const { amount, recipient: alias } = useBeingSent() ?? {};
  return (
    <>
      {amount && (
        <Card>
          <p className={styles.quiet}>
            <Trans>To {alias}</Trans>
          </p>
          <MoneyText text={amount} />
        </Card>
      )}
      <Notice tone="wait" title={<Trans>Please don’t send it again</Trans>}>
        {error && <p>{failureMessage(error)}</p>}
        <p>
          <Trans>We look again every few seconds. The result appears here.</Trans>
        </p>
      </Notice>
    </>
  );
}

type CopyForCaseProps = {
  send: Send;
  /** When this page last asked, in milliseconds since 1970. */
  lookedAt: number;
};

/** For support: the sending with why its outcome is not known. */
function CopyForCase({ send, lookedAt }: CopyForCaseProps) {
  const lost = useReason(send.no_answer);
  const found = useReason(send.reason);
  const why = send.no_answer === null || lost === found ? found : `${lost} ${found}`;
  return (
    <Row>
      <CopySendReport send={send} why={why} lookedAt={lookedAt} />
    </Row>
  );
}
