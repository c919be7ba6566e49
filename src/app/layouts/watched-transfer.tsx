import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { isFinal } from '../../contract/transfer-state.ts';
import { isFailure } from '../api/api-error.ts';
import { transferQuery } from '../api/transfers.ts';
import { showNotice } from '../live/notices.ts';
import { showInTitle } from '../live/tab-title.ts';
import { useLiveTransfers } from '../live/use-live-transfers.ts';
import { unwatch } from '../live/watched.ts';
import { paths } from '../router/paths.ts';

export type WatchedTransferProps = { id: string };

const slowly = 15_000;

/** Looks at one transfer, in a hidden tab too, and tells when it has ended. Shows nothing. */
export function WatchedTransfer({ id }: WatchedTransferProps) {
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

  const tell = useEffectEvent((ended: string) => {
    const isExecuted = ended === 'executed';
    showInTitle(isExecuted ? t`✓ Executed · Transfer ${id}` : t`✕ Rejected · Transfer ${id}`);
    showNotice(
      isExecuted ? t`Transfer ${id} was executed.` : t`Transfer ${id} was rejected.`,
      `transfer ${id}`,
      () => void navigate(paths.transfer(id)),
    );
  });

  // The browser's notices and the tab's title stand outside of what React renders.
  useEffect(() => {
    const hasEnded = state !== undefined && isFinal(state);
    if (hasEnded) tell(state);
    if (hasEnded || isGone) unwatch(id);
  }, [id, state, isGone]);

  return null;
}
