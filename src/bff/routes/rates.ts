import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { rates, ratesQuery } from '../../contract/api/rates.ts';
import type { RouteDeps } from './deps.ts';
import { perPerson } from './limits.ts';
import { parseQuery } from './parse.ts';

/** GET /api/rates: what this app has seen of a pair. The service is not asked. */
export function rateRoutes(app: FastifyInstance, deps: RouteDeps) {
  const limited = { config: perPerson(deps.config.quotesPerMinute) };

  app.get(apiPaths.rates, limited, async (request) => {
    const pair = parseQuery(ratesQuery, request.query);
    return z.encode(rates, await deps.rates.of(pair));
  });
}
