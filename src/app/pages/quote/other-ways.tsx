import { Trans } from '@lingui/react/macro';
import { isFailure } from '../../api/api-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useNames } from '../../i18n/use-names.ts';
import { Card } from '../../ui/card.tsx';
import { Stack } from '../../ui/stack.tsx';
import { otherCurrencies } from './currency-guesses.ts';
import { type Reference, readingOf } from './draft.ts';
import { OtherWay } from './other-way.tsx';
import styles from './other-ways.module.css';
import type { QuoteForm } from './use-quote-form.ts';
import { WayRow } from './way-row.tsx';

export type OtherWaysProps = { form: QuoteForm; reference: Reference };

/** What the same money would be in other currencies of the country it goes to. */
export function OtherWays({ form, reference: { countries, currencies } }: OtherWaysProps) {
  const names = useNames();
  const sent = useSettledSource(form);
  const { draft, estimate, complete } = form;
  const { source, destination, country } = draft;
  if (!complete || !country || country.is_asset) return null;
  const others = otherCurrencies(country, destination.iso_code, countries, currencies);
  if (others.length === 0) return null;

  return (
    <Stack as="aside">
      <Card>
        <h2>
          <Trans>Other ways to receive in {names.country(country)}</Trans>
        </h2>
        <table className={styles.table}>
          <tbody>
            <WayRow
              currency={destination}
              amount={estimate.quote?.destination_amount_cents}
              noRate={isFailure(estimate.failure, 'rate-not-available')}
              failed={estimate.failure !== null}
              stale={!estimate.fresh}
            />
            {others.map((currency) => (
              <OtherWay
                key={currency.iso_code}
                currency={currency}
                country_id={country.id}
                source_amount_currency={source.iso_code}
                source_amount_cents={sent}
                onChoose={() => sent !== undefined && form.receive(currency, sent)}
              />
            ))}
          </tbody>
        </table>
      </Card>
    </Stack>
  );
}

/** What is sent once that is settled: by the estimate, or as typed where the pair has no rate. */
function useSettledSource({ draft, estimate }: QuoteForm): bigint | undefined {
  const { locale } = useFormat();
  const { quote, fresh, failure } = estimate;
  if (fresh) return quote?.source_amount_cents;
  if (draft.side !== 'source' || !isFailure(failure, 'rate-not-available')) return undefined;
  const reading = readingOf(draft, locale);
  return reading.ok ? reading.subunits : undefined;
}
