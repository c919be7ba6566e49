import * as z from 'zod/mini';
import { sendKey } from '../../../../contract/api/send-key.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import { transferQuery } from '../../../api/transfers.ts';
import type { PageLoader } from '../../../lazy-page.tsx';
import { dropPending, pendingWith } from '../../../open-sends/pending-sends.ts';
import { outcomeQuery } from './outcome-query.ts';

/** The key in the address. What is known of it, or that nothing is, the page tells. */
export const loader: PageLoader =
  (client) =>
  async ({ params }): Promise<string> => {
    const key = z.safeParse(sendKey, params.key);
    if (!key.success) throw new Response(null, { status: 404 });

    const outcome = outcomeQuery(key.data);
    await Promise.all([client.prefetchQuery(outcome), client.prefetchQuery(currenciesQuery)]);
    const send = client.getQueryData(outcome.queryKey);
    // The check may have put it into the cache.
    if (send) dropPending(key.data);
    const unsent = pendingWith(key.data);
    await Promise.all([
      unsent && client.prefetchQuery(accountQuery(unsent.destination_account_id)),
      send && client.prefetchQuery(accountQuery(send.destination_account_id)),
      send?.transfer_id && client.prefetchQuery(transferQuery(send.transfer_id)),
    ]);
    return key.data;
  };
