import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  holdQuery,
  holdRequest,
  holdSettings,
  orderAnswer,
  orderPaths,
  resumeRequest,
  stopRequest,
  supportStopRequest,
} from '../../contract/api/order.ts';
import { cookieName, personOf, viewerOf } from '../auth/access.ts';
import { sessionHash } from '../auth/sessions.ts';
import { findOrder, type OrderRow } from '../ledger/orders/orders.ts';
import { setHoldSeconds, type UserRow } from '../ledger/people/users.ts';
import { guardScopeOf } from '../ledger/sends/sends.ts';
import { ProblemError } from '../lib/problem.ts';
import { resumeAsSeen, resumedHoldSeconds, stopAsSeen } from '../orders/change-order.ts';
import { holdSecondsFor } from '../orders/make-order.ts';
import { orderFor, visibleOrder } from '../orders/read-order.ts';
import { stopForSupport } from '../orders/support-orders.ts';
import type { RouteDeps } from './deps.ts';
import { perPerson } from './limits.ts';
import { parseBody, parseKey, parseQuery } from './parse.ts';

/**
 * Orders: stop one that is not sent yet, also for support, send one that needed its person, and for how long a person
 * wants them held.
 */
export function orderRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, orderDeps } = deps;
  const limit = { config: perPerson(config.sendsPerMinute) };

  app.post(orderPaths.stop(':key'), limit, async (request) => {
    const row = await orderIn(request);
    const { revision } = parseBody(stopRequest, request.body);
    const { id } = personOf(request);
    if (row.kind !== 'held') requireMaker(request, row);
    return answer(request, row, async () =>
      noteStop(request, await stopAsSeen(orderDeps, row, revision, id)),
    );
  });

  app.post(orderPaths.stopForSupport(':key'), async (request) => {
    const row = await orderIn(request);
    const body = parseBody(supportStopRequest, request.body);
    const { id } = personOf(request);
    return answer(request, row, async () =>
      noteStop(request, await stopForSupport(orderDeps, row, body, id)),
    );
  });

  app.post(orderPaths.resume(':key'), limit, async (request) => {
    const row = await orderIn(request);
    const body = parseBody(resumeRequest, request.body);
    requireMaker(request, row);
    const session_hash = sessionHash(request.cookies[cookieName(config)] ?? '');
    return answer(request, row, () => resumeAsSeen(orderDeps, row, body, session_hash));
  });

  holdRoutes(app, deps);

  /** Answers the order as it is afterwards; a change that came too late is told what came first. */
  async function answer(request: FastifyRequest, row: OrderRow, change: () => Promise<OrderRow>) {
    const viewer = viewerOf(request, config);
    try {
      return z.encode(orderAnswer, { order: await orderFor(db, await change(), viewer) });
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem !== 'order-changed') throw error;
      const now = (await findOrder(db, row.id)) ?? row;
      const { order } = z.encode(orderAnswer, { order: await orderFor(db, now, viewer) });
      throw new ProblemError('order-changed', { order });
    }
  }

  function orderIn(request: FastifyRequest): Promise<OrderRow> {
    return orderWith(deps, request, parseKey(request.params));
  }
}

/** The audit claims nothing either of what a loss made doubtful. */
function noteStop(request: FastifyRequest, row: OrderRow): OrderRow {
  if (row.unsure_since !== null) request.audited = { outcome: 'may have been sent before' };
  return row;
}

/** @throws ProblemError not-found; order-changed for what was sent at once, and never was an order */
async function orderWith({ db, config }: RouteDeps, request: FastifyRequest, key: string) {
  const row = await visibleOrder(db, key.toLowerCase(), viewerOf(request, config));
  if ('id' in row) return row;
  throw new ProblemError('order-changed', { send_key: row.key });
}

/** For how long a person wants theirs held, and for how long one of them would be. */
function holdRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, orderDeps } = deps;

  app.get(orderPaths.hold, async (request) => {
    const { order, ...to } = parseQuery(holdQuery, request.query);
    const person = personOf(request);
    return settingsOf(
      person,
      order === undefined
        ? await heldSeconds(person, to)
        : await resumedHoldSeconds(
            orderDeps,
            await orderWith(deps, request, order),
            to.destination_account_fingerprint,
          ),
    );
  });

  app.put(orderPaths.hold, { config: perPerson(30) }, async (request) => {
    const { seconds } = parseBody(holdRequest, request.body);
    const person = personOf(request);
    await setHoldSeconds(db, person.id, seconds);
    request.audited = { outcome: seconds === null ? 'as the operator says' : `${seconds} s` };
    const now = { ...person, hold_seconds: seconds };
    return settingsOf(now, await heldSeconds(now, {}));
  });

  function heldSeconds(person: UserRow, to: z.infer<typeof holdQuery>): Promise<number> {
    const { destination_account_id, destination_account_fingerprint } = to;
    const isNamed =
      destination_account_id !== undefined && destination_account_fingerprint !== undefined;
    return holdSecondsFor(
      orderDeps,
      person,
      { guard_scope: guardScopeOf(config.sendersSee, person.id) },
      isNamed ? { destination_account_id, destination_account_fingerprint } : null,
    );
  }

  const settingsOf = (person: UserRow, held_seconds: number) =>
    z.encode(holdSettings, {
      seconds: person.hold_seconds,
      operator_seconds: config.hold.seconds,
      operator_seconds_new_recipient: config.hold.newRecipientSeconds,
      held_seconds,
    });
}

/**
 * A held one is stopped by who sees it, before the money is gone. To resume one accepts a rate, or a recipient, in the
 * maker's name.
 * @throws ProblemError forbidden for a colleague
 */
function requireMaker(request: FastifyRequest, { user_id }: OrderRow) {
  if (personOf(request).id !== user_id) throw new ProblemError('forbidden');
}
