import { useQuery } from '@tanstack/react-query';
import type { Quote } from '../../../contract/api/quote.ts';
import type { Currency } from '../../../contract/currency.ts';
import { isFailure } from '../../api/api-error.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { WayRow } from './way-row.tsx';

const estimateLife = 60_000;

export type OtherWayProps = {
  currency: Currency;
  country_id: string;
  source_amount_currency: string;
  /** Undefined until the main estimate has settled: then only is another one asked for. */
  source_amount_cents: bigint | undefined;
  onChoose: () => void;
};

/** The estimate in one other currency. */
export function OtherWay({
  currency,
  country_id,
  source_amount_currency,
  source_amount_cents,
  onChoose,
}: OtherWayProps) {
  const { data, error, isPlaceholderData } = useQuery({
    ...quoteQuery({
      source_amount_cents: source_amount_cents?.toString(),
      source_amount_currency,
      destination_amount_currency: currency.iso_code,
      country_id,
    }),
    enabled: source_amount_cents !== undefined,
    refetchInterval: estimateLife,
    placeholderData: (before: Quote | undefined) => before,
  });
  return (
    <WayRow
      currency={currency}
      amount={data?.destination_amount_cents}
      noRate={isFailure(error, 'rate-not-available')}
      failed={error !== null}
      stale={isPlaceholderData}
      onChoose={onChoose}
    />
  );
}
