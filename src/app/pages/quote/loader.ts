import type { QueryClient } from '@tanstack/react-query';
import { accountQuery, recentRecipientsQuery } from '../../api/accounts.ts';
import { openTransfersQuery } from '../../api/open-transfers.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { ratesQuery } from '../../api/rates.ts';
import { countriesQuery, currenciesQuery } from '../../api/reference.ts';
import { soon } from '../../api/soon.ts';
import { isDocument, mayReadAhead } from '../../hydration/rendered-page.ts';
import { prepareLimits } from '../../limits/own-limits.tsx';
import { prepareOpenSends } from '../../open-sends/own-open-sends.tsx';
import { loadPage, type PageLoader } from '../../router/load-page.ts';
import { quoteAside } from './later-parts.ts';
import { readQuoteSearch } from './quote-search.ts';

export const loader: PageLoader = (client) => async (args) => {
  const { url } = args.request;
  // The server begins what the page's parts read, so that it renders once.
  if (mayReadAhead(url)) readAhead(client, url);
  if (import.meta.env.SSR) void client.prefetchQuery(openTransfersQuery);
  await Promise.all([
    loadPage(client, args, 'quote', {
      countries: countriesQuery,
      currencies: currenciesQuery,
      account: accountQuery,
      recentRecipients: recentRecipientsQuery,
    }),
    prepareOpenSends(client),
    prepareLimits(client),
    !isDocument(url) && soon(client.prefetchQuery(openTransfersQuery)),
    prepareAside(url),
  ]);
  return null;
};

/** Loads what stands beside the form if the address has a country. Hydration of the form does not wait for it. */
async function prepareAside(url: string): Promise<void> {
  const { country_id, destination_account_id } = readQuoteSearch(new URL(url).searchParams);
  if ((country_id ?? destination_account_id) === undefined) return;
  const ready = quoteAside.fetch();
  if (mayReadAhead(url)) await soon(ready);
}

/** Asks for the estimate of a whole quote, and its earlier rates, while the page's other data loads. */
function readAhead(client: QueryClient, url: string): void {
  const {
    destination_account_id: _,
    later: __,
    ...asked
  } = readQuoteSearch(new URL(url).searchParams);
  const { source_amount_currency, destination_amount_currency, country_id } = asked;
  if (!source_amount_currency || !destination_amount_currency || !country_id) return;
  if ((asked.source_amount_cents ?? asked.destination_amount_cents) === undefined) return;
  void client.prefetchQuery(
    quoteQuery({ ...asked, source_amount_currency, destination_amount_currency, country_id }),
  );
  const pair = {
    source_currency: source_amount_currency,
    destination_currency: destination_amount_currency,
    country_id,
  };
  if (import.meta.env.SSR) void client.prefetchQuery(ratesQuery(pair));
}
