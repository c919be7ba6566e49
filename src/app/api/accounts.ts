import { queryOptions } from '@tanstack/react-query';
import type { AccountRequest } from '../../contract/api/account-request.ts';
import {
  accountMarks,
  type DestinationAccount,
  destinationAccount,
  destinationAccounts,
  type MarkRequest,
} from '../../contract/api/destination-account.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { recentRecipients } from '../../contract/api/recent-recipient.ts';
import { request } from './request.ts';

export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: ({ signal }) => request(destinationAccounts, apiPaths.accounts, { signal }),
});

/** For `select`: the recipients to choose from. */
export function activeAccounts(accounts: DestinationAccount[]): DestinationAccount[] {
  return accounts.filter(({ archived }) => !archived);
}

export function accountQuery(id: string) {
  return queryOptions({
    queryKey: ['accounts', id],
    queryFn: ({ signal }) => request(destinationAccount, apiPaths.account(id), { signal }),
  });
}

/** Whom the person sent to last. Read on nearly each visit, because every send changes it. */
export const recentRecipientsQuery = queryOptions({
  queryKey: ['recent-recipients'],
  queryFn: ({ signal }) => request(recentRecipients, apiPaths.recentRecipients, { signal }),
  staleTime: 2_000,
});

/** The account with its numbers unmasked. For support; the BFF logs each call in its audit trail. */
export function revealAccount(id: string) {
  return request(destinationAccount, apiPaths.reveals(id), { method: 'POST', body: {} });
}

export function createAccount(body: AccountRequest) {
  return request(destinationAccount, apiPaths.accounts, { method: 'POST', body });
}

export function editAccount(id: string, body: AccountRequest) {
  return request(destinationAccount, apiPaths.account(id), { method: 'PUT', body });
}

/** Pins, archives or brings back; answers all marks. */
export function markAccount(id: string, body: MarkRequest) {
  return request(accountMarks, apiPaths.marks(id), { method: 'PUT', body });
}
