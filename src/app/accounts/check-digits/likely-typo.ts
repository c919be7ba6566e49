import { useLingui } from '@lingui/react/macro';
import type { Country } from '../../../contract/country.ts';
import { countryName } from '../../i18n/intl.ts';
import { useFormat } from '../../i18n/use-format.ts';

/** What is likely wrong with a number or an address that fails its check. */
export type LikelyTypo =
  /** Exchanging two neighbours makes it right. */
  | { kind: 'swapped' }
  /** Reading letters that look like digits as digits makes it right. */
  | { kind: 'lookalike' }
  /** The check fails, and none of the guesses above helps. */
  | { kind: 'wrong' }
  /** Letters where digits belong, or the other way round. */
  | { kind: 'shape' }
  /** `country` is the one that an IBAN begins with. */
  | { kind: 'length'; of: 'iban'; expected: number; given: number; country: string }
  | { kind: 'length'; of: 'aba' | 'cpf' | 'cnpj' | 'hex'; expected: number; given: number }
  /** It begins with no country that has IBANs. */
  | { kind: 'no-iban-country'; country: string }
  /** A valid IBAN of this country, in an account of another. */
  | { kind: 'iban-elsewhere'; country: string }
  /** Valid, but of another kind than the field asks for. */
  | { kind: 'iban-not-aba' }
  | { kind: 'aba-not-iban' }
  | { kind: 'address' }
  | { kind: 'other-asset'; expected: string }
  | { kind: 'email' }
  | { kind: 'phone' }
  | { kind: 'not-born' }
  | { kind: 'long-ago' }
  | { kind: 'under-age'; years: number };

/** Returns a function that says a likely typo in words; `asset` is the chosen digital asset. */
export function useTypoWords(): (typo: LikelyTypo, asset: Country | undefined) => string {
  const { t } = useLingui();
  const { locale } = useFormat();
  const place = (code: string) => countryName({ id: '', name: code, code }, locale);

  function sayLength(typo: Extract<LikelyTypo, { kind: 'length' }>): string {
    const { expected, given } = typo;
    switch (typo.of) {
      case 'iban': {
        const name = place(typo.country);
        return t`${name}: an IBAN has ${expected} characters, this has ${given}.`;
      }
      case 'aba':
        return t`An ABA number has ${expected} digits, this has ${given}.`;
      case 'cpf':
        return t`A CPF has ${expected} digits, this has ${given}.`;
      case 'cnpj':
        return t`A CNPJ has ${expected} characters, this has ${given}.`;
      case 'hex':
        return t`An address that begins with 0x has ${expected} characters, this has ${given}.`;
    }
  }

  return (typo, asset) => {
    switch (typo.kind) {
      case 'swapped':
        return t`Two digits may be swapped. Compare them with the original.`;
      case 'lookalike':
        return t`One letter may be a digit, such as O for 0.`;
      case 'wrong':
        return t`One digit may be wrong. Compare it with the original.`;
      case 'shape':
        return t`Some characters can’t be right. Compare them with the original.`;
      case 'length':
        return sayLength(typo);
      case 'no-iban-country': {
        const { country } = typo;
        return t`No IBAN begins with ${country}. Its first 2 letters are a country code.`;
      }
      case 'iban-elsewhere': {
        const name = place(typo.country);
        return t`The country of this IBAN is ${name}. Choose it above, or check the IBAN.`;
      }
      case 'iban-not-aba':
        return t`This is an IBAN, not an ABA number.`;
      case 'aba-not-iban':
        return t`This is an ABA number, not an IBAN.`;
      case 'address':
        return t`One character may be wrong. Compare the address with the original.`;
      case 'other-asset': {
        const name = asset?.name ?? typo.expected;
        return t`This doesn’t look like an address for ${name}. Money sent to a wrong address is lost.`;
      }
      case 'email':
        return t`This doesn’t look like an email address, such as ana@example.com.`;
      case 'phone':
        return t`This doesn’t look like a phone number, such as +57 300 123 4567.`;
      case 'not-born':
        return t`This date is in the future.`;
      case 'long-ago':
        return t`This date is before 1900.`;
      case 'under-age': {
        const { years } = typo;
        return t`This person is under ${years} years old.`;
      }
    }
  };
}
