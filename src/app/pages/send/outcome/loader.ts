import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Order } from '../../../../contract/api/order.ts';
import { isOpenOrder } from '../../../../contract/api/order-states.ts';
import { isOpen, isUnderWay } from '../../../../contract/api/send-states.ts';
import { accountQuery } from '../../../api/accounts.ts';
import { ApiError, isFailure } from '../../../api/api-error.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import { candidatesQuery, orderIn, readSend, sendIn, sendQuery } from '../../../api/sends.ts';
import { sessionQuery } from '../../../api/session.ts';
import { transferQuery } from '../../../api/transfers.ts';
import { mayReadAhead } from '../../../hydration/rendered-page.ts';
import { serverTime } from '../../../i18n/intl.ts';
import { dropPending, markTold, pendingWith } from '../../../open-sends/pending-sends.ts';
import { endPost, isOnItsWay } from '../../../open-sends/posts.ts';
import { leadOn } from '../../../router/lead-on.ts';
import { askedBy, loadPage, type PageLoader } from '../../../router/load-page.ts';
import { prefetchPageCode } from '../../../router/page-code.ts';
import { paths } from '../../../router/paths.ts';
import { casePart, orderPart } from './later-parts.ts';

/**
 * Returns the key in the address. The page shows what is known of it; a sender is led to its transfer once
 * that is known.
 */
export const loader: PageLoader =
  (client) =>
  async (args): Promise<string | Response> => {
    const { key } = askedBy(args);
    // If this import fails, the page retries it.
    const parts = userOf(client)?.role !== 'sender' && [
      casePart.fetch(),
      import('./case.tsx').then((it) => it.prefetchCase(client, key)).catch(() => null),
    ];
    const outcome = outcomeQuery(key);
    await Promise.all([
      client.prefetchQuery(outcome),
      loadPage(client, args, 'send/outcome', { currencies: currenciesQuery }),
    ]);
    const answer = client.getQueryData(outcome.queryKey);
    const send = sendIn(answer);
    const to = (send ?? orderIn(answer))?.destination_account_id;
    // sendQuery may have been filled by the check page's loader.
    if (answer) dropPending(key);
    const unsent = pendingWith(key);
    const isCase = send && isOpen(send.state) && userOf(client)?.role === 'support';
    // It asks the payment service, so that a page that opens here does not wait for it.
    if (isCase && mayReadAhead(args.request.url)) void client.prefetchQuery(candidatesQuery(key));
    const bySender = userOf(client)?.role === 'sender';
    const number = send?.transfer_id;
    const [transfer] = await Promise.all([
      number && bySender && prefetchTransfer(client, number),
      number && !bySender && client.prefetchQuery(transferQuery(number)),
      unsent && client.prefetchQuery(accountQuery(unsent.destination_account_id)),
      to !== undefined && client.prefetchQuery(accountQuery(to)),
      orderIn(answer) && orderPart.fetch(),
      ...(parts || []),
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
const soonestPollMs = 1_000;
// Support resolves by hand, so poll more slowly.
const supportPollMs = 15_000;
// Support itself may work on it in two browsers, and who approves a transfer does in another.
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
      const order = orderIn(it.state.data);
      if (order) return pollOrder(order);
      const { state, sender, look_alikes } = sendIn(it.state.data) ?? {};
      if (sender && (state === 'unresolved' || look_alikes)) return casePollMs;
      if (state === 'unresolved') return supportPollMs;
      return state === undefined || isUnderWay(state) ? pollMs : false;
    },
  });
}

/** Sooner when an order is due: the page then becomes that of its send. */
function pollOrder({ state, waits_for, release_at }: Order): number | false {
  if (!isOpenOrder(state)) return false;
  // Its time may pass before anybody approves it.
  if (state === 'waiting' && waits_for === 'approval') return casePollMs;
  if (state === 'needs_you' || release_at === null) return supportPollMs;
  const left = Date.parse(release_at) - serverTime().getTime();
  // Somebody may stop it at another device.
  if (left > supportPollMs * 40) return supportPollMs;
  return Math.max(soonestPollMs, Math.min(pollMs, left));
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
