import type { Currency } from '../../contract/currency.ts';
import { readAmount } from '../../money/read-amount.ts';
import type { AmountReadings } from './window.ts';

/** What a searched text can mean as an amount of each currency, in either decimal style. */
export function amountReadings(q: string | undefined, currencies: Currency[]): AmountReadings {
  const readings = new Map<string, bigint[]>();
  if (q) {
    for (const { iso_code, subunit_to_unit } of currencies) {
      readings.set(
        iso_code,
        ['en', 'es-CL'].flatMap((locale) => {
          const reading = readAmount(q, subunit_to_unit, locale);
          if (reading.ok) return [reading.subunits];
          return reading.reason === 'ambiguous' ? reading.nearest : [];
        }),
      );
    }
  }
  return (currency) => readings.get(currency) ?? [];
}
