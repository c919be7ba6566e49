import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { sharedRead } from '../coalesce.ts';
import type { RouteDeps } from '../deps.ts';

// A probe that knocks often must not load the service.
const freshFor = 5_000;

/** For the operator: the process is alive; the store and the service can be reached. */
export function healthRoutes(app: FastifyInstance, { client, db, now }: RouteDeps) {
  const service = sharedRead(() => client.listCurrencies(), now);

  app.get('/healthz', () => ({ ok: true }));

  app.get('/readyz', async (request, reply) => {
    const checks = await Promise.allSettled([sql`select 1`.execute(db), service.get(freshFor)]);
    for (const check of checks) {
      if (check.status === 'rejected') request.log.warn({ err: check.reason }, 'not ready');
    }
    const [store, answers] = checks.map((check) => check.status === 'fulfilled');
    return reply.code(store && answers ? 200 : 503).send({ store, service: answers });
  });
}
