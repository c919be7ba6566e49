import type { QueryClient } from '@tanstack/react-query';
import { accountQuery } from '../../../api/accounts.ts';
import { banksQuery, countriesQuery } from '../../../api/reference.ts';
import { fromAccount } from '../account-form/account-conversion.ts';
import { type AccountValues, blankAccount } from '../account-form/account-values.ts';

/** What the form starts with: nothing, or all of another recipient but its name, which must differ. */
export function initialValues(client: QueryClient, copy: string | undefined): AccountValues {
  const account = copy === undefined ? undefined : client.getQueryData(accountQuery(copy).queryKey);
  if (!account) return blankAccount('bank');
  const countries = client.getQueryData(countriesQuery.queryKey) ?? [];
  const banks = client.getQueryData(banksQuery(account.country?.name ?? '').queryKey) ?? [];
  return { ...fromAccount(account, countries, banks), alias: '' };
}
