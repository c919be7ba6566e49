import type { QueryClient } from '@tanstack/react-query';
import type { DestinationAccount } from '../../../contract/api/destination-account.ts';
import { accountQuery, accountsQuery } from '../../api/accounts.ts';
import { transferKeys } from '../../api/query-keys.ts';

/** Takes a saved recipient into the cache; lists that show it are read again when they are next seen. */
export function rememberAccount(client: QueryClient, account: DestinationAccount): void {
  client.setQueryData(accountQuery(account.id).queryKey, account);
  void client.invalidateQueries({ queryKey: accountsQuery.queryKey, exact: true });
  void client.invalidateQueries({ queryKey: transferKeys.all });
}
