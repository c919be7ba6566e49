import { type Answer, ok } from './answer.ts';
import type { Call, Route } from './http.ts';
import { banks } from './reference/banks.ts';
import { countries } from './reference/countries.ts';
import { currencies } from './reference/currencies.ts';

type CatalogueOptions = {
  /** False to ignore country_name: contract 4.6 doesn't say where the parameter goes. */
  filters_banks: boolean;
};

/** The routes of the reference data: countries, currencies and banks (contract 4.4 to 4.6). */
export const catalogueRoutes = ({ filters_banks }: CatalogueOptions): Route[] => [
  { method: 'GET', path: '/api/v3/countries', auth: 'bearer', answer: () => ok(countries) },
  { method: 'GET', path: '/api/v3/currencies', auth: 'bearer', answer: () => ok(currencies) },
  {
    method: 'GET',
    path: '/api/v3/destination_account_banks',
    auth: 'bearer',
    answer: filters_banks ? banksOfCountry : () => ok(banks),
  },
];

function banksOfCountry({ query }: Call): Answer {
  const country = query.get('country_name');
  return ok(country ? banks.filter(({ country_name }) => country_name === country) : banks);
}
