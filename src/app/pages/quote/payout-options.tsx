import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type ReactNode, useCallback, useState } from 'react';
import type { Country } from '../../../contract/country.ts';
import type { Currency } from '../../../contract/currency.ts';
import { writeAmount } from '../../../money/write-amount.ts';
import { isFailure } from '../../api/api-error.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { useDebouncedValue } from '../../form/use-debounced-value.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import { useNames } from '../../i18n/use-names.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CodeBadge } from '../../ui/code-badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Table } from '../../ui/table.tsx';
import { textEms } from '../../ui/text-ems.ts';
import { payoutCurrencies } from './currency-guesses.ts';
import styles from './payout-options.module.css';
import { useKeptFailure } from './use-estimate.ts';

// Longer than the estimate's own debounce: each row costs the service one more simulation.
const debounceMs = 600;
const staleMs = 60_000;

/** What arrives, in subunits, or why that is not known; 'none' if nothing was requested. */
type PayoutOutcome = bigint | 'pending' | 'no-rate' | 'failed' | 'none';

export type PayoutOptionsProps = {
  country: Country;
  source: Currency;
  destination: Currency;
  countries: readonly Country[];
  /** The currencies that the recipient can receive. */
  payable: readonly Currency[];
  /** What is sent, in subunits; undefined until it is known. */
  sent: bigint | undefined;
  /** The estimate in the chosen currency. In subunits. */
  chosen: PayoutOutcome;
  /** The rate of that estimate. */
  rate: string | undefined;
  onReceive: (currency: Currency) => void;
};

/** Compares what arrives for the same amount, and what one unit of each currency costs. */
export function PayoutOptions({
  country,
  source,
  destination,
  countries,
  payable,
  sent,
  chosen,
  rate,
  onReceive,
}: PayoutOptionsProps) {
  const { t } = useLingui();
  const names = useNames();
  const title = t`Ways to receive in ${names.country(country)}`;
  const [inView, watch] = useInView();
  const compared = useDebouncedValue(sent, debounceMs);
  const others = whileUnasked(chosen, sent);
  const options = payoutCurrencies(country, destination, countries, payable);

  return (
    <div ref={watch} className={styles.options}>
      <Card>
        <h2>{title}</h2>
        <Table
          caption={title}
          head={[t`Currency`, t`Recipient gets`]}
          headHidden
          className={styles.table}
        >
          {options.map((currency) => {
            const isChosen = currency.iso_code === destination.iso_code;
            return (
              <PayoutOption
                key={currency.iso_code}
                currency={currency}
                country_id={country.id}
                source_amount_currency={source.iso_code}
                // While the amount changes no row shows a figure, so that all rows are of the same amount.
                source_amount_cents={compared === sent ? sent : undefined}
                asking={inView}
                fallback={isChosen ? chosen : others}
                chosen={isChosen}
                rate={isChosen ? rate : undefined}
                onChoose={() => onReceive(currency)}
              />
            );
          })}
        </Table>
      </Card>
    </div>
  );
}

/** The outcome of the other rows until the source amount is known. */
function whileUnasked(chosen: PayoutOutcome, sent: bigint | undefined): PayoutOutcome {
  if (sent !== undefined) return 'pending';
  return chosen === 'pending' || chosen === 'failed' ? chosen : 'none';
}

// Without IntersectionObserver, everything counts as in view. On the server nothing does: the browser asks.
const canTell = () => typeof window === 'undefined' || typeof IntersectionObserver !== 'undefined';

/** Whether an element is within 100 px of the viewport, and the ref to give it. */
function useInView() {
  const [inView, setInView] = useState(() => !canTell());
  const watch = useCallback((element: Element | null) => {
    if (!element || !canTell()) return;
    const observer = new IntersectionObserver(
      ([entry]) => setInView(entry?.isIntersecting ?? true),
      { rootMargin: '100px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [inView, watch] as const;
}

type PayoutOptionProps = {
  currency: Currency;
  country_id: string;
  source_amount_currency: string;
  /** What is sent, in subunits, after the debounce; undefined before. */
  source_amount_cents: bigint | undefined;
  /** Whether the row may request its estimate. */
  asking: boolean;
  /** Shown while there is no amount to request. */
  fallback: PayoutOutcome;
  /** This currency is the form's; `fallback` is then the form's own estimate. */
  chosen: boolean;
  /** The rate of the form's own estimate. */
  rate: string | undefined;
  onChoose: () => void;
};

/** One currency's row: a button to choose it, and its estimate. */
function PayoutOption(props: PayoutOptionProps) {
  const { currency, country_id, source_amount_currency, fallback, chosen, onChoose } = props;
  const { t } = useLingui();
  const { price } = useMoney();
  const name = useNames().currency(currency);
  const source_amount_cents = props.source_amount_cents?.toString();
  const query = useQuery({
    ...quoteQuery({
      source_amount_cents,
      source_amount_currency,
      destination_amount_currency: currency.iso_code,
      country_id,
    }),
    enabled: props.asking && !chosen && source_amount_cents !== undefined,
    staleTime: staleMs,
    refetchInterval: staleMs,
    refetchOnReconnect: true,
  });
  const asked = `${source_amount_cents} ${source_amount_currency} ${country_id}`;
  const failure = useKeptFailure(query, asked);
  const outcome = outcomeNow();
  const rate = chosen ? props.rate : query.data?.rate;
  const isKnown = typeof outcome === 'bigint' && rate !== undefined;

  function outcomeNow(): PayoutOutcome {
    if (chosen || source_amount_cents === undefined) return fallback;
    if (isFailure(failure, 'rate-not-available')) return 'no-rate';
    if (isFailure(failure, 'quote-refused')) return 'none';
    if (query.data) return query.data.destination_amount_cents;
    return failure ? 'failed' : 'pending';
  }

  return (
    <tr className={classNames(chosen && styles.chosen, outcome === 'no-rate' && styles.off)}>
      <th scope="row">
        <span className={styles.currency}>
          <span className={styles.radio}>{chosen && <Icon name="check" size={12} />}</span>
          <CodeBadge>{currency.iso_code}</CodeBadge>
          {outcome === 'no-rate' && !chosen ? (
            <span className={styles.name}>{name}</span>
          ) : (
            // The chosen row keeps its button, so that focus stays on the one that was pressed.
            <button
              type="button"
              className={styles.choose}
              aria-pressed={chosen}
              title={t`Recipient gets ${currency.iso_code}`}
              onClick={onChoose}
            >
              {name}
            </button>
          )}
        </span>
        {/* Its line is there from the start, so that nothing moves. */}
        <span translate="no" className={styles.price}>
          {isKnown && price(rate, source_amount_currency, currency.iso_code)}
        </span>
      </th>
      <td aria-busy={outcome === 'pending' || undefined}>
        <Outcome outcome={outcome} currency={currency} />
      </td>
    </tr>
  );
}

type OutcomeProps = { outcome: PayoutOutcome; currency: Currency };

/** The amount, scaled to fit its cell, or why there is none. */
function Outcome({ outcome, currency }: OutcomeProps): ReactNode {
  const { locale } = useFormat();
  switch (outcome) {
    case 'pending':
      return <span className={styles.pending} />;
    case 'no-rate':
      return <Trans>No rate now</Trans>;
    case 'failed':
      return <Trans>No answer</Trans>;
    case 'none':
      return '–';
    default: {
      const figures = writeAmount(outcome, currency.subunit_to_unit, locale);
      const ems: CSSProperties & { '--ems': number } = { '--ems': textEms(figures) };
      return (
        <div className={styles.frame}>
          <b key={figures} translate="no" className={styles.figures} style={ems}>
            {figures}
          </b>
        </div>
      );
    }
  }
}
