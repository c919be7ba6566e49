import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { SupportHealth } from '../../../contract/api/support.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { Details } from '../../ui/details.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Table } from '../../ui/table.tsx';
import { writeDuration } from './duration.ts';
import { FailureKind } from './failure-cards.tsx';
import styles from './health.module.css';

type LatencyCardProps = Pick<SupportHealth, 'latency' | 'attempts'>;

/** The number of attempts that the BFF keeps. */
const maxAttempts = 100;

// In pixels of the chart: the width of a bar with its gap, and the height of the longest bar.
const step = 4;
const height = 64;

/** Response times: median, 95th percentile, and the latest attempts as a chart. */
export function LatencyCard({ latency: { calls, p50_ms, p95_ms }, attempts }: LatencyCardProps) {
  const { locale } = useFormat();
  const written = (ms: number | null) => (ms === null ? '–' : writeDuration(ms, locale));
  const answered = attempts.filter(({ failure }) => failure === null);
  const longest = Math.max(1, ...answered.map(({ took_ms }) => took_ms));
  const top = written(longest);

  return (
    <Card as="section">
      <Stack>
        <h2>
          <Trans>Response time</Trans>
        </h2>
        <dl className={styles.heroes}>
          <div>
            <dt>
              <Trans>Median</Trans>
            </dt>
            <dd>{written(p50_ms)}</dd>
          </div>
          <div>
            <dt>
              <Trans>95th percentile</Trans>
            </dt>
            <dd>{written(p95_ms)}</dd>
          </div>
        </dl>
        {calls > 0 && (
          <div>
            <p className={styles.note}>
              <Plural value={calls} one="Latest call" other="Latest # calls" />
              {answered.length > 0 && (
                <>
                  {' · '}
                  <Trans>longest: {top}</Trans>
                </>
              )}
              {answered.length < calls && (
                <>
                  {' · '}
                  <Trans>dashed: failed</Trans>
                </>
              )}
            </p>
            <LatencyChart attempts={attempts} longest={longest} />
            <Details summary={<Trans>Show as a table</Trans>}>
              <AttemptsTable attempts={attempts} />
            </Details>
          </div>
        )}
      </Stack>
    </Card>
  );
}

type LatencyChartProps = Pick<SupportHealth, 'attempts'> & {
  /** The duration that fills the whole height, in milliseconds. */
  longest: number;
};

/** A bar for each attempt, the latest last, a dashed line for a failure. Hidden from screen readers: the table has the figures. */
function LatencyChart({ attempts, longest }: LatencyChartProps) {
  const first = maxAttempts - attempts.length;
  return (
    <svg
      className={styles.chart}
      aria-hidden="true"
      width="100%"
      height={height}
      viewBox={`0 0 ${maxAttempts * step} ${height}`}
      preserveAspectRatio="none"
    >
      {attempts.map(({ at, took_ms, failure }, place) => {
        const key = `${at} ${place}`;
        const x = (first + place) * step;
        // A different shape, because colour alone is not accessible.
        if (failure !== null) {
          return <path key={key} className={styles.gap} d={`M${x + 1.5} 0V${height}`} />;
        }
        const tall = Math.max((took_ms / longest) * height, 2);
        return (
          <rect
            key={key}
            className={styles.bar}
            x={x}
            y={height - tall}
            width={step - 1}
            height={tall}
          />
        );
      })}
    </svg>
  );
}

/** The latest attempts as a table, newest first. */
function AttemptsTable({ attempts }: Pick<SupportHealth, 'attempts'>) {
  const { t } = useLingui();
  const { locale, dateTime } = useFormat();
  return (
    <Table caption={t`Latest calls`} head={[t`When`, t`Result`, t`Duration`]} scrolls>
      {[...attempts].reverse().map(({ at, took_ms, failure }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two can end in the same millisecond
        <tr key={`${at} ${place}`}>
          <th scope="row">{dateTime(at)}</th>
          <td>{failure === null ? <Trans>Answered</Trans> : <FailureKind kind={failure} />}</td>
          <td>{writeDuration(took_ms, locale)}</td>
        </tr>
      ))}
    </Table>
  );
}
