import type { QueryClient } from '@tanstack/react-query';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import { accountQuery, accountsQuery } from '../../api/accounts.ts';
import { transferKeys } from '../../api/query-keys.ts';

/** Puts a saved recipient into the cache and invalidates the lists that show it. */
export function rememberAccount(client: QueryClient, account: DestinationAccount): void {
  client.setQueryData(accountQuery(account.id).queryKey, account);
  void client.invalidateQueries({ queryKey: accountsQuery.queryKey, exact: true });
  void client.invalidateQueries({ queryKey: transferKeys.all });
}
