import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { caseQueue, caseQueueQuery } from '../../contract/api/case-queue.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { caseQueueOf } from '../sends/queue.ts';
import type { RouteDeps } from './deps.ts';
import { parseQuery } from './parse.ts';

/** GET /api/cases: the transfers that support has to decide about. */
export function caseQueueRoutes(app: FastifyInstance, deps: RouteDeps) {
  app.get(apiPaths.cases, async (request) => {
    const { order } = parseQuery(caseQueueQuery, request.query);
    return z.encode(caseQueue, await caseQueueOf(deps, order, deps.config.reviewWithin));
  });
}
