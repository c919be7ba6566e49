import type { Country } from '../../../contract/country.ts';
import type { Currency } from '../../../contract/currency.ts';
import type { Names } from '../../i18n/use-names.ts';
import type { ComboboxItem } from '../../ui/combobox-search.ts';
import type { SelectOption } from '../../ui/select-field.tsx';

/** Countries by name, then the digital assets; found by the service's name and code as well. */
export function countryItems(
  countries: readonly Country[],
  names: Names,
  assetHint: string,
): ComboboxItem[] {
  const rank = ({ is_asset }: Country) => (is_asset ? 1 : 0);
  const { compare } = names;
  return countries
    .map((country) => ({ country, label: names.country(country) }))
    .sort((a, b) => rank(a.country) - rank(b.country) || compare(a.label, b.label))
    .map(({ country: { id, name, code, is_asset }, label }) => ({
      value: id,
      label,
      search: `${name} ${code}`,
      hint: is_asset ? assetHint : undefined,
    }));
}

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
