import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  limitPaths,
  ownLimits,
  personLimitRequest,
  personLimitsAnswer,
} from '../../contract/api/limits.ts';
import { personOf } from '../auth/access.ts';
import { changePersonLimit, readPersonLimits } from '../auth/person-limits.ts';
import { limitStates } from '../sends/limits.ts';
import type { RouteDeps } from './deps.ts';
import { perPerson } from './limits.ts';
import { parseBody, parseUser } from './parse.ts';

/** Limits of what a person sends: their own, with what is used, and for an admin each sender's. */
export function sendingLimitRoutes(
  app: FastifyInstance,
  { config, db, news, reference, storeClock }: RouteDeps,
) {
  const { limits } = config;

  app.get(limitPaths.own, async (request) => {
    const { id: user_id } = personOf(request);
    const now = await storeClock.now();
    const items = [];
    for (const currency of limits.keys()) {
      const counted = { user_id, source_amount_currency: currency, key: '', order: null };
      const states = await limitStates(db, limits, counted, now);
      if (states.length > 0) items.push({ currency, spans: states });
    }
    return z.encode(ownLimits, { items });
  });

  app.get(limitPaths.of(':user'), async ({ params }) =>
    shown(parseUser(params), await storeClock.now()),
  );

  app.put(limitPaths.of(':user'), { config: perPerson(60) }, async (request) => {
    const user = parseUser(request.params);
    const subject = `user ${user}`;
    request.audited = { subject };
    const change = parseBody(personLimitRequest, request.body);
    const now = await storeClock.now();
    const outcome = await changePersonLimit(db, limits, personOf(request).id, user, change, now);
    request.audited = { subject, outcome };
    void news.round();
    return shown(user, now);
  });

  async function shown(user: string, now: number) {
    // The service may be down: the figures are ours.
    const currencies = limits.size === 0 ? [] : await reference.currencies().catch(() => []);
    return z.encode(personLimitsAnswer, await readPersonLimits(db, limits, user, now, currencies));
  }
}
