import { useQuery } from '@tanstack/react-query';
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
  /** What is sent now, once it has stood still; undefined before. */
  source_amount_cents: bigint | undefined;
  /** Whether the service may be asked. */
  asking: boolean;
  /** What stands here while there is no amount to ask for. */
  meanwhile: WayOutcome;
  /** It is what they get now, and `meanwhile` what the form knows of it. */
  chosen: boolean;
  onChoose: () => void;
};

/** The estimate in one currency. */
export function OtherWay(props: OtherWayProps) {
  const { currency, country_id, source_amount_currency, meanwhile, chosen, onChoose } = props;
  const source_amount_cents = props.source_amount_cents?.toString();
  const { data, error, isFetching } = useQuery({
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
  const failure = useKeptFailure(asked, error, isFetching);

  function outcome(): WayOutcome {
    if (chosen || source_amount_cents === undefined) return meanwhile;
    if (isFailure(failure, 'rate-not-available')) return 'no-rate';
    if (isFailure(failure, 'quote-refused')) return 'none';
    if (data) return data.destination_amount_cents;
    return failure ? 'failed' : 'pending';
  }

  return <WayRow currency={currency} outcome={outcome()} chosen={chosen} onChoose={onChoose} />;
}
