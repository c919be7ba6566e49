import { accountQuery } from '../../../api/accounts.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import { scheduledOrderQuery } from '../../../api/scheduled-orders.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';

export const loader: PageLoader = (client) => (args) =>
  loadPage(client, args, 'scheduled/edit', {
    scheduledOrder: scheduledOrderQuery,
    // As it is now: the person confirms the recipient that this page shows.
    account: (id) => ({ ...accountQuery(id), staleTime: 0 }),
    currencies: currenciesQuery,
  });
