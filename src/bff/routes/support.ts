import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { NewsHealth } from '../../contract/api/news.ts';
import type { OrderState } from '../../contract/api/order-states.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { openStates } from '../../contract/api/send-states.ts';
import {
  maxFound,
  maxOddRows,
  supportHealth,
  supportQuery,
  supportSearch,
  supportTotals,
} from '../../contract/api/support.ts';
import type { UnreadPart } from '../../contract/api/transfer.ts';
import { viewerOf } from '../auth/access.ts';
import {
  endedDeliveries,
  failingDeliveries,
  waitingDeliveries,
} from '../ledger/news/deliveries.ts';
import { countOpenOrders } from '../ledger/orders/order-counts.ts';
import { withSenders } from '../ledger/people/owners.ts';
import { sendsWithLookAlikes } from '../ledger/sends/look-alikes.ts';
import { sendsInState } from '../ledger/sends/sends.ts';
import { transferCount, transferCounts } from '../ledger/transfers/transfer-counts.ts';
import { countMatching } from '../ledger/transfers/transfer-windows.ts';
import { timestamp } from '../lib/timestamp.ts';
import { listedOrders } from '../orders/support-orders.ts';
import { endedSends, unsentOrders } from '../search/found-sends.ts';
import { type SearchMeaning, waysOf } from '../search/matcher.ts';
import { namesOf } from '../search/nearest-names.ts';
import { ranks } from '../search/search-text.ts';
import { readSenders } from '../search/senders.ts';
import { namedByAll, supportFilter, supportSearchOf } from '../search/support-search.ts';
import { searchNarrowed } from '../search/unmatched.ts';
import { findSends, listed } from '../sends/listed.ts';
import { withNotes } from '../sends/transfer-notes.ts';
import { withTimelines } from '../tracking/timeline.ts';
import { totalsOf } from '../tracking/totals.ts';
import type { RouteDeps } from './deps.ts';
import { createListsProbe } from './health.ts';
import { parseQuery } from './parse.ts';
import { resolvedRoute } from './resolved.ts';
import { createSearchAudit, currentOf, namedBy, textMeaning } from './searches.ts';
import { senderRoutes } from './senders.ts';

const probeEveryMs = 5_000;

/** Support: search over everything, totals of transfers, one sender, and the health of the payment service. */
export function supportRoutes(app: FastifyInstance, deps: RouteDeps) {
  searchRoute(app, deps);
  totalsRoute(app, deps);
  healthRoute(app, deps);
  senderRoutes(app, deps);
  resolvedRoute(app, deps);
}

function searchRoute(app: FastifyInstance, deps: RouteDeps) {
  const { db, now, recipients, reference, tracking } = deps;
  const auditSearch = createSearchAudit(now);

  app.get(apiPaths.supportSearch, async (request) => {
    request.audited = {};
    const query = parseQuery(supportQuery, request.query);
    const { q } = query;
    const viewer = viewerOf(request, deps.config);
    const [{ current, event_id }, searched, currencies, senders, open] = await Promise.all([
      currentOf(deps),
      recipients.searched(),
      reference.currencies(),
      readSenders(db),
      sendsInState(db, openStates),
    ]);
    const { recipients: known, odd } = searched;
    const missing: UnreadPart[] = [
      ...searched.missing,
      ...(odd.length > 0 ? (['some-recipients'] as const) : []),
      ...(current.odd.length > 0 ? (['some-transfers'] as const) : []),
    ];
    open.push(...(await sendsWithLookAlikes(db)));
    const openSends = await listed(deps, open, viewer);
    const read = await textMeaning(deps, request, viewer, q, {
      currencies,
      recipients: known,
      senders,
    });
    const { found, left_out, nearest } = await searchNarrowed(read, {
      async search(meaning) {
        const sends = await findSends(db, openSends, open, meaning);
        const over = await endedSends(db, waysOf(meaning, ranks.part), null, maxFound);
        const orders = await unsentOrders(
          db,
          waysOf(meaning, ranks.part),
          keysIn(meaning),
          maxFound,
        );
        const by = await supportSearchOf({ db, recipients: known, meaning }, query);
        return { ...by, sends, over, orders };
      },
      isEmpty: ({ recipients: named, transfers, sends, over, orders }) =>
        named.total + transfers.total + sends.length + over.length + orders.length === 0,
      finds: async (some) =>
        namedByAll(some).size > 0 ||
        (await findSends(db, openSends, open, some)).length > 0 ||
        (await countMatching(db, supportFilter(some))) > 0 ||
        (await endedSends(db, waysOf(some, ranks.part), null, 1)).length > 0 ||
        (await unsentOrders(db, waysOf(some, ranks.part), keysIn(some), 1)).length > 0,
      names: () => namesOf(known.values(), senders),
    });
    const { over, orders, ...results } = found;
    const shown = new Set(found.sends.map(({ key }) => key));
    const ended = await listed(
      deps,
      over.filter(({ key }) => !shown.has(key)),
      viewer,
    );
    const total = found.recipients.total + found.transfers.total;
    auditSearch(request, q, { total, ...(await namedBy(db, known, read)) });
    const timed = await withTimelines(db, found.transfers.items);
    const items = await withSenders(db, 'transfer', await withNotes(db, timed, viewer));
    const transfers = { ...found.transfers, items };
    return z.encode(supportSearch, {
      ...results,
      transfers,
      ended,
      orders: await listedOrders(deps, orders, viewer),
      left_out,
      nearest,
      missing,
      event_id,
      ...tracking.asOf(current),
    });
  });
}

/** The beginnings of keys that a text is as a whole. */
const keysIn = (meaning: SearchMeaning) =>
  meaning.flatMap(([first, ...more]) => (first?.key && more.length === 0 ? [first.key] : []));

function totalsRoute(app: FastifyInstance, deps: RouteDeps) {
  const { db, tracking } = deps;

  app.get(apiPaths.supportTotals, async () => {
    const { current, event_id } = await currentOf(deps);
    return z.encode(supportTotals, {
      ...totalsOf(await transferCounts(db)),
      ...tracking.asOf(current),
      event_id,
    });
  });
}

const weekMs = 7 * 24 * 60 * 60_000;

/** How far the outbox is, for all instances. */
async function newsHealthOf({ db, news, now }: RouteDeps): Promise<NewsHealth> {
  const [waiting, failing, ended] = await Promise.all([
    waitingDeliveries(db, timestamp(now())),
    failingDeliveries(db),
    endedDeliveries(db, timestamp(now() - weekMs)),
  ]);
  const sum = (rows: readonly { count: number }[]) =>
    rows.reduce((all, { count }) => all + count, 0);
  return {
    mail: news.mailMode,
    waiting: sum(waiting),
    oldest_at: waiting.map(({ oldest_at }) => oldest_at).sort()[0] ?? null,
    failing: failing.map(({ sink, count, error }) => ({ sink, count, error: error ?? '' })),
    given_up: sum(ended.filter(({ outcome }) => outcome === 'expired' || outcome === 'refused')),
  };
}

function healthRoute(app: FastifyInstance, deps: RouteDeps) {
  const { client, db, storeClock, token, tracking } = deps;
  const lists = createListsProbe(deps);

  app.get(apiPaths.supportHealth, async (request) => {
    // In the background, for the next answer: the page Health must not wait for a failing list.
    lists.get(probeEveryMs).catch((error: unknown) => {
      request.log.info({ err: error }, 'health: a list of the service is still unreadable');
    });
    const { last_success_at, last_failure } = client.health();
    const { failures, attempts, ...latency } = client.callReport();
    const open = await sendsInState(db, openStates);
    const unresolved = open.filter(({ state }) => state === 'unresolved').length;
    const { states, ...late } = await countOpenOrders(db, await storeClock.now());
    const count = (state: OrderState) => states.get(state) ?? 0;
    const asOf = tracking.asOf();
    return z.encode(supportHealth, {
      latency,
      attempts: attempts.map((attempt) => ({ ...attempt, at: timestamp(attempt.at) })),
      breaker: client.breaker(),
      last_success_at: last_success_at === null ? null : timestamp(last_success_at),
      last_failure: last_failure && { kind: last_failure.kind, at: timestamp(last_failure.at) },
      failures,
      token: await token(),
      news: await newsHealthOf(deps),
      open_sends: { unconfirmed: open.length - unresolved, unresolved },
      orders: {
        waiting: count('waiting') + count('releasing'),
        needs_you: count('needs_you'),
        ...late,
      },
      list: asOf && { ...asOf, ...tracking.effort(), transfers: await transferCount(db) },
      lists: client.lists.report().map(({ list, failing, odd }) => ({
        list,
        failing: failing && { kind: failing.kind, since: timestamp(failing.since) },
        odd: { items: odd.slice(0, maxOddRows), total: odd.length },
      })),
    });
  });
}
