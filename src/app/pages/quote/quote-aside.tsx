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
};

/** Beside the form: what the same money could be, and how its rate has moved. */
export function QuoteAside({ country, ...rest }: QuoteAsideProps) {
  const { source, destination } = rest;
  return (
    <Stack as="aside">
      {country ? (
        <>
          {!country.is_asset && <OtherWays country={country} {...rest} />}
          <SeenRates
            source_currency={source.iso_code}
            destination_currency={destination.iso_code}
            country_id={country.id}
          />
        </>
      ) : (
        <FirstSteps />
      )}
    </Stack>
  );
}
