import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { SupportTotals } from '../../../contract/api/support.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { Button } from '../../ui/button.tsx';
import { ChartRow } from '../../ui/chart-row.tsx';
import { ChartTable } from '../../ui/chart-table.tsx';
import { Stack } from '../../ui/stack.tsx';

export type PairTotalsProps = { totals: SupportTotals };

const fewest = 6;

/** How many transfers go from which currency to which, and what was sent and arrives; the most first. */
export function PairTotals({ totals: { total, by_pair } }: PairTotalsProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { money } = useMoney();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? by_pair : by_pair.slice(0, fewest);
  const most = by_pair[0]?.count ?? 1;
  const all = by_pair.length.toLocaleString(locale);
  if (total === 0) return <Trans>No transfers yet</Trans>;
  return (
    <Stack gap="s3">
      <ChartTable
        caption={t`By currencies`}
        head={[t`From and to`, t`Transfers, sent and arriving`]}
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
            figure={pair.count.toLocaleString(locale)}
            more={
              <>
                <p>{money(pair.source_amount_cents, from)}</p>
                <p>{money(pair.destination_amount_cents, to)}</p>
              </>
            }
          />
        ))}
      </ChartTable>
      {by_pair.length > fewest && (
        <Button variant="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? <Trans>Show fewer</Trans> : <Trans>Show all {all}</Trans>}
        </Button>
      )}
    </Stack>
  );
}
