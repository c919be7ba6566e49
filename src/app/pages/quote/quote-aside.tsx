import type { Country } from '../../../contract/country.ts';
import type { Currency } from '../../../contract/currency.ts';
import { Stack } from '../../ui/stack.tsx';
import { FirstSteps } from './first-steps.tsx';
import { OtherWays, type OtherWaysProps } from './other-ways.tsx';
import { SeenRates } from './seen-rates.tsx';

export type QuoteAsideProps = Omit<OtherWaysProps, 'country'> & {
  source: Currency;
  destination: Currency;
  country: Country | undefined;
  /** The latest rate between them and when it was taken, where there is one. */
  rate: string | undefined;
  taken_at: string | undefined;
};

/** Beside the form: what the same money could be, and how its rate has moved. */
export function QuoteAside({ country, rate, taken_at, ...rest }: QuoteAsideProps) {
  const { source, destination } = rest;
  return (
    <Stack as="aside">
      {country ? (
        <>
          {!country.is_asset && <OtherWays country={country} {...rest} />}
          <SeenRates
            pair={{
              source_currency: source.iso_code,
              destination_currency: destination.iso_code,
              country_id: country.id,
            }}
            current={rate && taken_at ? { rate, seen_at: taken_at } : undefined}
          />
        </>
      ) : (
        <FirstSteps />
      )}
    </Stack>
  );
}
