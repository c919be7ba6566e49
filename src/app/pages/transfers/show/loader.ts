import { looksUp } from '../../../../contract/api/session.ts';
import { countriesQuery, currenciesQuery } from '../../../api/reference.ts';
import { sessionQuery } from '../../../api/session.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { askedBy, loadPage, type PageLoader } from '../../../router/load-page.ts';

export const loader: PageLoader =
  (client) =>
  async (args): Promise<string> => {
    const { id } = askedBy(args);
    const user = client.getQueryData(sessionQuery.queryKey)?.user;
    // If this import fails, the page retries it.
    const support =
      user && looksUp(user.role)
        ? import('./transfer-case.tsx').then((it) => it.prefetchCase(client, id)).catch(() => null)
        : null;
    await loadPage(client, args, 'transfers/show', {
      transfer: transferQuery,
      countries: countriesQuery,
      currencies: currenciesQuery,
    });
    await support;
    return id;
  };
