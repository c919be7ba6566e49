import { Plural, Trans } from '@lingui/react/macro';
import type { SupportHealth } from '../../../contract/api/support.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { Details } from '../../ui/details.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Strip } from '../../ui/strip.tsx';
import { AttemptsTable } from './attempts-table.tsx';
import { writeDuration } from './duration.ts';
import styles from './health.module.css';

export type LatencyCardProps = Pick<SupportHealth, 'latency' | 'attempts'>;

/** As many attempts as the BFF remembers. */
const room = 100;

/** How long the service takes to answer: its usual and its worst, and the latest attempts as a picture. */
export function LatencyCard({ latency: { calls, p50_ms, p95_ms }, attempts }: LatencyCardProps) {
  const { locale } = useFormat();
  const written = (ms: number | null) => (ms === null ? '–' : writeDuration(ms, locale));
  const answered = attempts.filter(({ failure }) => failure === null);
  const longest = Math.max(1, ...answered.map(({ took_ms }) => took_ms));
  const top = written(longest);
  const bars = attempts.map(({ at, took_ms, failure }, place) => ({
    key: `${at} ${place}`,
    height: failure === null ? took_ms / longest : null,
  }));

  return (
    <Card as="section">
      <Stack>
        <h2>
          <Trans>How long an answer takes</Trans>
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
              <Plural value={calls} one="The latest call" other="The latest # calls" />
              {answered.length > 0 && (
                <>
                  {' · '}
                  <Trans>longest {top}</Trans>
                </>
              )}
              {answered.length < calls && (
                <>
                  {' · '}
                  <Trans>dashed: failed</Trans>
                </>
              )}
            </p>
            <Strip bars={bars} room={room} />
            <Details summary={<Trans>Show as a table</Trans>}>
              <AttemptsTable attempts={attempts} />
            </Details>
          </div>
        )}
      </Stack>
    </Card>
  );
}
