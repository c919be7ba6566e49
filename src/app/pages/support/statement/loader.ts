import { currenciesQuery } from '../../../api/reference.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';
import { paths } from '../../../router/paths.ts';
import { leadToDays } from '../../../statement/statement-days.ts';

export const loader: PageLoader =
  (client) =>
  async (args): Promise<Response | string> => {
    const { user, search } = await loadPage(client, args, 'support/statement', {
      currencies: currenciesQuery,
    });
    return leadToDays(search, (query) => paths.senderStatement(user, query)) ?? user;
  };
