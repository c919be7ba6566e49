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
import { useNames } from '../../i18n/use-names.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CodeBadge } from '../../ui/code-badge.tsx';
import { Table } from '../../ui/table.tsx';
import { textEms } from '../../ui/text-ems.ts';
import { payoutCurrencies } from './currency-guesses.ts';
import styles from './payout-options.module.css';
import { useKeptFailure } from './use-estimate.ts';

// Longer than the pause after which the estimate itself is taken: these cost the service as much each.
const pause = 600;
const estimateLife = 60_000;

/** What arrives in a currency, in subunits; or why that is not known, 'none' where nothing is asked. */
export type PayoutOutcome = bigint | 'pending' | 'no-rate' | 'failed' | 'none';

export type PayoutOptionsProps = {
  country: Country;
  source: Currency;
  destination: Currency;
  countries: readonly Country[];
  /** The currencies that can be paid out to whoever gets it. */
  payable: readonly Currency[];
  /** What is sent, in subunits; undefined until that is settled. */
  sent: bigint | undefined;
  /** The estimate in the chosen currency. */
  chosen: PayoutOutcome;
  onReceive: (currency: Currency) => void;
};

/** What the same money would be in the currencies and digital assets that the country may get. */
export function PayoutOptions({
  country,
  source,
  destination,
  countries,
  payable,
  sent,
  chosen,
  onReceive,
}: PayoutOptionsProps) {
  const { t } = useLingui();
  const names = useNames();
  const title = t`Ways to receive in ${names.country(country)}`;
  const [inView, watch] = useInView();
  const compared = useDebouncedValue(sent, pause);
  const others = whileUnasked(chosen, sent);
  const options = payoutCurrencies(country, destination, countries, payable);

  return (
    <div ref={watch}>
      <Card>
        <h2>{title}</h2>
        <Table
          caption={title}
          head={[t`Currency`, t`They get`]}
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
                // No row tells of another amount than the others do.
                source_amount_cents={compared === sent ? sent : undefined}
                asking={inView}
                meanwhile={isChosen ? chosen : others}
                chosen={isChosen}
                onChoose={() => onReceive(currency)}
              />
            );
          })}
        </Table>
      </Card>
    </div>
  );
}

/** Of the currencies that can't be asked for yet: they wait for the amount as long as the chosen one does. */
function whileUnasked(chosen: PayoutOutcome, sent: bigint | undefined): PayoutOutcome {
  if (sent !== undefined) return 'pending';
  return chosen === 'pending' || chosen === 'failed' ? chosen : 'none';
}

// Where a browser can't tell, everything counts as in view.
const canTell = () => typeof IntersectionObserver !== 'undefined';

/** Whether an element is in view or nearly so, and the ref to give it. */
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
  /** What is sent now, once it has stood still; undefined before. */
  source_amount_cents: bigint | undefined;
  /** Whether the service may be asked. */
  asking: boolean;
  /** What stands here while there is no amount to ask for. */
  meanwhile: PayoutOutcome;
  /** It is what they get now, and `meanwhile` what the form knows of it. */
  chosen: boolean;
  onChoose: () => void;
};

/** The estimate in one currency, and the whole row to press. */
function PayoutOption(props: PayoutOptionProps) {
  const { currency, country_id, source_amount_currency, meanwhile, chosen, onChoose } = props;
  const { t } = useLingui();
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
    staleTime: estimateLife,
    refetchInterval: estimateLife,
    refetchOnReconnect: true,
  });
  const asked = `${source_amount_cents} ${source_amount_currency} ${country_id}`;
  const failure = useKeptFailure(query, asked);
  const outcome = outcomeNow();

  function outcomeNow(): PayoutOutcome {
    if (chosen || source_amount_cents === undefined) return meanwhile;
    if (isFailure(failure, 'rate-not-available')) return 'no-rate';
    if (isFailure(failure, 'quote-refused')) return 'none';
    if (query.data) return query.data.destination_amount_cents;
    return failure ? 'failed' : 'pending';
  }

  return (
    <tr className={classNames(chosen && styles.chosen)}>
      <th scope="row">
        <span className={styles.currency}>
          <CodeBadge>{currency.iso_code}</CodeBadge>
          {outcome === 'no-rate' && !chosen ? (
            name
          ) : (
            // The chosen one stays a button, so that the focus stays on what was pressed.
            <button
              type="button"
              className={styles.choose}
              aria-pressed={chosen}
              title={t`Let them get ${currency.iso_code}`}
              onClick={onChoose}
            >
              {name}
            </button>
          )}
        </span>
      </th>
      <td aria-busy={outcome === 'pending' || undefined}>
        <Outcome outcome={outcome} currency={currency} />
      </td>
    </tr>
  );
}

type OutcomeProps = { outcome: PayoutOutcome; currency: Currency };

/** What arrives, in figures as large as their room allows; or what there is instead. */
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
          <b key={figures} className={styles.figures} style={ems}>
            {figures}
          </b>
        </div>
      );
    }
  }
}
