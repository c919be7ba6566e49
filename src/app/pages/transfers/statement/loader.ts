import { currenciesQuery } from '../../../api/reference.ts';
import { loadPage, type PageLoader } from '../../../router/load-page.ts';
import { paths } from '../../../router/paths.ts';
import { leadToDays } from '../../../statement/statement-days.ts';

/** Loads the page's component too. Two pages have it, and what pages import in common is loaded with every page. */
export const loader: PageLoader = (client) => async (args) => {
  const [{ StatementPage }, { search }] = await Promise.all([
    import('../../../statement/statement-page.tsx'),
    loadPage(client, args, 'transfers/statement', { currencies: currenciesQuery }),
  ]);
  return leadToDays(search, paths.statement) ?? { StatementPage };
};
