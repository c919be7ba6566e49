import type { QueryClient } from '@tanstack/react-query';
import { accountQuery, recentRecipientsQuery } from '../../api/accounts.ts';
import { openTransfersQuery } from '../../api/open-transfers.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { countriesQuery, currenciesQuery } from '../../api/reference.ts';
import { isDocument } from '../../hydration/rendered-page.ts';
import { prepareOpenSends } from '../../open-sends/own-open-sends.tsx';
import { loadPage, type PageLoader } from '../../router/load-page.ts';
import { readQuoteSearch } from './quote-search.ts';

/** How long the page waits for its open transfers, so that they push nothing. In milliseconds. */
const maxWaitMs = 300;

export const loader: PageLoader = (client) => async (args) => {
  const { url } = args.request;
  if (!isDocument(url)) askForEstimate(client, url);
  await Promise.all([
    loadPage(client, args, 'quote', {
      countries: countriesQuery,
      currencies: currenciesQuery,
      account: accountQuery,
      recentRecipients: recentRecipientsQuery,
    }),
    prepareOpenSends(client),
    !isDocument(url) && soon(client.prefetchQuery(openTransfersQuery)),
  ]);
  return null;
};

/** Asks for the estimate of a whole quote while the page's other data loads. */
function askForEstimate(client: QueryClient, url: string): void {
  const { destination_account_id: _, ...asked } = readQuoteSearch(new URL(url).searchParams);
  const { source_amount_currency, destination_amount_currency, country_id } = asked;
  if (!source_amount_currency || !destination_amount_currency || !country_id) return;
  if ((asked.source_amount_cents ?? asked.destination_amount_cents) === undefined) return;
  void client.prefetchQuery(
    quoteQuery({ ...asked, source_amount_currency, destination_amount_currency, country_id }),
  );
}

async function soon(read: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, maxWaitMs);
  await Promise.race([read, late]);
  clearTimeout(timer);
}
