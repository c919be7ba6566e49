import { Trans, useLingui } from '@lingui/react/macro';
import type { SupportHealth } from '../../../contract/api/support.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { ChartRow } from '../../ui/chart-row.tsx';
import { ChartTable } from '../../ui/chart-table.tsx';
import { Stack } from '../../ui/stack.tsx';
import { FailureKind } from './failure-kind.tsx';

export type FailuresCardProps = Pick<SupportHealth, 'failures'>;

/** What went wrong in the last hour, by kind; the most first. */
export function FailuresCard({ failures }: FailuresCardProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const kinds = Object.entries(failures).sort(([, a], [, b]) => b - a);
  const most = kinds[0]?.[1] ?? 1;
  return (
    <Card as="section">
      <Stack gap="s3">
        <h2>
          <Trans>Failures in the last hour</Trans>
        </h2>
        {kinds.length === 0 ? (
          <p>
            <Trans>None</Trans>
          </p>
        ) : (
          <ChartTable caption={t`Failures in the last hour`} head={[t`Kind`, t`Calls`]}>
            {kinds.map(([kind, count]) => (
              <ChartRow
                key={kind}
                name={<FailureKind kind={kind} />}
                share={count / most}
                tone="stop"
                figure={count.toLocaleString(locale)}
              />
            ))}
          </ChartTable>
        )}
      </Stack>
    </Card>
  );
}
