import type { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, redirect, replace } from 'react-router-dom';
import type { SendOrOrder } from '../../../contract/api/order.ts';
import { type StepUpReturn, stepUpReturn, stepUpReturns } from '../../../contract/api/step-up.ts';
import { checksQuery } from '../../accounts/check-digits/checks-query.ts';
import { accountQuery, accountsQuery } from '../../api/accounts.ts';
import { ApiError } from '../../api/api-error.ts';
import { holdQuery } from '../../api/hold.ts';
import { quoteQuery } from '../../api/quotes.ts';
import { banksQuery, countriesQuery, currenciesQuery } from '../../api/reference.ts';
import { findSend, sendIn, sendQuery, sendsLikeQuery } from '../../api/sends.ts';
import { settingsQuery } from '../../api/session.ts';
import { stepUpQuery } from '../../api/step-up.ts';
import { isDocument } from '../../hydration/rendered-page.ts';
import { prepareLimits } from '../../limits/own-limits.tsx';
import { prepareReached } from '../../limits/reached-limit.tsx';
import { leadOn } from '../../router/lead-on.ts';
import { loadPage, type PageLoader } from '../../router/load-page.ts';
import { paths } from '../../router/paths.ts';
import { copyNotesDraft, dropNotesDraft } from './notes-draft.tsx';
import {
  type AmountSearch,
  type CheckSearch,
  hasAmount,
  isToCheck,
  parseSearch,
  quoteParams,
  quoteSearchOf,
  termsOf,
} from './send-search.ts';
import { prepareWhen } from './when-part.tsx';

/** The step that the address asks for. */
export type SendStep =
  | { step: 'recipient'; search: AmountSearch }
  | {
      step: 'check';
      search: CheckSearch;
      /** When the check was opened, in milliseconds since 1970: older estimates are not used. */
      opened: number;
      /** How a proof at the OpenID provider ended, from which the person comes back. */
      returned: StepUpReturn | null;
    };

/** Cache entry of the key that was just generated: no send can exist for it yet. */
const madeKey = ['send-key'];
/** Cache entry of the check that was opened last. */
const lastCheck = ['send-check'];

export const loader: PageLoader =
  (client) =>
  async (args): Promise<SendStep | Response> => {
    const { request } = args;
    const search = parseSearch(request.url);
    if (!search) throw new ApiError('not-found');
    if (!hasAmount(search)) return redirect(paths.quote(quoteSearchOf(search)));
    if (search.destination_account_id === undefined) {
      await load(client, args);
      return { step: 'recipient', search };
    }
    if (!isToCheck(search)) {
      // One key for each check that is opened. In the address, so that reload, Back and a second tab reuse it.
      const key = crypto.randomUUID();
      client.setQueryData(madeKey, key);
      const left = client.getQueryData<CheckSearch>(lastCheck);
      if (left && goesOn(left, search)) copyNotesDraft(client, left.key, key);
      // The address without a key stays nowhere: going back to it would generate another key.
      return leadOn(request, paths.send({ ...search, key }));
    }
    return check(client, args, search);
  };

/** Whether a check is of the same transfer as one that was left, with another recipient or another amount. */
const goesOn = (left: CheckSearch, search: AmountSearch) =>
  left.destination_account_id === search.destination_account_id ||
  (left.source_amount_cents === search.source_amount_cents &&
    left.source_amount_currency === search.source_amount_currency);

/** Loads the recipients and the reference data. */
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
    knownSend(client, search.key),
    client.ensureQueryData(accountQuery(search.destination_account_id)),
    load(client, args),
  ]);
  if (known) {
    dropNotesDraft(client, search.key);
    // Not by way of the send's page: of two redirections the router forgets that the first one replaces.
    const { prefetchTransfer } = await import('./outcome/loader.ts');
    const number = sendIn(known)?.transfer_id;
    const transfer = number && (await prefetchTransfer(client, number));
    return replace(transfer || paths.sendOutcome(search.key));
  }

  client.setQueryData(lastCheck, search);
  const opened = Date.now();
  const quote = quoteQuery(quoteParams(search, account));
  // The server had no estimate in time: the page asks for it once it is hydrated.
  const isLate = isDocument(args.request.url) && client.getQueryData(quote.queryKey) === undefined;
  // Always a fresh estimate. Not awaited: the page shows that it is loading, or why it failed.
  if (!isLate) void client.prefetchQuery({ ...quote, staleTime: 0 });
  await Promise.all([
    client.prefetchQuery(sendsLikeQuery(termsOf(search))),
    account.bank_id && account.country && client.prefetchQuery(banksQuery(account.country.name)),
    // Needed before Send can be pressed, so that warnings about the recipient are complete.
    client.prefetchQuery(checksQuery),
    prefetchStepUp(client, search),
    prepareLimits(client),
    prepareWhen(search),
    client.getQueryData(settingsQuery.queryKey)?.limits && prepareReached(),
    // Without it the page does not say that a transfer can be stopped, and the next one does.
    client.prefetchQuery(holdQuery(account)),
    // Prefetches the outcome page: it is needed most when the connection is lost.
    import('./outcome/loader.ts'),
    import('./outcome/page.tsx'),
  ]);
  return { step: 'check', search, opened, returned: returnOf(args.request.url) };
}

/** Whether the transfer needs a proof, and then the dialog that asks for it: no press waits for them. */
async function prefetchStepUp(client: QueryClient, search: CheckSearch) {
  const query = stepUpQuery(search);
  await client.prefetchQuery(query);
  if (client.getQueryData(query.queryKey)?.needed) await import('../../auth/step-up-dialog.tsx');
}

function returnOf(url: string): StepUpReturn | null {
  const given = new URL(url).searchParams.get(stepUpReturn);
  return stepUpReturns.find((one) => one === given) ?? null;
}

/** The send with this key, if there is one already, from this tab or another. */
async function knownSend(client: QueryClient, key: string): Promise<SendOrOrder | null> {
  const isNew = client.getQueryData(madeKey) === key;
  client.removeQueries({ queryKey: madeKey, exact: true });
  if (isNew) return null;
  // Through the cache, because the answer may have come with the page.
  const known = await client.fetchQuery({
    queryKey: [...madeKey, key],
    queryFn: async () => (await findSend(key)) ?? null,
    staleTime: 0,
  });
  if (known) client.setQueryData(sendQuery(key).queryKey, known);
  return known;
}
