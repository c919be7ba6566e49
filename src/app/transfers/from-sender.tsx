import { Trans } from '@lingui/react/macro';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import type { QueuedCase } from '../../contract/api/case-queue.ts';
import type { Sender } from '../../contract/api/sender.ts';
import { verbatim } from '../i18n/trans.ts';
import { fromLookUp, has, isFromLookUp } from '../router/entry-state.ts';
import { paths } from '../router/paths.ts';
import { Link, useGoBack } from '../ui/link.tsx';
import type { Back } from '../ui/page-head.tsx';
import { SummaryRow } from '../ui/summary-list.tsx';
import styles from './from-sender.module.css';

type FromSenderProps = {
  sender: Sender;
  /** The state of the location of their page. */
  state?: unknown;
};

/** The sender of a transfer or a send, for support, with a link to their page. */
export function FromSender({ sender, state }: FromSenderProps) {
  const { id, email } = sender;
  const name = verbatim(sender.name);
  const to = paths.sender(id);
  if (sender.name === '') {
    return (
      <Trans>
        From{' '}
        <Link to={to} state={state} className={styles.link}>
          {email}
        </Link>
      </Trans>
    );
  }
  return (
    <Trans>
      From{' '}
      <Link to={to} state={state} className={styles.link}>
        {name}
      </Link>
      , {email}
    </Trans>
  );
}

/** Who sent a transfer or added a recipient, in a SummaryList, with a link to their page. */
export function SenderRow({ sender: { id, name, email } }: Pick<FromSenderProps, 'sender'>) {
  return (
    <SummaryRow term={<Trans>Sender</Trans>} note={name && <bdi translate="no">{email}</bdi>}>
      <Link to={paths.sender(id)}>
        <bdi translate="no">{name || email}</bdi>
      </Link>
    </SummaryRow>
  );
}

/** The state of a page that was opened from a sender's page, which belongs to Look up. */
export const fromSenderPage = { ...fromLookUp, fromSenderPage: true } as const;

/** The state of a page that was opened from what support resolved, which belongs to Look up. */
export const fromResolved = { ...fromLookUp, fromResolved: true } as const;

/** The state of a page that was opened from support's queue, in this order. */
export const fromCases = (order: string) => ({ ...fromLookUp, fromCases: order });

/** The page of a case of the queue: of its transfer, if support opened it for one, or of its send. */
export const casePath = ({ key, opened }: Pick<QueuedCase, 'key' | 'opened'>) =>
  opened ? paths.transfer(key) : paths.sendOutcome(key);

const casesState = z.object({ fromCases: z.string() });

/** The order of the queue that the page was opened from; null if it was another page. */
export function useCaseOrder(): string | null {
  return z.safeParse(casesState, useLocation().state).data?.fromCases ?? null;
}

type BackToSupportProps = {
  /** Of the transfer, send or recipient on the page. */
  sender: Sender | undefined;
  /** The way back for who did not come from Look up or from a sender's page. */
  otherwise: Back;
};

/** The way back: for support to the sender's page, Cases, Resolved or Look up, where they came from. */
export function useBackToSupport({ sender, otherwise }: BackToSupportProps): Back {
  const { state } = useLocation();
  const goBack = useGoBack();
  const order = useCaseOrder();
  if (sender && has(state, 'fromSenderPage')) {
    const label = <bdi translate="no">{sender.name || sender.email}</bdi>;
    return { to: paths.sender(sender.id), label, onClick: goBack };
  }
  if (order !== null) {
    return { to: paths.cases({ order }), label: <Trans>Cases</Trans>, onClick: goBack };
  }
  if (has(state, 'fromResolved')) {
    return { to: paths.resolved(), label: <Trans>Resolved</Trans>, onClick: goBack };
  }
  if (!isFromLookUp(state)) return otherwise;
  return { to: paths.support(), label: <Trans>Look up</Trans>, onClick: goBack };
}
