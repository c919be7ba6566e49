import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import {
  supportHealth,
  supportQuery,
  supportSearch,
  supportTotals,
} from '../../contract/api/support.ts';
import type { RouteDeps } from '../deps.ts';
import { sendsInState } from '../ledger/sends.ts';
import { findSends } from '../sends/find-sends.ts';
import { listed } from '../sends/listed.ts';
import { amountReadings } from '../tracking/amount-readings.ts';
import { withSenders } from '../tracking/senders.ts';
import { supportSearchOf } from '../tracking/support-search.ts';
import { withTimelines } from '../tracking/timeline.ts';
import { totalsOf } from '../tracking/totals.ts';
import { parseQuery } from './parse.ts';
import { auditOfSearch } from './searches.ts';

/** What support looks up: one box for everything, totals, and how the service answers. */
export function supportRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { client, db, live, recipients, reference, token, tracking } = deps;
  const isoOf = (time: number) => new Date(time).toISOString();

  /** The transfers and, of the same moment, the event that is the last in them. */
  const current = () => tracking.current().then((index) => ({ index, event_id: live.eventId() }));

  app.get(apiPaths.supportSearch, async (request) => {
    request.audited = {};
    const query = parseQuery(supportQuery, request.query);
    const { q } = query;
    const [{ index, event_id }, known, currencies, open] = await Promise.all([
      current(),
      recipients.current(),
      reference.currencies(),
      sendsInState(db, ['intended', 'unconfirmed', 'unresolved']),
    ]);
    const readings = amountReadings(q, currencies);
    const found = supportSearchOf(index, known, readings, query);
    request.audited = auditOfSearch(q, {
      total: found.recipients.total + found.transfers.total,
      transfer: index.byId.has(q),
      account: known.has(q),
    });
    const items = await withSenders(db, await withTimelines(db, found.transfers.items));
    const accounts = new Set(found.recipients.items.map(({ id }) => id));
    const sends = findSends(await listed(deps, open, 'everything'), readings, q, accounts);
    const transfers = { ...found.transfers, items };
    return z.encode(supportSearch, {
      ...found,
      transfers,
      sends,
      event_id,
      ...tracking.asOf(index),
    });
  });

  app.get(apiPaths.supportTotals, async () => {
    const { index, event_id } = await current();
    return z.encode(supportTotals, {
      ...totalsOf(index.rows),
      ...tracking.asOf(index),
      event_id,
    });
  });

  app.get(apiPaths.supportHealth, async () => {
    const { last_success_at, last_failure } = client.health();
    const { failures, attempts, ...latency } = client.callReport();
    const open = await sendsInState(db, ['intended', 'unconfirmed', 'unresolved']);
    const unresolved = open.filter(({ state }) => state === 'unresolved').length;
    const asOf = tracking.asOf();
    return z.encode(supportHealth, {
      latency,
      attempts: attempts.map((attempt) => ({ ...attempt, at: isoOf(attempt.at) })),
      breaker: client.breaker(),
      last_success_at: last_success_at === null ? null : isoOf(last_success_at),
      last_failure: last_failure && { kind: last_failure.kind, at: isoOf(last_failure.at) },
      failures,
      token: await token(),
      open_sends: { unconfirmed: open.length - unresolved, unresolved },
      list: asOf && { ...asOf, ...tracking.effort() },
    });
  });
}
