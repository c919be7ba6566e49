import { useLingui } from '@lingui/react/macro';
import type { Transfer } from '../../../../contract/api/transfer.ts';
import { impliedRate, writeRate } from '../../../../money/rate.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMoney } from '../../../i18n/use-money.ts';

/** What the two amounts come to; the service tells no rate with a transfer (contract 2.2). */
export function useImpliedRate(transfer: Transfer): string | undefined {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { divisor } = useMoney();
  const { source_amount_currency: source, destination_amount_currency: destination } = transfer;
  const [from, to] = [divisor(source), divisor(destination)];
  if (from === undefined || to === undefined) return undefined;
  const implied = impliedRate(
    transfer.source_amount_cents,
    from,
    transfer.destination_amount_cents,
    to,
  );
  if (!implied) return undefined;
  const figure = writeRate(implied.rate, locale);
  return implied.exact
    ? t`1 ${source} = ${figure} ${destination}`
    : t`1 ${source} ≈ ${figure} ${destination}`;
}
