import { accountQuery } from '../../api/accounts.ts';
import { countriesQuery, currenciesQuery } from '../../api/reference.ts';
import type { PageLoader } from '../../lazy-page.tsx';
import { prepareOpenSends } from '../../open-sends/own-open-sends.tsx';
import { readQuoteSearch } from './quote-search.ts';

export const loader: PageLoader =
  (client) =>
  async ({ request }) => {
    const { destination_account_id } = readQuoteSearch(new URL(request.url).searchParams);
    await Promise.all([
      client.ensureQueryData(countriesQuery),
      client.ensureQueryData(currenciesQuery),
      prepareOpenSends(client),
      // A recipient that can't be read is left out: the quote does without, and one is chosen later.
      destination_account_id && client.prefetchQuery(accountQuery(destination_account_id)),
    ]);
    return null;
  };
