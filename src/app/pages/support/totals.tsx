import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { SupportTotals } from '../../../contract/api/support.ts';
import { supportTotalsQuery } from '../../api/support.ts';
import { useHydrated } from '../../hydration/hydrated-part.tsx';
import { useFailureMessage } from '../../i18n/failure-message.ts';
import { verbatim } from '../../i18n/trans.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { Freshness } from '../../live/freshness.tsx';
import { StatusBadge } from '../../transfers/status-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChartRow, ChartTable } from '../../ui/chart-table.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stack, useIsWide } from '../../ui/stack.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './support.module.css';

/** All transfers of the service in two charts, with their age. */
export function Totals() {
  const failureMessage = useFailureMessage();
  const { data: totals, error } = useQuery(supportTotalsQuery);
  if (!totals && !error) return <Skeleton lines={6} />;
  if (!totals) {
    return (
      <Notice tone="wait" role="status" title={<Trans>We couldn’t load the totals</Trans>}>
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

type TotalsProps = { totals: SupportTotals };

/** Side by side on a wide screen; on a phone as tabs, with the choice in the URL. */
function Charts({ totals }: TotalsProps) {
  const { t } = useLingui();
  const isWide = useIsWide();
  // The server does not know the width: until hydration there is one of each, and CSS shows the right one.
  const isHydrated = useHydrated();
  const [search, setSearch] = useSearchParams();
  // The URL changes only after the loader has run, so the tab keeps its own state to change at once.
  const [chosen, setChosen] = useState(search.get('totals'));
  const charts = [
    { value: 'state', label: t`By status`, panel: <StateTotals totals={totals} /> },
    { value: 'currencies', label: t`By currency`, panel: <PairTotals totals={totals} /> },
  ];

  function choose(value: string) {
    setChosen(value);
    setSearch({ totals: value }, { replace: true, preventScrollReset: true });
  }

  const columns = (
    <div key="columns" className={classNames(styles.columns, !isHydrated && styles.onlyWide)}>
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
  const tabs = (
    <div key="tabs" className={isHydrated ? undefined : styles.onlyNarrow}>
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
    </div>
  );
  return [(isWide || !isHydrated) && columns, (!isWide || !isHydrated) && tabs];
}

const tones = { assigned: 'wait', rejected: 'stop' } as const;
const toneOf = (state: string) =>
  state === 'assigned' || state === 'rejected' ? tones[state] : undefined;

/** The number of transfers and the amount sent, by state. */
function StateTotals({ totals: { total, by_state } }: TotalsProps) {
  const { t } = useLingui();
  const { whole } = useFormat();
  const { money } = useMoney();
  if (total === 0) return <Trans>No transfers yet</Trans>;
  return (
    <ChartTable caption={t`By status`} head={[t`Status`, t`Transfers and amount sent`]}>
      {by_state.map(({ state, count, sums }) => (
        <ChartRow
          key={state}
          name={<StatusBadge state={state} />}
          share={count / total}
          tone={toneOf(state)}
          figure={whole(count)}
          more={sums.map(({ source_amount_currency: currency, source_amount_cents }) => (
            <p key={currency}>{verbatim(money(source_amount_cents, currency))}</p>
          ))}
        />
      ))}
    </ChartTable>
  );
}

const minPairs = 6;

/** The number of transfers and both amounts by pair of currencies, most transfers first. */
function PairTotals({ totals: { total, by_pair } }: TotalsProps) {
  const { t } = useLingui();
  const { whole } = useFormat();
  const { money } = useMoney();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? by_pair : by_pair.slice(0, minPairs);
  const most = by_pair[0]?.count ?? 1;
  const all = whole(by_pair.length);
  if (total === 0) return <Trans>No transfers yet</Trans>;
  return (
    <Stack gap="s3">
      <ChartTable
        caption={t`By currency`}
        head={[t`Currencies`, t`Transfers, amount sent and received`]}
      >
        {shown.map(({ source_amount_currency: from, destination_amount_currency: to, ...pair }) => (
          <ChartRow
            key={`${from} ${to}`}
            name={
              <Trans>
                {from} to {to}
              </Trans>
            }
            share={pair.count / most}
            figure={whole(pair.count)}
            more={
              <>
                <p>{verbatim(money(pair.source_amount_cents, from))}</p>
                <p>{verbatim(money(pair.destination_amount_cents, to))}</p>
              </>
            }
          />
        ))}
      </ChartTable>
      {by_pair.length > minPairs && (
        <Button variant="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? (
            <Trans>Show fewer</Trans>
          ) : (
            <span>
              <Trans>Show all {all}</Trans>
            </span>
          )}
        </Button>
      )}
    </Stack>
  );
}
