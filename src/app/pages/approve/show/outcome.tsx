import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Order } from '../../../../contract/api/order.ts';
import { waitsForApproval } from '../../../../contract/api/order-states.ts';
import { approvalsQuery } from '../../../api/approvals.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';
import { useOrderDays } from '../../../orders/use-order-days.ts';
import { paths } from '../../../router/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Row, Stack } from '../../../ui/stack.tsx';
import type { Decided } from './use-decision.ts';

type DoneProps = {
  decided: Decided;
  /** Their name. */
  maker: string;
};

/** What a decision did to the money, and the next one. */
export function Done({ decided: { kind, order }, maker }: DoneProps) {
  const { moment } = useOrderDays();
  const { days, release_at } = order;
  const { whole } = useMoment();
  const isLater = release_at !== null && Date.parse(release_at) > Date.parse(order.updated_at);
  const on = isLater && days && moment(release_at, days.zone);
  const at = isLater && whole(release_at);
  return (
    <div ref={focusTitle}>
      <Notice
        tone="done"
        role="status"
        title={
          kind === 'decline' ? (
            <Trans>Declined: nothing is sent</Trans>
          ) : on ? (
            <Trans>Approved: it is sent on {on}</Trans>
          ) : at ? (
            <Trans>Approved: it is sent {at}</Trans>
          ) : (
            <Trans>Approved: it is sent now</Trans>
          )
        }
      >
        <Stack gap="s3">
          <p>
            {kind === 'decline' ? (
              <Trans>{maker} reads your reason.</Trans>
            ) : (
              <Trans>{maker} sees that you approved it.</Trans>
            )}
          </p>
          <Next current={order.id} />
        </Stack>
      </Notice>
    </div>
  );
}

/** After a decision the pressed button is gone. What is said stands below the title. */
function focusTitle(said: HTMLElement | null) {
  if (said) document.querySelector('h1')?.focus();
}

type TooLateProps = {
  /** As it is now; undefined if that is not known. */
  order: Order | undefined;
  /** It was over when the page opened: nobody has pressed anything. */
  isRead?: boolean;
  /** It was read since as it was changed, and waits for approval. */
  isChanged?: boolean;
};

/** Something else came first: nothing was decided here. */
export function TooLate({ order, isRead = false, isChanged = false }: TooLateProps) {
  const asksAgain = isChanged || isAskedAgain(order);
  return (
    <div ref={isRead ? undefined : focusTitle}>
      <Notice
        tone="wait"
        role={isRead ? 'status' : 'alert'}
        title={
          isRead ? (
            <Trans>It no longer waits for approval</Trans>
          ) : (
            <Trans>Nothing was decided: something else came first</Trans>
          )
        }
      >
        <Stack gap="s3">
          <p>
            {asksAgain ? (
              <Trans>It was changed. You see it below as it is now; nothing is sent yet.</Trans>
            ) : (
              <What order={order} />
            )}
          </p>
          {!asksAgain && <Next current={order?.id} />}
        </Stack>
      </Notice>
    </div>
  );
}

/** It was changed, and waits for approval as it is now. */
export const isAskedAgain = (order: Order | undefined) =>
  order !== undefined && waitsForApproval(order);

/** What came first, and what that does to the money. */
function What({ order }: Pick<TooLateProps, 'order'>) {
  const { whole } = useMoment();
  if (!order) return <Trans>It was approved, declined, stopped or changed before.</Trans>;
  const { state, approval } = order;
  if (state === 'declined') {
    return approval ? (
      <Trans>
        Nothing is sent. Declined by {approval.by}: {whole(approval.at)}
      </Trans>
    ) : (
      <Trans>It was declined. Nothing is sent.</Trans>
    );
  }
  if (state === 'stopped') return <Trans>It was stopped. Nothing more is sent.</Trans>;
  if (state === 'expired') return <Trans>It expired. Nothing is sent.</Trans>;
  if (approval?.decision === 'approved') {
    return (
      <Trans>
        Approved by {approval.by}: {whole(approval.at)}
      </Trans>
    );
  }
  return <Trans>It was approved, declined, stopped or changed before.</Trans>;
}

/** The way to the next one, by its amount, or to all of them. */
function Next({ current }: { current: string | undefined }) {
  const { money } = useMoney();
  const { data } = useQuery(approvalsQuery);
  const next = data?.items.find(({ id, is_own }) => id !== current && !is_own);
  if (!next) {
    return (
      <Row>
        <ButtonLink to={paths.approvals()}>
          <Trans>Show all to approve</Trans>
        </ButtonLink>
      </Row>
    );
  }
  const amount = money(next.source_amount_cents, next.source_amount_currency);
  return (
    <Row>
      <ButtonLink variant="main" to={paths.approval(next.id)}>
        <span>
          <Trans>Next: {amount}</Trans>
        </span>
      </ButtonLink>
    </Row>
  );
}
