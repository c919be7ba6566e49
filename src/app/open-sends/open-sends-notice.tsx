import { Plural, Trans } from '@lingui/react/macro';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { type Order, sendsOrOrders } from '../../contract/api/order.ts';
import { isOpenDoubt } from '../../contract/api/order-states.ts';
import { accountQuery } from '../api/accounts.ts';
import { sendKeys } from '../api/query-keys.ts';
import { findSend, orderIn, sendIn } from '../api/sends.ts';
import { verbatim } from '../i18n/trans.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useMoney } from '../i18n/use-money.ts';
import { paths } from '../router/paths.ts';
import { Ago } from '../ui/ago.tsx';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './open-sends-notice.module.css';
import { dropPending, type PendingSend } from './pending-sends.ts';

export type OpenSendsNoticeProps = {
  /** Unparsed API answer: this lazy chunk validates it, so that the page need not load the schema. */
  sends: readonly unknown[];
  /** Without links: each is a row of the list below. */
  isAboveRows?: boolean | undefined;
};

/** Notice of the person's transfers that are not confirmed yet. */
export function OpenSendsNotice({ sends: open, isAboveRows = false }: OpenSendsNoticeProps) {
  const { money } = useMoney();
  const { sends, orders } = useMemo(() => {
    const answers = z.safeParse(sendsOrOrders, open).data ?? [];
    return {
      sends: answers.flatMap((one) => sendIn(one) ?? []),
      orders: answers.flatMap((one) => orderIn(one) ?? []),
    };
  }, [open]);
  const [unsure, unsent] = [orders.filter(isOpenDoubt), orders.filter((one) => !isOpenDoubt(one))];
  const waiting = orders.length > 0 && (
    <>
      {unsure.length > 0 && <UnsureNotice orders={unsure} />}
      {unsent.length > 0 && <WaitingNotice orders={unsent} />}
    </>
  );
  if (sends.length === 0) return waiting || null;
  const title = (
    <Plural
      value={sends.length}
      one="One transfer is not confirmed yet"
      other="# transfers are not confirmed yet"
    />
  );
  const warning = (
    <Plural
      value={sends.length}
      one="It may have gone through, so please don’t send it again."
      other="They may have gone through, so please don’t send them again."
    />
  );
  return (
    <>
      {waiting}
      <Notice tone="wait" role="status" title={title}>
        <p>{warning}</p>
        {!isAboveRows && (
          <ul className={styles.sends}>
            {sends.map((send) => {
              const amount = money(send.source_amount_cents, send.source_amount_currency);
              return (
                <li key={send.key}>
                  <SendLink send={send} amount={amount} recipient={send.alias} />{' '}
                  <Ago at={send.created_at} />
                  {send.colleague && (
                    <>
                      {' '}
                      <Trans>Started by {send.colleague}</Trans>
                    </>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </Notice>
    </>
  );
}

/** Transfers that may have been sent before a loss. */
function UnsureNotice({ orders }: { orders: readonly Order[] }) {
  return (
    <Notice
      tone="wait"
      role="status"
      title={
        <Plural
          value={orders.length}
          one="One transfer may have been sent already"
          other="# transfers may have been sent already"
        />
      }
    >
      <p>
        <Trans>Look for it in Transfers first. Then open it to decide.</Trans>
      </p>
      <OrderLinks orders={orders} />
    </Notice>
  );
}

/** Transfers that are decided and not sent yet: each can still be stopped on its page. */
function WaitingNotice({ orders }: { orders: readonly Order[] }) {
  return (
    <Notice
      role="status"
      title={
        <Plural
          value={orders.length}
          one="One transfer is not sent yet"
          other="# transfers are not sent yet"
        />
      }
    >
      <OrderLinks orders={orders} />
    </Notice>
  );
}

function OrderLinks({ orders }: { orders: readonly Order[] }) {
  const { money } = useMoney();
  const accounts = useQueries({
    queries: orders.map((order) => accountQuery(order.destination_account_id)),
  });
  return (
    <ul className={styles.sends}>
      {orders.map((order, index) => (
        <li key={order.id}>
          <SendLink
            send={{ key: order.id, destination_account_id: order.destination_account_id }}
            amount={money(order.source_amount_cents, order.source_amount_currency)}
            recipient={accounts[index]?.data?.alias}
          />{' '}
          {!isOpenDoubt(order) && <WhenSent order={order} />}
        </li>
      ))}
    </ul>
  );
}

/** When it is sent, or that it waits for the person. */
function WhenSent({ order: { state, release_at } }: { order: Order }) {
  const { dateTime } = useFormat();
  if (state === 'needs_you') {
    return (
      <b>
        <Trans>Nothing was sent: please decide</Trans>
      </b>
    );
  }
  return release_at && verbatim(dateTime(release_at));
}

const pollMs = 10_000;

export type PendingSendsNoticeProps = { sends: readonly PendingSend[] };

/** Links to transfers for which Send was pressed in this browser and no answer came. */
export function PendingSendsNotice({ sends }: PendingSendsNoticeProps) {
  const { money } = useMoney();
  useQueries({ queries: sends.map(({ key }) => recordedQuery(key)) });
  const accounts = useQueries({
    queries: sends.map((send) => accountQuery(send.destination_account_id)),
  });
  return (
    <Notice
      tone="wait"
      role="status"
      title={
        <Plural
          value={sends.length}
          one="You pressed Send, but we got no answer"
          other="You pressed Send for # transfers, but we got no answer"
        />
      }
    >
      <p>
        <Plural
          value={sends.length}
          one="Please don’t send it again. Open it to see the result."
          other="Please don’t send them again. Open each one to see the result."
        />
      </p>
      <ul className={styles.sends}>
        {sends.map((send, index) => {
          const amount = money(BigInt(send.source_amount_cents), send.source_amount_currency);
          return (
            <li key={send.key}>
              <SendLink send={send} amount={amount} recipient={accounts[index]?.data?.alias} />
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

type SendLinkProps = {
  send: { key: string; destination_account_id: string };
  amount: string;
  recipient: string | null | undefined;
};

function SendLink({ send, amount, recipient }: SendLinkProps) {
  return (
    <Link to={paths.sendOutcome(send.key)}>
      {recipient ? (
        <Trans>
          {amount} to {recipient}
        </Trans>
      ) : (
        <Trans>
          {amount} to recipient {send.destination_account_id}
        </Trans>
      )}
    </Link>
  );
}

/** Polls whether the BFF has recorded the send; once it has, OpenSendsNotice lists it instead. */
function recordedQuery(key: string) {
  return {
    queryKey: [...sendKeys.recorded, key],
    queryFn: async () => {
      const isRecorded = (await findSend(key)) !== undefined;
      if (isRecorded) dropPending(key);
      return isRecorded;
    },
    staleTime: 0,
    refetchInterval: pollMs,
  };
}
