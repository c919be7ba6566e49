import { accountQuery } from '../../../api/accounts.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { dropPending, pendingWith } from '../../../open-sends/pending-sends.ts';
import { askedBy, loadPage, type PageLoader } from '../../../router/load-page.ts';
import { outcomeQuery } from './outcome-query.ts';

/** The key in the address. What is known of it, or that nothing is, the page tells. */
export const loader: PageLoader =
  (client) =>
  async (args): Promise<string> => {
    const { key } = askedBy(args);
    const outcome = outcomeQuery(key);
    await Promise.all([
      client.prefetchQuery(outcome),
      loadPage(client, args, 'send/outcome', { currencies: currenciesQuery }),
    ]);
    const send = client.getQueryData(outcome.queryKey);
    // The check may have put it into the cache.
    if (send) dropPending(key);
    const unsent = pendingWith(key);
    await Promise.all([
      unsent && client.prefetchQuery(accountQuery(unsent.destination_account_id)),
      send && client.prefetchQuery(accountQuery(send.destination_account_id)),
      send?.transfer_id && client.prefetchQuery(transferQuery(send.transfer_id)),
    ]);
    return key;
  };
