import { useLingui } from '@lingui/react/macro';
import type { Country } from '../../../contract/country.ts';
import { countryName } from '../../i18n/intl.ts';
import { useFormat } from '../../i18n/use-format.ts';

/** What is likely wrong with a number or an address that does not fit its own check. */
export type LikelyTypo =
  /** Two neighbours exchanged make it right. */
  | { kind: 'swapped' }
  /** Letters that look like digits, read as those, make it right. */
  | { kind: 'lookalike' }
  /** The check fails, and no better guess is at hand. */
  | { kind: 'wrong' }
  /** Letters stand where digits belong, or the other way round. */
  | { kind: 'shape' }
  | { kind: 'length'; expected: number; given: number; country?: string | undefined }
  /** No country that has IBANs begins so. */
  | { kind: 'no-iban-country'; country: string }
  /** Right in itself, but not what the field asks for. */
  | { kind: 'iban-not-aba' }
  | { kind: 'aba-not-iban' }
  | { kind: 'address' }
  | { kind: 'other-asset'; expected: string }
  | { kind: 'email' }
  | { kind: 'phone' }
  | { kind: 'not-born' }
  | { kind: 'long-ago' }
  | { kind: 'under-age'; years: number };

/** Answers a function from a likely typo, and the asset that was chosen, to what a person is to look at. */
export function useTypoWords(): (typo: LikelyTypo, asset: Country | undefined) => string {
  const { t } = useLingui();
  const { locale } = useFormat();
  const place = (code: string) => countryName({ id: '', name: code, code }, locale);

  return (typo, asset) => {
    switch (typo.kind) {
      case 'swapped':
        return t`Two digits may be swapped: compare it with where you have it from.`;
      case 'lookalike':
        return t`A letter seems to stand for a digit, such as O for 0.`;
      case 'wrong':
        return t`One digit may be wrong: its check digits don't fit.`;
      case 'shape':
        return t`Some characters don't belong here: compare it with where you have it from.`;
      case 'length': {
        const { expected, given, country } = typo;
        if (country === undefined)
          return t`It has ${expected} characters as a rule, this one has ${given}.`;
        const name = place(country);
        return t`An IBAN of ${name} has ${expected} characters, this one has ${given}.`;
      }
      case 'no-iban-country': {
        const { country } = typo;
        return t`No IBAN begins with ${country}. The two letters in front are the country's.`;
      }
      case 'iban-not-aba':
        return t`This is an IBAN, and the field is for an ABA number.`;
      case 'aba-not-iban':
        return t`This is an ABA number, and the field is for an IBAN.`;
      case 'address':
        return t`One character may be wrong: the address doesn't fit its own check.`;
      case 'other-asset': {
        const name = asset?.name ?? typo.expected;
        return t`This doesn't look like an address of ${name}. Money sent to another kind of address is lost.`;
      }
      case 'email':
        return t`This doesn't look like an e-mail address, such as ana@example.com.`;
      case 'phone':
        return t`This doesn't look like a phone number, such as +57 300 123 4567.`;
      case 'not-born':
        return t`This day is in the future.`;
      case 'long-ago':
        return t`This day is before 1900.`;
      case 'under-age': {
        const { years } = typo;
        return t`This person is under ${years} years old.`;
      }
    }
  };
}
