import { queryOptions } from '@tanstack/react-query';
import type { AccountRequest } from '../../contract/api/account-request.ts';
import { destinationAccount, destinationAccounts } from '../../contract/api/destination-account.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { request } from './request.ts';

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }) => request(destinationAccounts, apiPaths.accounts, { signal }),
});

export function accountQuery(id: string) {
  return queryOptions({
    queryKey: ['accounts', id],
    queryFn: ({ signal }) => request(destinationAccount, apiPaths.account(id), { signal }),
  });
}

/** The account with its numbers whole; for support, who is written down for it. */
export function revealAccount(id: string) {
  return request(destinationAccount, apiPaths.reveals(id), { method: 'POST', body: {} });
}

export function createAccount(body: AccountRequest) {
  return request(destinationAccount, apiPaths.accounts, { method: 'POST', body });
}

export function editAccount(id: string, body: AccountRequest) {
  return request(destinationAccount, apiPaths.account(id), { method: 'PUT', body });
}
