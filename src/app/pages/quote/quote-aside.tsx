import { OtherWays, type OtherWaysProps } from './other-ways.tsx';
import { SeenRates } from './seen-rates.tsx';

export type QuoteAsideProps = OtherWaysProps & {
  /** The latest rate between them and when it was taken, where there is one. */
  rate: string | undefined;
  taken_at: string | undefined;
};

/** Beside the form once it says where to: what the same money could be, and how its rate has moved. */
export function QuoteAside({ rate, taken_at, ...ways }: QuoteAsideProps) {
  const { country, source, destination } = ways;
  return (
    <>
      {!country.is_asset && <OtherWays {...ways} />}
      <SeenRates
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
