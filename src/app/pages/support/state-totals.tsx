import { Trans, useLingui } from '@lingui/react/macro';
import type { SupportTotals } from '../../../contract/api/support.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { StatusBadge } from '../../transfers/status-badge.tsx';
import { ChartRow } from '../../ui/chart-row.tsx';
import { ChartTable } from '../../ui/chart-table.tsx';

export type StateTotalsProps = { totals: SupportTotals };

const tones = { assigned: 'wait', rejected: 'stop' } as const;
const toneOf = (state: string) =>
  state === 'assigned' || state === 'rejected' ? tones[state] : undefined;

/** How many transfers are in each state, and what was sent with them. */
export function StateTotals({ totals: { total, by_state } }: StateTotalsProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { money } = useMoney();
  if (total === 0) return <Trans>No transfers yet</Trans>;
  return (
    <ChartTable caption={t`By state`} head={[t`State`, t`Transfers, and sent`]}>
      {by_state.map(({ state, count, sums }) => (
        <ChartRow
          key={state}
          name={<StatusBadge state={state} />}
          share={count / total}
          tone={toneOf(state)}
          figure={count.toLocaleString(locale)}
          more={sums.map(({ source_amount_currency: currency, source_amount_cents }) => (
            <p key={currency}>{money(source_amount_cents, currency)}</p>
          ))}
        />
      ))}
    </ChartTable>
  );
}
