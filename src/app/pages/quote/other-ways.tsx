import { useLingui } from '@lingui/react/macro';
import type { Country } from '../../../contract/country.ts';
import type { Currency } from '../../../contract/currency.ts';
import { useDebouncedValue } from '../../form/use-debounced-value.ts';
import { useNames } from '../../i18n/use-names.ts';
import { Card } from '../../ui/card.tsx';
import { Table } from '../../ui/table.tsx';
import { waysToReceive } from './currency-guesses.ts';
import { OtherWay } from './other-way.tsx';
import styles from './other-ways.module.css';
import { useInView } from './use-in-view.ts';
import type { WayOutcome } from './way-row.tsx';

// Longer than the pause after which the estimate itself is taken: these cost the service as much each.
const pause = 600;

export type OtherWaysProps = {
  country: Country;
  source: Currency;
  destination: Currency;
  countries: readonly Country[];
  /** The currencies that can be paid out to whoever gets it. */
  payable: readonly Currency[];
  /** What is sent, in subunits; undefined until that is settled. */
  sent: bigint | undefined;
  /** The estimate in the chosen currency. */
  chosen: WayOutcome;
  onReceive: (currency: Currency) => void;
};

/** What the same money would be in the currencies and digital assets that the country may get. */
export function OtherWays({
  country,
  source,
  destination,
  countries,
  payable,
  sent,
  chosen,
  onReceive,
}: OtherWaysProps) {
  const { t } = useLingui();
  const names = useNames();
  const title = t`Ways to receive in ${names.country(country)}`;
  const [inView, watch] = useInView();
  const compared = useDebouncedValue(sent, pause);
  const others = whileUnasked(chosen, sent);
  const ways = waysToReceive(country, destination, countries, payable);

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
          {ways.map((currency) => {
            const isChosen = currency.iso_code === destination.iso_code;
            return (
              <OtherWay
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
function whileUnasked(chosen: WayOutcome, sent: bigint | undefined): WayOutcome {
  if (sent !== undefined) return 'pending';
  return chosen === 'pending' || chosen === 'failed' ? chosen : 'none';
}
