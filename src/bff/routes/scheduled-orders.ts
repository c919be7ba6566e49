import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  pauseRequest,
  replaceDayRequest,
  rescheduleRequest,
  scheduledAnswer,
  scheduledOrder,
  scheduledOrders as scheduledOrdersAnswer,
  scheduledPaths,
  scheduledQuery,
  scheduleRequest,
  skipRequest,
} from '../../contract/api/scheduled-order.ts';
import { cookieName, personOf, viewerOf } from '../auth/access.ts';
import { sessionHash } from '../auth/sessions.ts';
import { findOrder, type OrderRow } from '../ledger/orders/orders.ts';
import { ProblemError } from '../lib/problem.ts';
import { visibleOrder } from '../orders/read-order.ts';
import { scheduledFor, scheduledOrders } from '../orders/read-scheduled.ts';
import {
  type Change,
  changeScheduled,
  pauseScheduled,
  replaceDay,
  scheduleOrder,
  skipDay,
} from '../orders/scheduled-orders.ts';
import type { RouteDeps } from './deps.ts';
import { perPerson } from './limits.ts';
import { parseBody, parseKey, parseQuery } from './parse.ts';

/** Orders that are sent on days: list, show, make, change, pause, and skip a day. */
export function scheduledOrderRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, orderDeps, storeClock } = deps;

  app.get(scheduledPaths.all, async (request) => {
    const { destination_account_id: to } = parseQuery(scheduledQuery, request.query);
    const viewer = viewerOf(request, config);
    const items = await scheduledOrders(db, viewer, await storeClock.now(), to);
    return z.encode(scheduledOrdersAnswer, { items });
  });

  app.get(scheduledPaths.one(':key'), async (request) =>
    z.encode(scheduledOrder, await shown(deps, request, await orderIn(deps, request))),
  );

  app.post(
    scheduledPaths.all,
    { config: perPerson(config.sendsPerMinute) },
    async (request, reply) => {
      const body = parseBody(scheduleRequest, request.body);
      request.audited = { subject: `send ${body.id.toLowerCase()}`, outcome: body.kind };
      const { id } = personOf(request);
      const made = scheduleOrder(orderDeps, id, body, sessionOf(deps, request));
      const order = await shown(deps, request, await deps.finishes(made));
      return reply.code(201).send(z.encode(scheduledAnswer, { order }));
    },
  );

  changeRoutes(app, deps);
}

function changeRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, orderDeps } = deps;
  const limit = { config: perPerson(config.sendsPerMinute) };

  app.put(scheduledPaths.one(':key'), limit, async (request) => {
    const row = await orderIn(deps, request);
    const body = parseBody(rescheduleRequest, request.body);
    return changed(deps, request, row, 'changed', async () => {
      const change = changeOf(request, row, body.revision);
      return { row: await changeScheduled(orderDeps, change, body, sessionOf(deps, request)) };
    });
  });

  app.post(scheduledPaths.pause(':key'), limit, async (request) => {
    const row = await orderIn(deps, request);
    const { revision, paused } = parseBody(pauseRequest, request.body);
    const change = changeOf(request, row, revision);
    return changed(deps, request, row, paused ? 'paused' : 'unpaused', async () => ({
      row: await pauseScheduled(orderDeps, change, paused),
    }));
  });

  app.post(scheduledPaths.skip(':key'), limit, async (request) => {
    const row = await orderIn(deps, request);
    const { revision, day } = parseBody(skipRequest, request.body);
    const change = changeOf(request, row, revision);
    return changed(deps, request, row, `skipped ${day}`, async () => ({
      row: await skipDay(orderDeps, change, day),
    }));
  });

  app.post(scheduledPaths.day(':key'), limit, async (request) => {
    const row = await orderIn(deps, request);
    const body = parseBody(replaceDayRequest, request.body);
    const change = changeOf(request, row, body.revision);
    return changed(deps, request, row, `replaced ${body.day}`, () =>
      replaceDay(orderDeps, change, body, sessionOf(deps, request)),
    );
  });
}

const sessionOf = ({ config }: RouteDeps, { cookies }: FastifyRequest) =>
  sessionHash(cookies[cookieName(config)] ?? '');

const changeOf = (request: FastifyRequest, { id }: OrderRow, revision: number): Change => ({
  ...{ id, revision, user_id: personOf(request).id },
});

async function shown(
  { config, db, storeClock }: RouteDeps,
  request: FastifyRequest,
  row: OrderRow,
) {
  return scheduledFor(db, row, viewerOf(request, config), await storeClock.now());
}

/** Answers the order as it is afterwards; a change that came too late is told what came first. */
async function changed(
  deps: RouteDeps,
  request: FastifyRequest,
  { id }: OrderRow,
  outcome: string,
  change: () => Promise<{ row: OrderRow; instead?: OrderRow }>,
) {
  request.audited = { subject: `send ${id}`, outcome };
  try {
    const { row, instead } = await deps.finishes(change());
    return z.encode(scheduledAnswer, {
      order: await shown(deps, request, row),
      ...(instead && { instead: await shown(deps, request, instead) }),
    });
  } catch (error) {
    const isLate = error instanceof ProblemError && error.problem === 'order-changed';
    const now = isLate ? await findOrder(deps.db, id) : undefined;
    if (!now) throw error;
    const { order } = z.encode(scheduledAnswer, { order: await shown(deps, request, now) });
    throw new ProblemError('order-changed', { order });
  }
}

/** @throws ProblemError not-found; order-changed for what was sent at once, and never was an order */
async function orderIn({ config, db }: RouteDeps, request: FastifyRequest): Promise<OrderRow> {
  const row = await visibleOrder(db, parseKey(request.params), viewerOf(request, config));
  if ('id' in row) return row;
  throw new ProblemError('order-changed', { send_key: row.key });
}
