import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirect, replace } from 'react-router-dom';
import { checksQuery } from '../../accounts/check-digits/checks-query.ts';
import { accountQuery, accountsQuery } from '../../api/accounts.ts';
import { ApiError } from '../../api/api-error.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { banksQuery, countriesQuery, currenciesQuery } from '../../api/reference.ts';
import { findSend, sendQuery, sendsLikeQuery } from '../../api/sends.ts';
import { loadPage, type PageLoader } from '../../router/load-page.ts';
import { paths } from '../../router/paths.ts';
import {
  type AmountSearch,
  amountOnly,
  type CheckSearch,
  hasAmount,
  isToCheck,
  parseSearch,
  quoteParams,
  sendingOf,
} from './send-search.ts';

/** Which step the address asks for. */
export type SendStep =
  | { step: 'recipient'; search: AmountSearch }
  | {
      step: 'check';
      search: CheckSearch;
      /** When the check was opened: an estimate from before it is no offer. In milliseconds. */
      opened: number;
    };

/** In the cache, the key that was just made: nothing can have been begun with it. */
const madeKey = ['send-key'];

export const loader: PageLoader =
  (client) =>
  async (args): Promise<SendStep | Response> => {
    const { request } = args;
    const search = parseSearch(request.url);
    if (!search) throw new ApiError('not-found');
    if (!hasAmount(search)) return redirect(paths.quote(amountOnly(search)));
    if (search.destination_account_id === undefined) {
      await load(client, args);
      return { step: 'recipient', search };
    }
    if (!isToCheck(search)) {
      // A key for each check that is opened; reload, Back and a second tab find it in the address.
      const key = crypto.randomUUID();
      client.setQueryData(madeKey, key);
      const to = paths.send({ ...search, key });
      // The address without a key must not stay in the history, where Back would mint another one.
      return request.url === window.location.href ? replace(to) : redirect(to);
    }
    return check(client, args, search);
  };

/** To whom all can be sent, or to whom it is to be. */
function load(client: QueryClient, args: LoaderFunctionArgs) {
  return loadPage(client, args, 'send', {
    accounts: accountsQuery,
    account: accountQuery,
    countries: countriesQuery,
    currencies: currenciesQuery,
  });
}

async function check(
  client: QueryClient,
  args: LoaderFunctionArgs,
  search: CheckSearch,
): Promise<SendStep | Response> {
  const [known, account] = await Promise.all([
    isKnown(client, search.key),
    client.ensureQueryData(accountQuery(search.destination_account_id)),
    load(client, args),
  ]);
  if (known) return replace(paths.sending(search.key));

  const opened = Date.now();
  // Taken again, however fresh the last one is. The page stands meanwhile, and shows what went wrong.
  void client.prefetchQuery({ ...quoteQuery(quoteParams(search, account)), staleTime: 0 });
  await Promise.all([
    client.prefetchQuery(sendsLikeQuery(sendingOf(search))),
    account.bank_id && account.country && client.prefetchQuery(banksQuery(account.country.name)),
    // What looks wrong in the recipient is to stand there before Send can be pressed.
    client.prefetchQuery(checksQuery),
    // The page that tells the outcome is needed most when the connection is lost: it is here before.
    import('./outcome/loader.ts'),
    import('./outcome/page.tsx'),
  ]);
  return { step: 'check', search, opened };
}

/** Whether a sending with this key was begun before, here or in another tab. */
async function isKnown(client: QueryClient, key: string): Promise<boolean> {
  const isNew = client.getQueryData(madeKey) === key;
  client.removeQueries({ queryKey: madeKey });
  if (isNew) return false;
  const known = await findSend(key);
  if (known) client.setQueryData(sendQuery(key).queryKey, known);
  return known !== undefined;
}
