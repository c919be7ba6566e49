import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Rates, RatesQuery, SeenRate } from '../../../contract/api/rates.ts';
import { isLowerRate, parseRate, writeRate } from '../../../money/rate.ts';
import { ratesQuery } from '../../api/rates.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { clockNow } from '../../ui/clock.ts';
import { Details } from '../../ui/details.tsx';
import { SparkLine } from '../../ui/spark-line.tsx';
import { Table } from '../../ui/table.tsx';
import { PayoutOptions, type PayoutOptionsProps } from './payout-options.tsx';
import styles from './quote-aside.module.css';

const hour = 60 * 60_000;

export type QuoteAsideProps = PayoutOptionsProps & {
  /** The latest rate between them and when it was taken, where there is one. */
  rate: string | undefined;
  taken_at: string | undefined;
};

/** Beside the form once it says where to: what the same money could be, and how its rate has moved. */
export function QuoteAside({ rate, taken_at, ...options }: QuoteAsideProps) {
  const { country, source, destination } = options;
  return (
    <>
      {!country.is_asset && <PayoutOptions {...options} />}
      <RateHistory
        pair={{
          source_currency: source.iso_code,
          destination_currency: destination.iso_code,
          country_id: country.id,
        }}
        current={rate && taken_at ? { rate, seen_at: taken_at } : undefined}
      />
    </>
  );
}

type RateHistoryProps = {
  pair: RatesQuery;
  /** The rate of now, where it is known. */
  current: SeenRate | undefined;
};

/** How the rate of a pair has moved, as far as this app has seen it; nothing where that is little. */
function RateHistory({ pair, current }: RateHistoryProps) {
  const { locale } = useFormat();
  const { data } = useQuery(ratesQuery(pair));
  const span = data && rateSpan(data, current, clockNow());
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

type RateTableProps = {
  /** Oldest first. */
  points: readonly SeenRate[];
  write: (rate: string) => string;
};

/** The points of the line, the latest first. */
function RateTable({ points, write }: RateTableProps) {
  const { t } = useLingui();
  const { dateTime } = useFormat();
  return (
    <Table caption={t`Rates seen here`} head={[t`When`, t`Rate`]} scrolls>
      {points.toReversed().map(({ rate, seen_at }) => (
        <tr key={seen_at}>
          <th scope="row">
            <time dateTime={seen_at}>{dateTime(seen_at)}</time>
          </th>
          <td>{write(rate)}</td>
        </tr>
      ))}
    </Table>
  );
}

type RateSpan = {
  count: number;
  min: string;
  max: string;
  /** Oldest first. */
  points: readonly SeenRate[];
  /** Whole hours since the first of them. */
  hours: number;
};

/**
 * What was seen of a pair, the rate of now among it; null where that is too little to tell a movement:
 * less than three estimates, or all within an hour.
 */
function rateSpan(seen: Rates, current: SeenRate | undefined, now: number): RateSpan | null {
  const { since, min, max, points } = seen;
  const latest = points.at(-1);
  if (since === null || min === null || max === null || !latest) return null;

  const isNew = current !== undefined && Date.parse(current.seen_at) > Date.parse(latest.seen_at);
  const all = isNew ? [...points, current] : points;
  const count = seen.count + (isNew ? 1 : 0);
  const end = Date.parse((isNew ? current : latest).seen_at);
  if (count < 3 || all.length < 2 || end - Date.parse(since) < hour) return null;
  return {
    count,
    min: isNew && isLowerRate(current.rate, min) ? current.rate : min,
    max: isNew && isLowerRate(max, current.rate) ? current.rate : max,
    points: all,
    hours: Math.ceil((now - Date.parse(since)) / hour),
  };
}
