import { accountsQuery } from '../../api/accounts.ts';
import { currenciesQuery } from '../../api/reference.ts';
import { scheduledOrdersQuery } from '../../api/scheduled-orders.ts';
import { loadPage, type PageLoader } from '../../router/load-page.ts';

export const loader: PageLoader = (client) => (args) =>
  loadPage(client, args, 'scheduled', {
    scheduledOrders: scheduledOrdersQuery,
    accounts: accountsQuery,
    currencies: currenciesQuery,
  });
