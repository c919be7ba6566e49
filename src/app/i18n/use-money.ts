import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { parseRate, writeRate } from '../../money/rate.ts';
import { writeMoney } from '../../money/write-amount.ts';
import { currenciesQuery } from '../api/reference.ts';
import { useFormat } from './use-format.ts';

export type MoneyFormat = {
  /** An amount in subunits, with its currency: "COP 431.270,00". */
  money: (subunits: bigint, currency: string) => string;
  /** The service's rate: "1 CLP = 4,3127 COP". */
  rate: (rate: string, source: string, destination: string) => string;
  /** How many subunits make a unit; undefined for a currency that the service does not list. */
  divisor: (currency: string) => bigint | undefined;
};

/** Writes amounts the person's way. The page's loader fetches the currencies. */
export function useMoney(): MoneyFormat {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { data: currencies } = useSuspenseQuery(currenciesQuery);

  function divisor(currency: string): bigint | undefined {
    return currencies.find(({ iso_code }) => iso_code === currency)?.subunit_to_unit;
  }

  function money(subunits: bigint, currency: string): string {
    const subunit_to_unit = divisor(currency);
    // contract 2.5: without the divisor no other figure would be true.
    if (subunit_to_unit === undefined) return t`${currency} ${subunits.toString()} subunits`;
    return writeMoney({ subunits, currency }, subunit_to_unit, locale);
  }

  function rate(text: string, source: string, destination: string): string {
    const parsed = parseRate(text);
    const figure = parsed ? writeRate(parsed, locale) : text;
    return t`1 ${source} = ${figure} ${destination}`;
  }

  return { money, rate, divisor };
}
