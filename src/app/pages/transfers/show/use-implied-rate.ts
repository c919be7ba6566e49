import type { Transfer } from '../../../../contract/api/transfer.ts';
import { impliedRate, writeRate } from '../../../../money/rate.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';

/** What the two amounts come to; the service tells no rate with a transfer (contract 2.2). */
export function useImpliedRate(transfer: Transfer): string | undefined {
  const { locale } = useFormat();
  const { divisor } = useMoney();
  const source = divisor(transfer.source_amount_currency);
  const destination = divisor(transfer.destination_amount_currency);
  if (source === undefined || destination === undefined) return undefined;
  const rate = impliedRate(
    transfer.source_amount_cents,
    source,
    transfer.destination_amount_cents,
    destination,
    5,
  );
  return rate ? writeRate(rate, locale) : undefined;
}
