import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { Navigate, useLoaderData, useLocation } from 'react-router-dom';
import type { Order } from '../../../../contract/api/order.ts';
import { isOpenOrder } from '../../../../contract/api/order-states.ts';
import type { Send } from '../../../../contract/api/send.ts';
import { referenceOf } from '../../../../contract/api/send-key.ts';
import { hasCase, isOpen } from '../../../../contract/api/send-states.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { isFailure } from '../../../api/api-error.ts';
import { orderIn, sendIn } from '../../../api/sends.ts';
import { sessionQuery } from '../../../api/session.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { HydratedApart } from '../../../hydration/hydrated-part.tsx';
import { withVerbatim } from '../../../i18n/trans.ts';
import { SupportContact } from '../../../layouts/support-contact.tsx';
import { useBeingSent } from '../../../open-sends/use-being-sent.ts';
import { useReason } from '../../../open-sends/use-reason.ts';
import { isFromList } from '../../../router/entry-state.ts';
import { paths } from '../../../router/paths.ts';
import { CopySendReport } from '../../../transfers/case-report.tsx';
import { useBackToSupport } from '../../../transfers/from-sender.tsx';
import { MoneyText } from '../../../transfers/money-text.tsx';
import { StateCard } from '../../../transfers/state-card.tsx';
import { TransferLayout } from '../../../transfers/transfer-layout.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useGoBack } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { BackLink } from '../../../ui/page-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import { AttemptCard, useResendParams } from './attempt-card.tsx';
import caseStyles from './case.module.css';
import { casePart, orderPart } from './later-parts.ts';
import { outcomeQuery } from './loader.ts';
import { NoRecord, useUnsent } from './no-record.tsx';
import { OpenSend, OwnOpenSend, SendingTimeline } from './open-send.tsx';
import styles from './outcome.module.css';
import {
  Explanation,
  marks,
  mayHaveSent,
  type OutcomeName,
  useOrderTitle,
  useOutcomeTitle,
} from './outcome-words.tsx';
import { Sent } from './sent.tsx';
import { useStop } from './use-stop.ts';

/** The outcome of one send, whatever it is; updates while the page is open. */
export function Page() {
  const { t } = useLingui();
  const [CasePart] = useState(casePart.part);
  const [OrderPart] = useState(orderPart.part);
  const key = useLoaderData<string>();
  const { data: answer, error, dataUpdatedAt } = useQuery(outcomeQuery(key));
  const send = sendIn(answer);
  const order = orderIn(answer);
  const stop = useStop(key);
  const [wasOrder] = useState(order !== undefined);
  const unknown = isFailure(error, 'not-found');
  const { user } = useSuspenseQuery(sessionQuery).data;
  const bySender = user.role === 'sender';
  const unsent = useUnsent(user.id, key);
  const unseen = unsent.check ? 'no-record' : 'no-such-key';
  const known = useKnown(send, bySender);
  const name = known?.name ?? (unknown ? unseen : 'status-unavailable');
  const outcomeTitle = useOutcomeTitle(name, known ?? unsent);
  const orderTitle = useOrderTitle();
  const title = order ? orderTitle(order) : outcomeTitle;
  const { state: entryState } = useLocation();
  const goBack = useGoBack();
  const back = useBackToSupport({
    sender: (send ?? order)?.sender,
    otherwise: bySender
      ? {
          to: paths.transfers(),
          label: <Trans>Transfers</Trans>,
          onClick: isFromList(entryState) ? goBack : undefined,
        }
      : { to: paths.support(), label: <Trans>Look up</Trans> },
  });

  const state = (
    <StateCard
      key={key}
      mark={marks[name]}
      label={t`Status`}
      title={withVerbatim(title, known?.recipient, unsent.amount, unsent.recipient)}
      figure={unsent.amount}
      below={
        send &&
        (bySender
          ? isOpen(send.state) && <SendingTimeline send={send} bySender />
          : hasCase(send) && <CasePart part="facts" send={send} />)
      }
    >
      <Explanation name={name} send={send} bySender={bySender} error={error} />
    </StateCard>
  );

  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      {/* As the loader does it, once the transfer is known. */}
      {bySender && known?.transfer && !stop.isTooLate && (
        <Navigate replace to={paths.transfer(known.transfer)} state={entryState} />
      )}
      {bySender ? (
        <BackLink {...back} />
      ) : (
        <div className={caseStyles.bar}>
          <BackLink {...back} />
          <Suspense fallback={null}>{send && <CasePart part="next" send={send} />}</Suspense>
        </div>
      )}
      {stop.isTooLate && <TooLate order={order} send={send ?? order?.send ?? undefined} />}
      <HydratedApart fallback={<Skeleton lines={6} />}>
        {order ? (
          <OrderPart order={order} stop={stop} bySender={bySender} />
        ) : send && !bySender ? (
          <div className={caseStyles.case}>
            <div className={caseStyles.main}>
              {state}
              <CasePart
                part={user.role === 'support' ? 'resolving' : 'proposal'}
                key={`resolving ${send.key}`}
                send={send}
              />
            </div>
            <div className={caseStyles.side}>
              <CasePart part="side" send={send} />
            </div>
            <div className={caseStyles.more}>
              <Outcome send={send} lookedAt={dataUpdatedAt} />
              <CopyForCase send={send} lookedAt={dataUpdatedAt} />
            </div>
          </div>
        ) : send ? (
          <div ref={wasOrder ? focusTitleIfLost : null}>
            <OwnOutcome send={send} lookedAt={dataUpdatedAt} state={state} />
          </div>
        ) : (
          <Stack reading>
            {state}
            {unknown ? <NoRecord check={unsent.check} /> : <BeingSentCard />}
          </Stack>
        )}
      </HydratedApart>
    </Stack>
  );
}

/** Once it is sent, Stop goes, and with it the focus. */
function focusTitleIfLost(part: HTMLElement | null): void {
  if (document.activeElement !== document.body) return;
  part?.querySelector('h1')?.focus({ preventScroll: true });
}

type TooLateProps = { order: Order | undefined; send: Send | undefined };

/** What came before a press of Stop. */
function TooLate({ order, send }: TooLateProps) {
  return (
    <Notice
      tone="wait"
      role="alert"
      title={
        !order || order.state === 'released' ? (
          <ReleasedFirst state={send?.state} />
        ) : isOpenOrder(order.state) ? (
          <Trans>Nothing was stopped: the transfer changed first</Trans>
        ) : mayHaveSent(order) ? (
          <Trans>It had already ended: nothing more is sent</Trans>
        ) : (
          <Trans>It had already ended: nothing was sent</Trans>
        )
      }
    >
      {order && isOpenOrder(order.state) && (
        <p>
          <Trans>Check what it says now. Then press Stop again.</Trans>
        </p>
      )}
    </Notice>
  );
}

/** Its time came before the press; what became of it then is known of its send alone. */
function ReleasedFirst({ state }: { state: Send['state'] | undefined }) {
  switch (state) {
    case 'sent':
      return <Trans>Too late to stop: it was already sent</Trans>;
    case 'refused':
    case 'not_sent':
      return <Trans>It had already ended: nothing was sent</Trans>;
    case 'intended':
    case 'unconfirmed':
    case 'unresolved':
    case undefined:
      return <Trans>Too late to stop: it may have been sent</Trans>;
  }
}

/** What the title needs: the send's state, or its transfer's state once there is one. */
function useKnown(send: Send | undefined, bySender: boolean) {
  const to = send?.destination_account_id;
  const number = send?.transfer_id ?? undefined;
  const recipient = useQuery({ ...accountQuery(to ?? ''), enabled: to !== undefined }).data?.alias;
  const transfer = useQuery({ ...transferQuery(number ?? ''), enabled: number !== undefined }).data
    ?.transfer;
  return (
    send && { name: nameOf(send, transfer?.state, bySender), recipient, transfer: transfer?.id }
  );
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

type OutcomeProps = { send: Send; lookedAt: number };

/** For support, below the decision. */
function Outcome({ send, lookedAt }: OutcomeProps) {
  if (send.state === 'sent') return <Sent send={send} bySender={false} />;
  if (isOpen(send.state)) return <OpenSend send={send} lookedAt={lookedAt} />;
  return <AttemptCard send={send} bySender={false} />;
}

/** For its sender, with the card of its state. */
function OwnOutcome({ send, lookedAt, state }: OutcomeProps & { state: ReactNode }) {
  if (isOpen(send.state)) return <OwnOpenSend send={send} lookedAt={lookedAt} state={state} />;
  if (send.state === 'sent') {
    return (
      <Stack reading>
        {state}
        <Sent send={send} bySender />
      </Stack>
    );
  }
  return (
    <TransferLayout
      state={state}
      actions={
        <Stack>
          <NextActions send={send} />
          <SupportContact about={referenceOf(send.key)} />
        </Stack>
      }
      facts={<AttemptCard send={send} bySender />}
    />
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
