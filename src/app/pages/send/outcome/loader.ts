import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isOpen, isUnderWay } from '../../../../contract/api/send-states.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { ApiError, isFailure } from '../../../api/api-error.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import { candidatesQuery, readSend, sendQuery } from '../../../api/sends.ts';
import { sessionQuery } from '../../../api/session.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { dropPending, markTold, pendingWith } from '../../../open-sends/pending-sends.ts';
import { endPost, isOnItsWay } from '../../../open-sends/posts.ts';
import { leadOn } from '../../../router/lead-on.ts';
import { askedBy, loadPage, type PageLoader } from '../../../router/load-page.ts';
import { prefetchPageCode } from '../../../router/page-code.ts';
import { paths } from '../../../router/paths.ts';

/**
 * Returns the key in the address. The page shows what is known of it; a sender is led to its transfer once
 * that is known.
 */
export const loader: PageLoader =
  (client) =>
  async (args): Promise<string | Response> => {
    const { key } = askedBy(args);
    // If this import fails, the page retries it.
    const parts =
      userOf(client)?.role !== 'sender' &&
      import('./case.tsx').then((it) => it.prefetchCase(client, key)).catch(() => null);
    const outcome = outcomeQuery(key);
    await Promise.all([
      client.prefetchQuery(outcome),
      loadPage(client, args, 'send/outcome', { currencies: currenciesQuery }),
    ]);
    const send = client.getQueryData(outcome.queryKey);
    // sendQuery may have been filled by the check page's loader.
    if (send) dropPending(key);
    const unsent = pendingWith(key);
    // It asks the payment service, so that a page that opens here does not wait for it.
    if (send && isOpen(send.state) && userOf(client)?.role === 'support') {
      void client.prefetchQuery(candidatesQuery(key));
    }
    const bySender = userOf(client)?.role === 'sender';
    const number = send?.transfer_id;
    const [transfer] = await Promise.all([
      number && bySender && prefetchTransfer(client, number),
      number && !bySender && client.prefetchQuery(transferQuery(number)),
      unsent && client.prefetchQuery(accountQuery(unsent.destination_account_id)),
      send && client.prefetchQuery(accountQuery(send.destination_account_id)),
      parts,
    ]);
    if (transfer) return leadOn(args.request, transfer);
    const failed = client.getQueryState(outcome.queryKey)?.error;
    // If the person has navigated away, they have not read it.
    if (isFailure(failed, 'not-found') && !args.request.signal.aborted) noteUnsent(client, key);
    return key;
  };

/**
 * Fetches all that a transfer's page needs, so that who is led there arrives.
 * @returns the path of that page; undefined if something of it could not be fetched
 */
export async function prefetchTransfer(client: QueryClient, id: string) {
  const query = transferQuery(id);
  const [hasCode] = await Promise.all([
    prefetchPageCode('transfers/show').then(
      () => true,
      () => false,
    ),
    client.prefetchQuery(query),
  ]);
  const isRead = client.getQueryData(query.queryKey) !== undefined;
  return hasCode && isRead ? paths.transfer(id) : undefined;
}

const pollMs = 3_000;
// Support resolves by hand, so poll more slowly.
const supportPollMs = 15_000;
// Support itself may work on it in two browsers.
const casePollMs = 5_000;

/** Polls the send until its outcome is known, also while our server can't be reached. */
export function outcomeQuery(key: string) {
  return queryOptions({
    queryKey: sendQuery(key).queryKey,
    queryFn: ({ client, signal, queryKey }) =>
      readOnceSettled(key, signal).catch((error: unknown) => {
        const isShown = client.getQueryCache().find({ queryKey })?.isActive();
        if (isShown && isFailure(error, 'not-found')) noteUnsent(client, key);
        throw error;
      }),
    networkMode: 'always',
    retry: false,
    // The loader has just tried.
    retryOnMount: false,
    refetchInterval: (it) => {
      // No record: nothing was sent, unless the request still arrives; then the page shows that.
      if (isFailure(it.state.error, 'not-found')) {
        return pendingWith(key) ? supportPollMs : false;
      }
      const { state, sender, look_alikes } = it.state.data ?? {};
      if (sender && (state === 'unresolved' || look_alikes)) return casePollMs;
      if (state === 'unresolved') return supportPollMs;
      return state === undefined || isUnderWay(state) ? pollMs : false;
    },
  });
}

/** While the POST can still arrive, a 404 does not prove that nothing was recorded. */
async function readOnceSettled(key: string, signal: AbortSignal) {
  const wasOnItsWay = await isOnItsWay(key);
  const send = await readSend(key, signal).catch(async (error: unknown) => {
    if (!isFailure(error, 'not-found')) throw error;
    if (await endPost(key)) return readSend(key, signal);
    if (wasOnItsWay || (await isOnItsWay(key))) throw new ApiError('send-in-flight');
    throw error;
  });
  dropPending(key);
  return send;
}

/** The person has read that nothing was sent, so no notice has to lead back to it. */
function noteUnsent(client: QueryClient, key: string) {
  if (pendingWith(key)?.user_id === userOf(client)?.id) markTold(key);
}

function userOf(client: QueryClient) {
  return client.getQueryData(sessionQuery.queryKey)?.user;
}
