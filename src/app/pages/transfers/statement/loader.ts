import { currenciesQuery } from '../../../api/reference.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';
import { paths } from '../../../router/paths.ts';
import { leadToDays } from '../../../statement/statement-days.ts';

export const loader: PageLoader =
  (client) =>
  async (args): Promise<Response | null> => {
    const [{ search }] = await Promise.all([
      loadPage(client, args, 'transfers/statement', {
        currencies: currenciesQuery,
      }),
      // If it fails, the page tries again.
      import('../../../statement/statement-page.tsx').catch(() => null),
    ]);
    return leadToDays(search, paths.statement);
  };
