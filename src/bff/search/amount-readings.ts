import type { Currency } from '../../contract/currency.ts';
import { readAmount } from '../../money/read-amount.ts';

/** The amounts that a searched text can mean: subunits by currency code. */
export type AmountReadings = ReadonlyMap<string, readonly bigint[]>;

/**
 * Reads a searched text as an amount of each currency, with a decimal point and with a decimal comma.
 * @param factor what the number is multiplied by: 1000 for `125 mil`
 */
export function amountReadings(q: string, currencies: Currency[], factor = 1n): AmountReadings {
  const readings = new Map<string, bigint[]>();
  for (const { iso_code, subunit_to_unit } of currencies) {
    const amounts = ['en', 'es-CL'].flatMap((locale) => {
      const reading = readAmount(q, subunit_to_unit * factor, locale);
      if (reading.ok) return [reading.subunits];
      return reading.reason === 'ambiguous' ? reading.nearest : [];
    });
    if (amounts.length > 0) readings.set(iso_code, amounts);
  }
  return readings;
}
