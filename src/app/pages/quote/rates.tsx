import { Trans } from '@lingui/react/macro';
import type { Quote } from '../../../contract/api/quote.ts';
import { invertRate, parseRate, type Rate, writeRate } from '../../../money/rate.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';

const significantDigits = 4;

export type RatesProps = { quote: Quote };

/** The rate as the service gave it, and the same the other way round. */
export function Rates({ quote: { rate, source_currency, destination_currency } }: RatesProps) {
  const { locale } = useFormat();
  const money = useMoney();
  const parsed = parseRate(rate);
  const inverse = parsed && inverseOf(parsed);
  return (
    <>
      <b>{money.rate(rate, source_currency, destination_currency)}</b>
      {inverse && (
        <>
          {' · '}
          <Trans>
            1 {destination_currency} = {writeRate(inverse, locale)} {source_currency}
          </Trans>
        </>
      )}
    </>
  );
}

/** Rounded for the eye, but never before the decimal mark. */
function inverseOf(rate: Rate): Rate | null {
  const short = invertRate(rate, significantDigits);
  return short?.scale === 0 ? invertRate(rate, String(short.digits).length) : short;
}
