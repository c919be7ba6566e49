import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { SupportTotals } from '../../../contract/api/support.ts';
import { supportTotalsQuery } from '../../api/support.ts';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { Freshness } from '../../live/freshness.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
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
      <Charts totals={totals} />
      <div>
        <Freshness of={totals} />
      </div>
    </Stack>
  );
}

/** Beside one another where there is room; on a phone one at a time, which the address remembers. */
function Charts({ totals }: { totals: SupportTotals }) {
  const { t } = useLingui();
  const isWide = useIsWide();
  const [search, setSearch] = useSearchParams();
  // The address follows once the page's loader is through; the tab changes at once.
  const [chosen, setChosen] = useState(search.get('totals'));
  const charts = [
    { value: 'state', label: t`By state`, panel: <StateTotals totals={totals} /> },
    { value: 'currencies', label: t`By currencies`, panel: <PairTotals totals={totals} /> },
  ];

  function choose(value: string) {
    setChosen(value);
    setSearch({ totals: value }, { replace: true, preventScrollReset: true });
  }

  if (isWide) {
    return (
      <div className={styles.columns}>
        {charts.map(({ value, label, panel }) => (
          <Card key={value} as="section">
            <Stack gap="s3">
              <h2>{label}</h2>
              {panel}
            </Stack>
          </Card>
        ))}
      </div>
    );
  }
  return (
    <Card as="section">
      <Stack gap="s2">
        <h2>
          <Trans>Transfers</Trans>
        </h2>
        <Tabs
          label={t`Transfers`}
          tabs={charts}
          value={chosen === 'currencies' ? chosen : 'state'}
          onChange={choose}
        />
      </Stack>
    </Card>
  );
}
