import { useLingui } from '@lingui/react/macro';
import type { Quote } from '../../../contract/api/quote.ts';
import { invertRate, parseRate, type Rate, writeRate } from '../../../money/rate.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMoney } from '../../i18n/use-money.ts';
import styles from './rates.module.css';

const significantDigits = 4;

export type RatesProps = { quote: Quote };

/** The rate as the service gave it, and the same the other way round. */
export function Rates({ quote }: RatesProps) {
  const { t } = useLingui();
  const { locale } = useFormat();
  const money = useMoney();
  const rate = parseRate(quote.rate);
  const inverse = rate && inverseOf(rate);

  function wayBack(inverse: Rate, isExact: boolean): string {
    const [source, destination] = [quote.destination_currency, quote.source_currency];
    const figure = writeRate(inverse, locale);
    return isExact
      ? t`1 ${source} = ${figure} ${destination}`
      : t`1 ${source} ≈ ${figure} ${destination}`;
  }

  return (
    <p className={styles.rates}>
      <b>{money.rate(quote.rate, quote.source_currency, quote.destination_currency)}</b>
      {inverse && <span>{wayBack(inverse, isOne(rate, inverse))}</span>}
    </p>
  );
}

/** Rounded for the eye, but never before the decimal mark. */
function inverseOf(rate: Rate): Rate | null {
  const short = invertRate(rate, significantDigits);
  return short?.scale === 0 ? invertRate(rate, String(short.digits).length) : short;
}

/** Whether two rates lead there and back again without a loss. */
function isOne(there: Rate, back: Rate): boolean {
  return there.digits * back.digits === 10n ** BigInt(there.scale + back.scale);
}
