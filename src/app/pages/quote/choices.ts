import type { Currency } from '../../../contract/currency.ts';
import type { Names } from '../../i18n/use-names.ts';
import type { SelectOption } from '../../ui/select-field.tsx';

/** Currencies by code, which is what the field shows. */
export function currencyOptions(currencies: readonly Currency[], names: Names): SelectOption[] {
  const { compare } = names;
  return currencies
    .map((currency) => ({
      value: currency.iso_code,
      label: `${currency.iso_code} · ${names.currency(currency)}`,
    }))
    .sort((a, b) => compare(a.value, b.value));
}
