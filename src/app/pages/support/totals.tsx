import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { supportTotalsQuery } from '../../api/support.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { Freshness } from '../../live/freshness.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';
import { PairTotals } from './pair-totals.tsx';
import { StateTotals } from './state-totals.tsx';
import styles from './support.module.css';

/** All transfers of the service in two charts, and of when they are. */
export function Totals() {
  const failureMessage = useFailureMessage();
  const { data: totals, error } = useQuery(supportTotalsQuery);
  if (!totals && !error) return <Skeleton lines={6} />;
  if (!totals) {
    return (
      <Notice tone="wait" role="status" title={<Trans>The totals could not be read</Trans>}>
        <p>{failureMessage(error)}</p>
      </Notice>
    );
  }
  return (
    <Stack gap="s3">
      <div className={styles.columns}>
        <StateTotals totals={totals} />
        <PairTotals totals={totals} />
      </div>
      <div>
        <Freshness of={totals} />
      </div>
    </Stack>
  );
}
