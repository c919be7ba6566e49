import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Order } from '../../../../contract/api/order.ts';
import { waitsForApproval } from '../../../../contract/api/order-states.ts';
import { verbatim, words } from '../../../i18n/trans.ts';
import { useMoment } from '../../../i18n/use-format.ts';
import { SummaryRow } from '../../../ui/summary-list.tsx';
import listStyles from './outcome.module.css';

type OrderApprovalProps = { order: Order };

/** Nobody approved it in time. */
export const isUnapproved = ({ state, reason }: Order) =>
  state === 'expired' && reason === 'approval';

/** What a second person said of it and when, or until when it waits for that; nothing where nobody was asked. */
export function ApprovalRow({ order }: OrderApprovalProps): ReactNode {
  const { whole } = useMoment();
  const { approval, expires_at } = order;
  const by = verbatim(approval?.by);
  const until = expires_at && whole(expires_at);
  if (waitsForApproval(order)) {
    return (
      <SummaryRow term={<Trans>Approval</Trans>} note={until && <Trans>Expires {until}</Trans>}>
        <Trans context="of an approval">Waiting</Trans>
      </SummaryRow>
    );
  }
  if (isUnapproved(order)) {
    return (
      <SummaryRow term={<Trans>Approval</Trans>} note={until && <Trans>Expired {until}</Trans>}>
        <Trans>Nobody approved it</Trans>
      </SummaryRow>
    );
  }
  if (!approval) return null;
  return (
    <SummaryRow term={<Trans>Approval</Trans>} note={whole(approval.at)}>
      {approval.decision === 'approved' ? (
        <Trans>Approved by {by}</Trans>
      ) : (
        <Trans>Declined by {by}</Trans>
      )}
    </SummaryRow>
  );
}

/** Why somebody declined it, in their words. */
export function DeclineNote({ order: { state, approval } }: OrderApprovalProps): ReactNode {
  if (state !== 'declined' || !approval?.reason) return null;
  const by = verbatim(approval.by);
  return (
    <p className={listStyles.word}>
      <Trans>
        <b>{by}:</b> {words(approval.reason)}
      </Trans>
    </p>
  );
}
