import { getCountrySpecifications, isValidIBAN } from 'ibantools';
import { type Slip, slipOf } from './slip.ts';

const countries = getCountrySpecifications();

/** Checks an IBAN without grouping, in capitals: its country, its length there, mod 97 (ISO 13616). */
export function checkIban(text: string): Slip | null {
  if (isValidIBAN(text)) return null;
  const country = text.slice(0, 2);
  const spec = Object.hasOwn(countries, country) ? countries[country] : undefined;
  if (!spec?.chars) return { kind: 'no-iban-country', country };
  if (spec.chars !== text.length) {
    return { kind: 'length', expected: spec.chars, given: text.length, country };
  }
  const likely = readAsIban(text, country);
  if (likely.kind === 'lookalike') return likely;
  const bban = new RegExp(spec.bban_regexp ?? '');
  return /^..\d\d/.test(text) && bban.test(text.slice(4)) ? likely : { kind: 'shape' };
}

/** The two letters in front are the country's, however much they look like digits. */
function readAsIban(text: string, country: string): Slip {
  return slipOf(text.slice(2), (rest) => isValidIBAN(country + rest));
}
