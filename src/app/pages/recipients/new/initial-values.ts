import type { QueryClient } from '@tanstack/react-query';
import { accountQuery } from '../../../api/accounts.ts';
import { banksQuery, countriesQuery } from '../../../api/reference.ts';
import { fromAccount } from '../account-form/account-conversion.ts';
import { type AccountValues, blankAccount } from '../account-form/account-values.ts';
import { switchVariant } from '../account-form/switch-variant.ts';
import type { NewRecipientSearch } from './search.ts';

/**
 * What the form starts with: all of the copied recipient but its name, which must differ; else the
 * wanted country, or a wallet where that is a digital asset. Reads what the loader has fetched.
 */
export function initialValues(
  client: QueryClient,
  { copy, country_id }: NewRecipientSearch,
): AccountValues {
  const countries = client.getQueryData(countriesQuery.queryKey) ?? [];
  const account = copy === undefined ? undefined : client.getQueryData(accountQuery(copy).queryKey);
  if (account) {
    const banks = client.getQueryData(banksQuery(account.country?.name ?? '').queryKey) ?? [];
    return { ...fromAccount(account, countries, banks), alias: '' };
  }
  const country = countries.find(({ id }) => id === country_id);
  return switchVariant(blankAccount('bank'), { country });
}
