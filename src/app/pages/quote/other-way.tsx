import { useQuery } from '@tanstack/react-query';
import type { Quote } from '../../../contract/api/quote.ts';
import type { Currency } from '../../../contract/currency.ts';
import { isFailure } from '../../api/api-error.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { useKeptFailure } from './use-kept-failure.ts';
import { type WayOutcome, WayRow } from './way-row.tsx';

const estimateLife = 60_000;

export type OtherWayProps = {
  currency: Currency;
  country_id: string;
  source_amount_currency: string;
  source_amount_cents: bigint | undefined;
  /** Whether the service may be asked: the amount is settled and the table is in view. */
  asking: boolean;
  /** What the form knows already: this is the currency that they get now. */
  chosen: WayOutcome | null;
  onChoose: () => void;
};

/** The estimate in one currency. */
export function OtherWay(props: OtherWayProps) {
  const { currency, country_id, source_amount_currency, chosen, onChoose } = props;
  const source_amount_cents = props.source_amount_cents?.toString();
  const asking = props.asking && chosen === null;
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...quoteQuery({
      source_amount_cents,
      source_amount_currency,
      destination_amount_currency: currency.iso_code,
      country_id,
    }),
    enabled: asking,
    staleTime: estimateLife,
    refetchInterval: estimateLife,
    placeholderData: (before: Quote | undefined) => before,
  });
  const asked = `${source_amount_cents} ${source_amount_currency} ${country_id}`;
  const failure = useKeptFailure(asked, error, isFetching);
  const outcome = chosen ?? {
    amount: data?.destination_amount_cents,
    noRate: isFailure(failure, 'rate-not-available'),
    failed: failure !== null,
    pending: asking,
    stale: isPlaceholderData || !asking,
  };
  return <WayRow {...outcome} currency={currency} chosen={chosen !== null} onChoose={onChoose} />;
}
