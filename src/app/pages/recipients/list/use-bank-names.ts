import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { DestinationAccount } from '../../../../contract/api/destination-account.ts';
import { banksQuery } from '../../../api/reference.ts';

/** Answers a function from an account to its bank's name, undefined until its country's banks are read. */
export function useBankNames(accounts: readonly DestinationAccount[]) {
  const countryNames = useMemo(() => bankCountries(accounts), [accounts]);
  const names = useQueries({
    queries: countryNames.map((name) => banksQuery(name)),
    combine: namesById,
  });
  return useCallback(
    ({ bank_id }: DestinationAccount) => (bank_id ? names.get(bank_id) : undefined),
    [names],
  );
}

function bankCountries(accounts: readonly DestinationAccount[]): string[] {
  const names = accounts
    .filter(({ category }) => category === 'bank')
    .map(({ country }) => country?.name ?? '');
  return [...new Set(names)];
}

type BankList = { data?: readonly { id: string; name: string }[] | undefined };

function namesById(lists: readonly BankList[]): Map<string, string> {
  return new Map(lists.flatMap(({ data = [] }) => data.map(({ id, name }) => [id, name])));
}
