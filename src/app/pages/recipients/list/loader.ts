import { accountsQuery } from '../../../api/accounts.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import { sessionQuery } from '../../../api/session.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';

export const loader: PageLoader = (client) => (args) =>
  loadPage(client, args, 'recipients/list', {
    accounts: accountsQuery,
    currencies: currenciesQuery,
    session: sessionQuery,
  });
