import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, type ReactElement, Suspense } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { Send } from '../../../../contract/api/send.ts';
import { referenceOf } from '../../../../contract/api/send-key.ts';
import { hasCase, isOpen, type SendState } from '../../../../contract/api/send-states.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { isFailure } from '../../../api/api-error.ts';
import { sessionQuery } from '../../../api/session.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { withVerbatim, words } from '../../../i18n/trans.ts';
import { SupportContact } from '../../../layouts/support-contact.tsx';
import { useBeingSent } from '../../../open-sends/use-being-sent.ts';
import { useReason } from '../../../open-sends/use-reason.ts';
import { paths } from '../../../router/paths.ts';
import { CopySendReport } from '../../../transfers/case-report.tsx';
import { useBackToSupport } from '../../../transfers/from-sender.tsx';
import { MoneyText } from '../../../transfers/money-text.tsx';
import { RejectedAdvice, useRejectedTitle } from '../../../transfers/rejected.tsx';
import { StateCard, type StateMark } from '../../../transfers/state-card.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { BackLink } from '../../../ui/page-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { AttemptCard, SupportNote, useResendParams } from './attempt-card.tsx';
import caseStyles from './case.module.css';
import { outcomeQuery } from './loader.ts';
import { NoRecord, useUnsent } from './no-record.tsx';
import { OpenSend } from './open-send.tsx';
import styles from './outcome.module.css';
import { Sent } from './sent.tsx';

// Lazy, because senders don't need what support works with.
const CasePart = lazy(async () => ({ default: (await import('./case.tsx')).CasePart }));

/** The outcome of one send, whatever it is; updates while the page is open. */
export function Page() {
  const { t } = useLingui();
  const key = useLoaderData<string>();
  const { data: send, error, dataUpdatedAt } = useQuery(outcomeQuery(key));
  const unknown = isFailure(error, 'not-found');
  const { user } = useSuspenseQuery(sessionQuery).data;
  const bySender = user.role === 'sender';
  const unsent = useUnsent(user.id, key);
  const unseen = unsent.check ? 'no-record' : 'no-such-key';
  const known = useKnown(send, bySender);
  const name = known?.name ?? (unknown ? unseen : 'status-unavailable');
  const title = useOutcomeTitle(name, known ?? unsent);
  const back = useBackToSupport({
    sender: send?.sender,
    otherwise: { to: paths.support(), label: <Trans>Look up</Trans> },
  });

  const state = (
    <StateCard
      key={key}
      mark={marks[name]}
      label={t`State`}
      title={withVerbatim(title, known?.recipient, unsent.amount, unsent.recipient)}
      figure={unsent.amount}
      below={send && !bySender && hasCase(send) && <CasePart part="facts" send={send} />}
    >
      <Explanation name={name} send={send} bySender={bySender} error={error} />
    </StateCard>
  );
  const outcome = send && <Outcome send={send} lookedAt={dataUpdatedAt} bySender={bySender} />;

  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      {!bySender && (
        <div className={caseStyles.bar}>
          <BackLink {...back} />
          <Suspense fallback={null}>{send && <CasePart part="next" send={send} />}</Suspense>
        </div>
      )}
      <Suspense fallback={<Skeleton lines={6} />}>
        {send && !bySender ? (
          <div className={caseStyles.case}>
            <div className={caseStyles.main}>
              {state}
              {user.role === 'support' && (
                <CasePart part="resolving" key={`resolving ${send.key}`} send={send} />
              )}
            </div>
            <div className={caseStyles.side}>
              <CasePart part="side" send={send} />
            </div>
            <div className={caseStyles.more}>
              {outcome}
              <CopyForCase send={send} lookedAt={dataUpdatedAt} />
            </div>
          </div>
        ) : (
          <Stack reading>
            {state}
            {outcome}
            {!send && (unknown ? <NoRecord check={unsent.check} /> : <BeingSentCard />)}
          </Stack>
        )}
      </Suspense>
    </Stack>
  );
}

/** What the title needs: the send's state, or its transfer's state once there is one. */
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
  if (state === 'unconfirmed' && !bySender) return 'not-confirmed';
  if (state === 'sent' && (end === 'executed' || end === 'rejected')) return end;
  return state;
}

type OutcomeProps = { send: Send; lookedAt: number; bySender: boolean };

function Outcome({ send, lookedAt, bySender }: OutcomeProps) {
  if (send.state === 'sent') return <Sent send={send} bySender={bySender} />;
  if (isOpen(send.state)) {
    return <OpenSend send={send} lookedAt={lookedAt} bySender={bySender} />;
  }
  return (
    <>
      <AttemptCard send={send} bySender={bySender} />
      {bySender && <NextActions send={send} />}
      {bySender && <SupportContact about={referenceOf(send.key)} />}
    </>
  );
}

/** A send's state, its transfer's final state, or why there is none. */
type OutcomeName =
  | SendState
  | 'executed'
  | 'rejected'
  | 'not-confirmed'
  | 'to-resolve'
  | 'look-alike'
  | 'no-record'
  | 'no-such-key'
  | 'status-unavailable';

const marks: Record<OutcomeName, StateMark> = {
  sent: 'accepted',
  executed: 'completed',
  rejected: 'rejected',
  intended: 'doubt',
  unconfirmed: 'doubt',
  unresolved: 'doubt',
  'not-confirmed': 'doubt',
  'to-resolve': 'doubt',
  'look-alike': 'doubt',
  'status-unavailable': 'doubt',
  refused: 'rejected',
  not_sent: 'unsent',
  'no-record': 'unsent',
  'no-such-key': 'unknown',
};

/** What the title names, if known. */
type OutcomeWords = { recipient?: string | undefined; amount?: string | undefined };

/** The outcome in one sentence. It never claims more than is known. */
function useOutcomeTitle(name: OutcomeName, { recipient, amount }: OutcomeWords): string {
  const { t } = useLingui();
  const rejectedTitle = useRejectedTitle();
  switch (name) {
    case 'sent':
      return t({ message: 'Sent', context: 'of a transfer' });
    case 'executed':
      return recipient ? t`Completed: ${recipient} was paid` : t`Completed: the recipient was paid`;
    case 'rejected':
      return rejectedTitle(recipient);
    case 'intended':
    case 'not-confirmed':
      return t`This transfer is not confirmed yet`;
    case 'unconfirmed':
      return t`We’re checking your transfer`;
    case 'unresolved':
      return t`Our support team is checking your transfer`;
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

type ExplanationProps = {
  name: OutcomeName;
  send: Send | undefined;
  bySender: boolean;
  /** Why the outcome could not be read. */
  error: Error | null;
};

/** Under the title: what happened to the money, what to do, and why. */
function Explanation({ name, send, bySender, error }: ExplanationProps): ReactElement | null {
  const failureMessage = useFailureMessage();
  switch (name) {
    case 'sent':
      return (
        <p>
          <Trans>A payment partner pays it out next. You can follow it on the transfer page.</Trans>
        </p>
      );
    case 'rejected':
      return <RejectedAdvice bySupport={!bySender} />;
    case 'intended':
    case 'unconfirmed':
    case 'unresolved':
      // Support resolves it below instead.
      if (!bySender) return null;
      return (
        <>
          <DontSendAgain />
          <p>
            {name === 'unresolved' ? (
              <Trans>It may have gone through. Support is checking with the payment service.</Trans>
            ) : (
              <Trans>It may have gone through. You can close this page; we’ll keep checking.</Trans>
            )}
          </p>
        </>
      );
    case 'status-unavailable':
      return (
        <>
          <DontSendAgain />
          <p>
            <Trans>We check every few seconds. The result appears here.</Trans>
          </p>
          {error && <p>{failureMessage(error)}</p>}
        </>
      );
    case 'refused':
    case 'not_sent':
      return send ? <NoMoneyMoved send={send} /> : null;
    case 'no-record':
      return (
        <p>
          <Trans>No money moved, because it did not reach us. You can send it now.</Trans>
        </p>
      );
    case 'no-such-key':
      return (
        <p>
          <Trans>
            Check the link. It may be incomplete, or the transfer belongs to someone else.
          </Trans>
        </p>
      );
    // The title says all, and support decides below.
    case 'executed':
    case 'not-confirmed':
    case 'to-resolve':
    case 'look-alike':
      return null;
  }
}

/** The first words about a transfer without a known outcome. */
function DontSendAgain() {
  return (
    <p>
      <b>
        <Trans>Please don’t send it again</Trans>
      </b>
    </p>
  );
}

/** Nothing was sent, and that is certain. */
function NoMoneyMoved({ send }: { send: Send }) {
  const reason = words(useReason(send.reason));
  if (send.settled_reason === null) {
    return (
      <p>
        <Trans>No money moved. {reason}</Trans>
      </p>
    );
  }
  return (
    <>
      <p>
        <Trans>Support confirmed that no money moved.</Trans>
      </p>
      <SupportNote send={send} />
    </>
  );
}

/** For the sender after nothing was sent: check the same figures under a new key, or change them. */
function NextActions({ send }: { send: Send }) {
  const again = useResendParams(send);
  return (
    <Stack gap="s3">
      {again && (
        <ButtonLink variant="main" wide to={paths.send(again)}>
          <Trans>Try again</Trans>
        </ButtonLink>
      )}
      <ButtonLink wide to={paths.quote(again)}>
        <Trans>Change the amount</Trans>
      </ButtonLink>
    </Stack>
  );
}

/** What Send was pressed for, while our server can't be reached. */
function BeingSentCard() {
  const { amount, recipient: alias } = useBeingSent() ?? {};
  if (!amount) return null;
  return (
    <Card>
      <p className={styles.quiet}>
        <Trans>To {alias}</Trans>
      </p>
      <MoneyText text={amount} />
    </Card>
  );
}

type CopyForCaseProps = {
  send: Send;
  /** When the page last polled, in milliseconds since 1970. */
  lookedAt: number;
};

/** For support: copies the send with the reason why its outcome is not known. */
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
