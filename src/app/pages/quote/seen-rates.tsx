import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { RatesQuery, SeenRate } from '../../../contract/api/rates.ts';
import { parseRate, writeRate } from '../../../money/rate.ts';
import { ratesQuery } from '../../api/rates.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { clockNow } from '../../ui/clock.ts';
import { Details } from '../../ui/details.tsx';
import { SparkLine } from '../../ui/spark-line.tsx';
import { RateTable } from './rate-table.tsx';
import styles from './seen-rates.module.css';
import { seenSpan } from './seen-span.ts';

export type SeenRatesProps = {
  pair: RatesQuery;
  /** The rate of now, where it is known. */
  current: SeenRate | undefined;
};

/** How the rate of a pair has moved, as far as this app has seen it; nothing where that is little. */
export function SeenRates({ pair, current }: SeenRatesProps) {
  const { locale } = useFormat();
  const { data } = useQuery(ratesQuery(pair));
  const span = data && seenSpan(data, current, clockNow());
  if (!span) return null;
  const { source_currency, destination_currency } = pair;
  const write = (text: string) => {
    const rate = parseRate(text);
    return rate ? writeRate(rate, locale) : text;
  };
  const days = Math.ceil(span.hours / 24);
  const [low, high] = [write(span.min), write(span.max)];
  return (
    <Card>
      <h2>
        <Trans>
          {source_currency} to {destination_currency}, as seen here
        </Trans>
      </h2>
      <div className={styles.line}>
        <SparkLine
          points={span.points.map(({ rate, seen_at }) => ({
            at: Date.parse(seen_at),
            // To place a point; what is read as a figure is exact.
            value: Number(rate),
          }))}
        />
      </div>
      <p className={styles.words}>
        {span.hours <= 24 ? (
          <Trans>
            {low} to {high} in the last <Plural value={span.hours} one="hour" other="# hours" />,{' '}
            <Plural value={span.count} one="# estimate" other="# estimates" />
          </Trans>
        ) : (
          <Trans>
            {low} to {high} in the last <Plural value={days} one="day" other="# days" />,{' '}
            <Plural value={span.count} one="# estimate" other="# estimates" />
          </Trans>
        )}
      </p>
      <Details summary={<Trans>Show as a table</Trans>}>
        <RateTable points={span.points} write={write} />
      </Details>
    </Card>
  );
}
