import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { isFinal } from '../../contract/transfer-state.ts';
import { isFailure } from '../api/api-error.ts';
import { transferQuery } from '../api/transfers.ts';
import { useLiveTransfers } from '../live/use-live-transfers.ts';
import { paths } from '../router/paths.ts';
import { showNotification } from './notifications.ts';

export type WatchedTransferProps = {
  id: string;
  /** It has ended, or is no longer there. */
  onEnd: () => void;
};

const slowly = 15_000;

/** Looks at one transfer, in a hidden tab too, and tells when it has ended. Shows nothing. */
export function WatchedTransfer({ id, onEnd }: WatchedTransferProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  // A hidden tab has no stream.
  const { isLive } = useLiveTransfers();
  const { data, error } = useQuery({
    ...transferQuery(id),
    refetchInterval: isLive ? false : slowly,
    refetchIntervalInBackground: true,
  });
  const state = data?.transfer.state;
  const isGone = isFailure(error, 'not-found');

  const end = useEffectEvent(() => {
    if (state !== undefined && isFinal(state)) tell(state === 'executed');
    onEnd();
  });

  function tell(isExecuted: boolean) {
    showInTitle(isExecuted ? t`✓ Executed · Transfer ${id}` : t`✕ Rejected · Transfer ${id}`);
    showNotification(
      isExecuted ? t`Transfer ${id} was executed.` : t`Transfer ${id} was rejected.`,
      `transfer ${id}`,
      () => void navigate(paths.transfer(id)),
    );
  }

  const hasEnded = isGone || (state !== undefined && isFinal(state));
  // The browser's notices and the tab's title stand outside of what React renders.
  useEffect(() => {
    if (hasEnded) end();
  }, [hasEnded]);

  return null;
}

let titleOfPage: string | null = null;
let shownTitle = '';

/** Puts a text in the place of the tab's title until the person does something in the tab. */
function showInTitle(text: string): void {
  // It may have become another page's meanwhile.
  if (titleOfPage === null || document.title !== shownTitle) titleOfPage = document.title;
  shownTitle = text;
  document.title = text;
  window.addEventListener('pointerdown', restoreTitle);
  window.addEventListener('keydown', restoreTitle);
}

function restoreTitle() {
  if (titleOfPage !== null && document.title === shownTitle) document.title = titleOfPage;
  titleOfPage = null;
  window.removeEventListener('pointerdown', restoreTitle);
  window.removeEventListener('keydown', restoreTitle);
}
