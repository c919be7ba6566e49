import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import {
  alignRates,
  inverseToRead,
  isOneForOne,
  isReadable,
  leadingRate,
  parseRate,
  type Rate,
  writeRate,
} from '../../money/rate.ts';
import { writeMoney } from '../../money/write-amount.ts';
import { currenciesQuery } from '../api/reference.ts';
import { useFormat } from './use-format.ts';

export type MoneyFormat = {
  /** An amount in subunits, with its currency: "COP 431.270,00". */
  money: (subunits: bigint, currency: string) => string;
  /** The service's rate: "1 CLP = 4,3127 COP". */
  rate: (rate: string, source: string, destination: string) => string;
  /** The service's rate, inverted where it is below 1: "1 EUR ≈ 1.104,29 CLP" for 0,000905557. */
  leadRate: (rate: string, source: string, destination: string) => string;
  /**
   * `leadRate`, then the other direction; the one of the two that the service gave is exact. A calculated one below 0.01
   * is left out, and both where a currency is one for one with itself.
   */
  rates: (rate: string, source: string, destination: string) => string[];
  /**
   * What one destination unit costs: "1 USD ≈ 951,204 CLP"; below 0.01 the other direction, which is the service's.
   * Undefined for a rate of zero or no rate, and where a currency is one for one with itself.
   */
  price: (rate: string, source: string, destination: string) => string | undefined;
  /** A rate calculated here, in the direction that reads well; not `exact` if it is rounded. */
  impliedRate: (implied: ImpliedRate, source: string, destination: string) => string;
  /** Subunits per unit; undefined for a currency that the service does not list. */
  divisor: (currency: string) => bigint | undefined;
};

type ImpliedRate = { rate: Rate; exact: boolean };

const inverseDigits = 4;
const priceDigits = 6;

/** Formats amounts in the person's locale. The page's loader must have fetched the currencies. */
export function useMoney(): MoneyFormat {
  const { t } = useLingui();
  const { locale } = useFormat();
  const { data: currencies } = useSuspenseQuery(currenciesQuery);

  function divisor(currency: string): bigint | undefined {
    return currencies.find(({ iso_code }) => iso_code === currency)?.subunit_to_unit;
  }

  function money(subunits: bigint, currency: string): string {
    const subunit_to_unit = divisor(currency);
    // contract 2.5: without the divisor only the subunits are known.
    if (subunit_to_unit === undefined) return t`${currency} ${subunits.toString()} subunits`;
    return writeMoney({ subunits, currency }, subunit_to_unit, locale);
  }

  function rate(figure: string, source: string, destination: string): string {
    const parsed = parseRate(figure);
    if (!parsed) return t`1 ${source} = ${figure} ${destination}`;
    return written({ rate: parsed, exact: true }, source, destination);
  }

  function leadRate(text: string, source: string, destination: string): string {
    const parsed = parseRate(text);
    if (!parsed) return rate(text, source, destination);
    return impliedRate({ rate: parsed, exact: true }, source, destination);
  }

  function rates(text: string, from: string, to: string): string[] {
    if (isOneForOne(text, from, to)) return [];
    const [lead, given] = [leadRate(text, from, to), rate(text, from, to)];
    if (lead !== given) return [lead, given];
    const other = inverseOf(text, inverseDigits);
    return other && isReadable(other.rate) ? [given, written(other, to, from)] : [given];
  }

  function price(text: string, from: string, to: string): string | undefined {
    const inverse = inverseOf(text, priceDigits);
    if (!inverse || isOneForOne(text, from, to)) return undefined;
    return isReadable(inverse.rate) ? written(inverse, to, from) : rate(text, from, to);
  }

  function impliedRate(implied: ImpliedRate, from: string, to: string): string {
    const lead = leadingRate(implied.rate);
    const [source, destination] = lead.inverted ? [to, from] : [from, to];
    return written({ rate: lead.rate, exact: implied.exact && lead.exact }, source, destination);
  }

  function written(one: ImpliedRate, source: string, destination: string): string {
    // Zeros may follow an exact rate; a rounded one has as many figures as are known.
    const [exact = one.rate] = one.exact ? alignRates([one.rate]) : [];
    const figure = writeRate(exact, locale);
    return one.exact
      ? t`1 ${source} = ${figure} ${destination}`
      : t`1 ${source} ≈ ${figure} ${destination}`;
  }

  return { money, rate, leadRate, rates, price, impliedRate, divisor };
}

function inverseOf(text: string, digits: number): ImpliedRate | null {
  const parsed = parseRate(text);
  return parsed && inverseToRead(parsed, digits);
}
