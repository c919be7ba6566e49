import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useLoaderData, useLocation } from 'react-router-dom';
import type { TransferDetail } from '../../../../contract/api/transfer.ts';
import { isFailure } from '../../../api/api-error.ts';
import { sessionQuery } from '../../../api/session.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { PageTitle } from '../../../brand/page-title.tsx';
import { FreshnessNotice } from '../../../live/freshness.tsx';
import { OutdatedNotice } from '../../../live/outdated-notice.tsx';
import { useFreshness } from '../../../live/use-freshness.ts';
import { isFromLookUp } from '../../../router/from-look-up.ts';
import { paths } from '../../../router/paths.ts';
import { CopyTransferReport } from '../../../transfers/case-report.tsx';
import { isFromList } from '../../../transfers/from-list.ts';
import { StatusBadge } from '../../../transfers/status-badge.tsx';
import { useStateName } from '../../../transfers/use-state-name.ts';
import { useGoBack } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Split, Stack } from '../../../ui/stack.tsx';
import { Receipt } from './receipt.tsx';
import styles from './transfer.module.css';
import { stateBefore } from './transfer-steps.ts';
import { TransferSummary } from './transfer-summary.tsx';
import { TransferTimeline } from './transfer-timeline.tsx';
import { WhatNext } from './what-next.tsx';

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
  const { state } = useLocation();
  // Who came from a list returns to where they were in it.
  const goBack = useGoBack();

  return (
    <Stack>
      <PageTitle>{t`Transfer ${id}`}</PageTitle>
      <PageHead
        title={<Trans>Transfer {id}</Trans>}
        back={
          isFromLookUp(state)
            ? { to: paths.support(), label: <Trans>Look up</Trans>, onClick: goBack }
            : {
                to: paths.transfers(),
                label: <Trans>Transfers</Trans>,
                onClick: isFromList(state) ? goBack : undefined,
              }
        }
        side={
          <div role="status" aria-label={t`State`}>
            <StatusBadge state={detail.transfer.state} />
          </div>
        }
      />
      <FreshnessNotice of={age} />
      {error && !stopped && (
        <OutdatedNotice
          title={<Trans>This page could not be brought up to date</Trans>}
          error={error}
        />
      )}
      <AfterFinal detail={detail} />
      <Split>
        <Stack>
          <WhatNext detail={detail} />
          <TransferTimeline detail={detail} checkedAt={as_of} />
          {user.role === 'support' && <CopyTransferReport detail={detail} freshness={freshness} />}
        </Stack>
        <div className={styles.summary}>
          <TransferSummary detail={detail} />
        </div>
      </Split>
      {isPrinting && <Receipt detail={detail} checkedAt={as_of} />}
    </Stack>
  );
}

type AfterFinalProps = { detail: TransferDetail };

/** Says that the service changed its word on a transfer that had ended; read out when it happens. */
function AfterFinal({ detail: { transfer, timeline } }: AfterFinalProps) {
  const stateName = useStateName();
  const ended = stateBefore(transfer.state, timeline);
  const before = ended && stateName(ended);
  const now = stateName(transfer.state);
  return (
    <div role="status">
      {before && (
        <Notice tone="wait" title={<Trans>The service changed this transfer</Trans>}>
          <p>
            <Trans>
              It was {before} and is now {now}. Please don’t send it again yet.
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
    // The browser takes the page as it stands when this event is over.
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

/** Whether the page is being printed, by a button of ours or by the browser's own. */
function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}
