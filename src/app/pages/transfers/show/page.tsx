import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useLoaderData, useLocation } from 'react-router-dom';
import type { User } from '../../../../contract/api/session.ts';
import { looksUp } from '../../../../contract/api/session.ts';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { isFinal } from '../../../../contract/transfer-state.ts';
import { isFailure } from '../../../api/api-error.ts';
import { countriesQuery } from '../../../api/reference.ts';
import { sessionQuery } from '../../../api/session.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { HydratedApart } from '../../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { words } from '../../../i18n/trans.ts';
import { TransferHelp } from '../../../layouts/transfer-help.tsx';
import { FreshnessNotice } from '../../../live/freshness.tsx';
import { OutdatedNotice } from '../../../live/outdated-notice.tsx';
import { useFreshness } from '../../../live/use-freshness.ts';
import { isFromList } from '../../../router/entry-state.ts';
import { paths } from '../../../router/paths.ts';
import { CopyTransferReport } from '../../../transfers/case-report.tsx';
import { useBackToSupport } from '../../../transfers/from-sender.tsx';
import { CorrectRecipient } from '../../../transfers/rejected.tsx';
import { TransferLayout } from '../../../transfers/transfer-layout.tsx';
import { useStateName } from '../../../transfers/use-state-name.ts';
import { WatchButton } from '../../../transfers/watch-button.tsx';
import { Ago } from '../../../ui/ago.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { useGoBack } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { BackLink } from '../../../ui/page-head.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { TileButton, Tiles } from '../../../ui/tiles.tsx';
import { Receipt } from './receipt.tsx';
import { useReceiptName } from './receipt-rows.ts';
import { ReceiptsCard } from './receipts-card.tsx';
import { ShareTile } from './share-tile.tsx';
import styles from './transfer.module.css';
import { TransferCard } from './transfer-card.tsx';
import { TransferState } from './transfer-state.tsx';
import { stateBefore } from './transfer-steps.ts';
import { useIssuedReceipt } from './use-issued-receipt.ts';

// Lazy: only support and auditors see it.
const TransferCasePart = lazy(async () => ({
  default: (await import('./transfer-case.tsx')).TransferCasePart,
}));

export function Page() {
  const { t } = useLingui();
  const id = useLoaderData<string>();
  const { data: detail, error } = useSuspenseQuery(transferQuery(id));
  const isSilent = isFailure(error, 'service-unreachable', 'service-timeout');
  const age = { as_of: detail.as_of, service: isSilent ? 'silent' : detail.service } as const;
  const freshness = useFreshness(age);
  const { as_of, stopped } = freshness;
  const { user } = useSuspenseQuery(sessionQuery).data;
  const isPrinting = usePrinting();
  const issued = useIssuedReceipt(detail);
  const receiptName = useReceiptName();
  // Whose money did not arrive needs help first, and only then another transfer.
  const isHelpFirst = user.role === 'sender' && detail.transfer.state === 'rejected';
  // The person who has just pressed Send finds the tab by it.
  const isSent = user.role === 'sender' && detail.transfer.state === 'pending';
  const { state } = useLocation();
  // Back to a list restores its scroll position.
  const goBack = useGoBack();

  const back = useBackToSupport({
    sender: detail.sender,
    otherwise: {
      to: paths.transfers(),
      label: <Trans>Transfers</Trans>,
      onClick: isFromList(state) ? goBack : undefined,
    },
  });

  const isSender = user.role === 'sender';

  async function print() {
    // Only a sender issues one; without its code the receipt is printed all the same.
    if (isSender) await issued.issue();
    window.print();
  }

  return (
    <Stack>
      {isPrinting ? (
        <title>{receiptName(id)}</title>
      ) : (
        <PageTitle>{isSent ? t`Sent · Transfer ${id}` : t`Transfer ${id}`}</PageTitle>
      )}
      <BackLink {...back} />
      <div className={styles.notices}>
        <FreshnessNotice of={age} />
        {error && !stopped && (
          <OutdatedNotice title={<Trans>We couldn’t update this page</Trans>} error={error} />
        )}
        <AfterFinal detail={detail} />
      </div>
      <TransferLayout
        state={<TransferState detail={detail} />}
        actions={
          <Stack>
            <Tiles>
              <TileButton icon="receipt" onClick={() => void print()}>
                <Trans>Receipt</Trans>
              </TileButton>
              <ShareTile
                prepare={isSender ? issued.issue : async () => ({ detail, receipt: null })}
              />
              {!isHelpFirst && <TransferHelp detail={detail} />}
            </Tiles>
            <WithoutCode error={issued.error} />
            {isHelpFirst && <TransferHelp main detail={detail} />}
            <HydratedApart>
              <NextAction detail={detail} role={user.role} />
              {looksUp(user.role) && <CopyTransferReport detail={detail} freshness={freshness} />}
            </HydratedApart>
          </Stack>
        }
        facts={
          <HydratedApart>
            <Stack>
              <TransferCard detail={detail} />
              <ReceiptsCard detail={detail} mayWithdraw={isSender} />
            </Stack>
          </HydratedApart>
        }
        foot={
          <p>
            <Trans>
              Checked <Ago at={as_of} />.
            </Trans>{' '}
            {!isFinal(detail.transfer.state) && <Trans>This page updates itself.</Trans>}{' '}
            <Trans>Times show when we first noticed each step.</Trans>
          </p>
        }
      />
      {looksUp(user.role) && !isPrinting && (
        <HydratedApart>
          <TransferCasePart key={id} transfer={detail.transfer} />
        </HydratedApart>
      )}
      {isPrinting && <Receipt detail={detail} receipt={issued.receipt} />}
    </Stack>
  );
}

type NextActionProps = { detail: TransferDetail; role: User['role'] };

/** Before the end: a notification of it. After it, for senders: the same transfer once more, corrected if it was rejected. */
function NextAction({ detail: { transfer, timeline, recipient }, role }: NextActionProps) {
  const { data: countries } = useSuspenseQuery(countriesQuery);
  const { id, state } = transfer;
  if (!isFinal(state)) return <WatchButton id={id} />;
  // After another end the notice asks not to send again yet.
  if (role !== 'sender' || stateBefore(state, timeline)) return null;
  const isRejected = state === 'rejected';
  const again = (
    <ButtonLink
      variant={isRejected ? 'plain' : 'main'}
      wide
      to={paths.quote({
        source_amount_cents: transfer.source_amount_cents.toString(),
        source_amount_currency: transfer.source_amount_currency,
        destination_amount_currency: transfer.destination_amount_currency,
        country_id: countries.find(({ name }) => name === recipient?.country_name)?.id,
        destination_account_id: transfer.destination_account_id,
      })}
    >
      <Trans>Send again</Trans>
    </ButtonLink>
  );
  if (!isRejected) return again;
  return (
    <Stack>
      <CorrectRecipient id={transfer.destination_account_id} />
      {again}
    </Stack>
  );
}

/** Says that a receipt was made without the code by which others check it; announced live. */
function WithoutCode({ error }: { error: Error | null }) {
  const failureMessage = useFailureMessage();
  return (
    <div role="status">
      {error && (
        <Notice tone="wait" title={<Trans>The receipt has no code to check it</Trans>}>
          <p>{failureMessage(error)}</p>
        </Notice>
      )}
    </div>
  );
}

type AfterFinalProps = { detail: TransferDetail };

/** Warns that the service changed a final state (contract 3 shows no transitions); announced live. */
function AfterFinal({ detail: { transfer, timeline } }: AfterFinalProps) {
  const stateName = useStateName();
  const ended = stateBefore(transfer.state, timeline);
  const before = ended && words(stateName(ended));
  const now = words(stateName(transfer.state));
  return (
    <div role="status">
      {before && (
        <Notice tone="wait" title={<Trans>The payment service changed this transfer</Trans>}>
          <p>
            <Trans>
              It went from {before} to {now}. Please don’t send it again yet.
            </Trans>
          </p>
        </Notice>
      )}
    </div>
  );
}

let isPrinting = false;

function subscribe(listener: () => void): () => void {
  function begin() {
    isPrinting = true;
    // The browser prints the document as it is after this event, so the receipt renders synchronously.
    flushSync(listener);
  }
  function end() {
    isPrinting = false;
    listener();
  }
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    isPrinting = false;
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** Whether the page is being printed, by our button or by the browser's own. */
function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  );
}
