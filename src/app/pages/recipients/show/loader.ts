import { latestTransfers } from '../../../../contract/api/reads.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import { scheduledToQuery } from '../../../api/scheduled-orders.ts';
import { sessionQuery } from '../../../api/session.ts';
import { transfersQuery } from '../../../api/transfers.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';

export const loader: PageLoader = (client) => (args) =>
  loadPage(client, args, 'recipients/show', {
    account: accountQuery,
    latestTransfers: (id) => transfersQuery(latestTransfers(id)),
    scheduledTo: scheduledToQuery,
    currencies: currenciesQuery,
    session: sessionQuery,
  });
