import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import * as z from 'zod/mini';
import { type Order, supportStopRequest } from '../../../contract/api/order.ts';
import { isOpenOrder, isUnsureOrder } from '../../../contract/api/order-states.ts';
import { referenceOf } from '../../../contract/api/send-key.ts';
import { Avatar } from '../../accounts/avatar.tsx';
import { ApiError, isFailure } from '../../api/api-error.ts';
import { supportKeys } from '../../api/query-keys.ts';
import { sessionQuery } from '../../api/session.ts';
import { stopOrderForSupport } from '../../api/support.ts';
import { NoteField } from '../../cases/note-field.tsx';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { verbatim, words } from '../../i18n/trans.ts';
import { useMoment } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import type { fromLookUp } from '../../router/entry-state.ts';
import { paths } from '../../router/paths.ts';
import { FromSender } from '../../transfers/from-sender.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CloseDialogButton, Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RecordList, RecordRow } from '../../ui/record-list.tsx';
import { Row, Stack } from '../../ui/stack.tsx';
import styles from './support.module.css';

type OrderListProps = {
  title: ReactNode;
  orders: readonly Order[];
  /** The location's state of the pages that the rows lead to. */
  from: typeof fromLookUp;
};

/** Transfers that are decided and not sent: support may stop those that can still be sent. */
export function OrderList({ title, orders, from }: OrderListProps) {
  const headingId = useId();
  const { user } = useSuspenseQuery(sessionQuery).data;
  const [asked, setAsked] = useState<Order | null>(null);
  return (
    <Stack as="section" gap="s2">
      <h2 id={headingId}>{title}</h2>
      <Card flush>
        <RecordList aria-labelledby={headingId}>
          {orders.map((order) => (
            <OrderRow
              key={order.id}
              order={order}
              from={from}
              onStop={
                user.role === 'support' && isOpenOrder(order.state)
                  ? () => setAsked(order)
                  : undefined
              }
            />
          ))}
        </RecordList>
      </Card>
      {asked && <StopDialog order={asked} onClose={() => setAsked(null)} />}
    </Stack>
  );
}

type OrderRowProps = Pick<OrderListProps, 'from'> & {
  order: Order;
  onStop: (() => void) | undefined;
};

function OrderRow({ order, from, onStop }: OrderRowProps) {
  const { t } = useLingui();
  const { money } = useMoney();
  const { alias, sender } = order;
  const amount = money(order.source_amount_cents, order.source_amount_currency);
  return (
    <RecordRow
      // Its page is at its id, which its send is shown at too.
      to={paths.sendOutcome(order.id)}
      state={from}
      lead={
        <Avatar id={order.destination_account_id} alias={alias ?? null} code={order.country_code} />
      }
      title={verbatim(amount)}
      note={
        <>
          {alias ? (
            <Trans>To {alias}</Trans>
          ) : (
            <Trans>To recipient {order.destination_account_id}</Trans>
          )}
          {' · '}
          {verbatim(referenceOf(order.id))}
          {sender && (
            <>
              <br />
              <FromSender sender={sender} state={from} />
            </>
          )}
          <br />
          <Due order={order} />
          <Why order={order} />
        </>
      }
      figure={<State order={order} />}
      figureNote={
        onStop && (
          <Button
            variant="quiet"
            className={styles.above}
            aria-label={t`Stop ${amount}`}
            onClick={onStop}
          >
            <Trans>Stop</Trans>
          </Button>
        )
      }
    />
  );
}

/** Why it is not sent, for support: our words where there are some, else the name of the problem. */
function Why({ order }: { order: Order }) {
  const { state, reason, stopped_because, approval } = order;
  const asks = state === 'needs_you' && reason !== 'restored' ? reason : null;
  return (
    <>
      {isUnsureOrder(order) && state !== 'released' && (
        <>
          <br />
          <Trans>It may have been sent: the database was restored</Trans>
        </>
      )}
      {stopped_because !== undefined && (
        <>
          <br />
          {verbatim(stopped_because)}
        </>
      )}
      {approval && (
        <>
          <br />
          <Decided {...approval} />
        </>
      )}
      {asks !== null && (
        <>
          <br />
          <Asks reason={asks} />
        </>
      )}
    </>
  );
}

function Decided({ decision, by: name, reason }: NonNullable<Order['approval']>) {
  const by = verbatim(name);
  if (decision === 'approved') return <Trans>Approved by {by}</Trans>;
  return (
    <>
      <Trans>Declined by {by}</Trans>
      {reason && <>: {words(reason)}</>}
    </>
  );
}

function Asks({ reason }: { reason: string }) {
  switch (reason) {
    case 'worse-rate':
      return <Trans>Less would arrive than the sender accepted</Trans>;
    case 'late':
      return <Trans>It was due more than 24 hours ago</Trans>;
    case 'recipient-changed':
      return <Trans>The recipient’s details changed</Trans>;
    case 'recipient-archived':
      return <Trans>The recipient is archived</Trans>;
    case 'step-up-required':
      return <Trans>The sender has to confirm who they are</Trans>;
    default:
      return verbatim(reason);
  }
}

function State({ order: { state, waits_for } }: { order: Order }) {
  switch (state) {
    case 'waiting':
      return (
        <span className={styles.looking}>
          <Icon name="clock" />
          {waits_for === 'person' ? (
            <Trans>Paused</Trans>
          ) : waits_for === 'approval' ? (
            <Trans>Waits for approval</Trans>
          ) : (
            <Trans context="of a transfer">Waiting</Trans>
          )}
        </span>
      );
    case 'releasing':
      return (
        <span className={styles.looking}>
          <Icon name="clock" />
          <Trans>Being sent</Trans>
        </span>
      );
    case 'needs_you':
      return (
        <span className={styles.needed}>
          <Icon name="warning" />
          <Trans>Asks the sender</Trans>
        </span>
      );
    case 'released':
      return <Trans context="of a transfer">Sent</Trans>;
    case 'stopped':
      return <Trans>Stopped</Trans>;
    case 'expired':
      return <Trans>Expired</Trans>;
    case 'declined':
      return <Trans>Declined</Trans>;
  }
}

function Due({ order }: { order: Order }) {
  const { brief, whole } = useMoment();
  const { state, waits_for, release_at, expires_at, updated_at } = order;
  if (state === 'waiting' && waits_for === 'approval' && expires_at !== null) {
    const end = whole(expires_at);
    return <Trans>Expires {end}</Trans>;
  }
  if (state !== 'waiting' || release_at === null) return brief(updated_at);
  const time = whole(release_at);
  return <Trans>Due {time}</Trans>;
}

/** Support stops a transfer that is not sent yet: its sender reads why. */
function StopDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const failureMessage = useFailureMessage();
  const { money } = useMoney();
  const [reason, setReason] = useState('');
  const [isShort, setIsShort] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: stopOrderForSupport,
    onSuccess: onClose,
    onSettled: () =>
      Promise.all(
        [supportKeys.sender, supportKeys.search].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  const isRefused = error instanceof ApiError && error.fieldErrors.reason !== undefined;
  const isLate = isFailure(error, 'order-changed');
  const amount = money(order.source_amount_cents, order.source_amount_currency);

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = z.safeParse(supportStopRequest, { revision: order.revision, reason });
    setIsShort(!parsed.success);
    if (parsed.success && !isPending) mutate({ id: order.id, ...parsed.data });
  }

  return (
    <Dialog title={<Trans>Stop this transfer?</Trans>} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <p>
            <strong>{verbatim(amount)}</strong>
            {order.sender && <> · {verbatim(order.sender.name || order.sender.email)}</>}
          </p>
          <p>
            {isUnsureOrder(order) ? (
              <Trans>
                It may have been sent already; nothing more is. We tell the sender, with your
                reason.
              </Trans>
            ) : (
              <Trans>Nothing of it will be sent. We tell the sender, with your reason.</Trans>
            )}
          </p>
          <NoteField
            label={<Trans>Reason</Trans>}
            rows={3}
            value={reason}
            onChange={setReason}
            error={isShort || isRefused ? t`Say why in a few words` : undefined}
          />
          {error && !isRefused && (
            <Notice
              tone="stop"
              role="alert"
              title={
                isLate ? (
                  <Trans>It was sent, changed or stopped before</Trans>
                ) : (
                  failureMessage(error)
                )
              }
            >
              {isLate && <Trans>You did not stop it. Close this to see what happened.</Trans>}
            </Notice>
          )}
          <Row>
            <Button type="submit" variant="main" pending={isPending}>
              <Trans>Stop transfer</Trans>
            </Button>
            <CloseDialogButton variant="quiet">
              <Trans>Cancel</Trans>
            </CloseDialogButton>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}
