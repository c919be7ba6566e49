import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { Arrival } from '../../../contract/api/arrival.ts';
import type { Rates, RatesQuery, SeenRate } from '../../../contract/api/rates.ts';
import {
  alignRates,
  inverseToRead,
  isLowerRate,
  leadingRate,
  parseRate,
  writeRate,
} from '../../../money/rate.ts';
import { ratesQuery } from '../../api/rates.ts';
import { serverTime } from '../../i18n/intl.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { ArrivalTip } from '../../transfers/arrival-tip.tsx';
import { Card } from '../../ui/card.tsx';
import { Details } from '../../ui/details.tsx';
import { SparkLine } from '../../ui/spark-line.tsx';
import { Table } from '../../ui/table.tsx';
import { PayoutOptions, type PayoutOptionsProps } from './payout-options.tsx';
import styles from './quote-aside.module.css';

const hour = 60 * 60_000;
const inverseDigits = 6;

export type QuoteAsideProps = PayoutOptionsProps & {
  /** When the latest rate of the pair was estimated, if there is one. */
  taken_at: string | undefined;
  /** How long transfers to the recipient's bank took, if the recipient is chosen and enough is known. */
  arrival: Arrival | undefined;
};

/**
 * Beside the form once a country is chosen: payout options, how long transfers took, and rate history. Memoized, because the page
 * renders at every key.
 */
export const QuoteAside = memo(function QuoteAside(props: QuoteAsideProps) {
  const { taken_at, arrival, ...options } = props;
  const { country, source, destination, rate } = options;
  const pair = {
    source_currency: source.iso_code,
    destination_currency: destination.iso_code,
    country_id: country.id,
  };
  return (
    <>
      {!country.is_asset && <PayoutOptions {...options} />}
      <ArrivalTo pair={pair} arrival={arrival} />
      <RateHistory
        pair={pair}
        current={rate && taken_at ? { rate, seen_at: taken_at } : undefined}
      />
    </>
  );
});

type ArrivalToProps = Pick<QuoteAsideProps, 'arrival'> & { pair: RatesQuery };

/** How long transfers to the recipient's bank took, or else to the country: that comes with the rates. */
function ArrivalTo({ pair, arrival }: ArrivalToProps) {
  const { data } = useQuery(ratesQuery(pair));
  const known = arrival ?? data?.arrival;
  return (
    known && (
      <Card>
        <ArrivalTip arrival={known} />
      </Card>
    )
  );
}

type RateHistoryProps = {
  pair: RatesQuery;
  /** The latest rate, if known. */
  current: SeenRate | undefined;
};

/** How the estimated rate of a pair has moved, in the direction of at least 1; nothing before the first. */
function RateHistory({ pair, current }: RateHistoryProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { data } = useQuery(ratesQuery(pair));
  const span = data && rateSpan(data, current, serverTime().getTime());
  // One estimate has no course.
  if (!span || span.points.length < 2) return null;
  const last = parseRate(span.points.at(-1)?.rate ?? '');
  const isInverted = last !== null && leadingRate(last).inverted;
  const [source_currency, destination_currency] = isInverted
    ? [pair.destination_currency, pair.source_currency]
    : [pair.source_currency, pair.destination_currency];
  const shown = (text: string) => {
    const rate = parseRate(text);
    return rate && isInverted ? inverseToRead(rate, inverseDigits)?.rate : rate;
  };
  const texts = [...new Set([span.min, span.max, ...span.points.map(({ rate }) => rate)])];
  const parsed = texts.flatMap((text) => {
    const rate = shown(text);
    return rate ? [{ text, rate }] : [];
  });
  const aligned = alignRates(parsed.map(({ rate }) => rate));
  const figures = new Map(
    parsed.map(({ text, rate }, index) => [text, writeRate(aligned[index] ?? rate, locale)]),
  );
  const write = (text: string) => figures.get(text) ?? text;
  const places = span.points.flatMap(({ rate: text, seen_at }) => {
    const rate = shown(text);
    // Number is precise enough to place a point; the text shows the figures.
    return rate ? [{ at: Date.parse(seen_at), value: Number(rate.digits) / 10 ** rate.scale }] : [];
  });
  const days = Math.ceil(span.hours / 24);
  const ends = [write(span.min), write(span.max)];
  const [low, high] = isInverted ? ends.reverse() : ends;
  const range = low === high ? low : t`${low} to ${high}`;
  return (
    <Card>
      <h2>
        <Trans>
          Estimated rates, {source_currency} to {destination_currency}
        </Trans>
      </h2>
      <div className={styles.line}>
        <SparkLine points={places} />
      </div>
      <p className={styles.words}>
        {span.hours <= 24 ? (
          <Trans>
            {range} in the last <Plural value={span.hours} one="hour" other="# hours" />,{' '}
            <Plural value={span.count} one="# estimate" other="# estimates" />
          </Trans>
        ) : (
          <Trans>
            {range} in the last <Plural value={days} one="day" other="# days" />,{' '}
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

/** The chart's points as a table, latest first. */
function RateTable({ points, write }: RateTableProps) {
  const { t } = useLingui();
  const { dateTime } = useFormat();
  return (
    <Table caption={t`Estimated rates`} head={[t`When`, t`Rate`]} scrolls>
      {[...points].reverse().map(({ rate, seen_at }) => (
        <tr key={seen_at}>
          <th scope="row">
            <time dateTime={seen_at}>{dateTime(seen_at)}</time>
          </th>
          <td translate="no">{write(rate)}</td>
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
  /** Hours since the first point, rounded up. */
  hours: number;
};

/** Range and points of a pair's rates, including the current one; null if there is none. */
function rateSpan(seen: Rates, current: SeenRate | undefined, now: number): RateSpan | null {
  const latest = seen.points.at(-1);
  const isNew =
    current !== undefined && (!latest || Date.parse(current.seen_at) > Date.parse(latest.seen_at));
  const points = isNew ? [...seen.points, current] : seen.points;
  const [first] = points;
  if (!first) return null;
  const { since, min, max } = seen;
  const rate = isNew ? current.rate : first.rate;
  return {
    count: seen.count + (isNew ? 1 : 0),
    min: min === null || (isNew && isLowerRate(rate, min)) ? rate : min,
    max: max === null || (isNew && isLowerRate(max, rate)) ? rate : max,
    points,
    hours: Math.max(1, Math.ceil((now - Date.parse(since ?? first.seen_at)) / hour)),
  };
}
