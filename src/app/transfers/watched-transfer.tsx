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

type WatchedTransferProps = {
  id: string;
  /** Called when the transfer has ended, or no longer exists. */
  onEnd: () => void;
};

const pollMs = 15_000;

/** Polls one transfer, also in a hidden tab, and notifies when it has ended. Renders nothing. */
export function WatchedTransfer({ id, onEnd }: WatchedTransferProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  // The event stream closes in a hidden tab, so the transfer is polled there.
  const { isLive } = useLiveTransfers();
  const { data, error } = useQuery({
    ...transferQuery(id),
    refetchInterval: isLive ? false : pollMs,
    refetchIntervalInBackground: true,
  });
  const state = data?.transfer.state;
  const isGone = isFailure(error, 'not-found');

  const end = useEffectEvent(() => {
    if (state !== undefined && isFinal(state)) tell(state === 'executed');
    onEnd();
  });

  function tell(isExecuted: boolean) {
    // The name of the mails' placeholder, so that both are one message.
    const transfer = id;
    showInTitle(isExecuted ? t`✓ Completed · Transfer ${id}` : t`✕ Rejected · Transfer ${id}`);
    void showNotification(
      isExecuted
        ? t`Transfer ${id} is completed.`
        : t`Transfer ${transfer} was rejected: nothing was paid to the recipient.`,
      { tag: `transfer ${id}`, url: paths.transfer(id) },
      () => void navigate(paths.transfer(id)),
    );
  }

  const hasEnded = isGone || (state !== undefined && isFinal(state));
  // Notifications and the tab's title are outside React.
  useEffect(() => {
    if (hasEnded) end();
  }, [hasEnded]);

  return null;
}

let pageTitle: string | null = null;
let shownTitle = '';

/** Replaces the tab's title until the next key press or click in the tab. */
function showInTitle(text: string): void {
  // Navigation may have changed the title since the last call.
  if (pageTitle === null || document.title !== shownTitle) pageTitle = document.title;
  shownTitle = text;
  document.title = text;
  window.addEventListener('pointerdown', restoreTitle);
  window.addEventListener('keydown', restoreTitle);
}

function restoreTitle() {
  if (pageTitle !== null && document.title === shownTitle) document.title = pageTitle;
  pageTitle = null;
  window.removeEventListener('pointerdown', restoreTitle);
  window.removeEventListener('keydown', restoreTitle);
}
