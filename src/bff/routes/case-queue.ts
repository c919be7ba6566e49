import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  caseQueue,
  caseQueueQuery,
  severalCases,
  severalCasesRequest,
} from '../../contract/api/case-queue.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { personOf } from '../auth/access.ts';
import { auditedCase } from '../sends/case-subject.ts';
import { caseQueueOf } from '../sends/queue.ts';
import { changeSeveral } from '../sends/several-cases.ts';
import type { RouteDeps } from './deps.ts';
import { parseBody, parseQuery } from './parse.ts';

const auditActions = { take: 'case-take', 'hand-over': 'case-hand-over', note: 'case-note' };

/** The transfers that support has to decide about or opened a case for, and the same change of several of them. */
export function caseQueueRoutes(app: FastifyInstance, deps: RouteDeps) {
  app.get(apiPaths.cases, async (request) => {
    const { order } = parseQuery(caseQueueQuery, request.query);
    return z.encode(caseQueue, await caseQueueOf(deps, order, deps.config.reviewWithin));
  });

  app.post(apiPaths.cases, async (request) => {
    const asked = parseBody(severalCasesRequest, request.body);
    const done = await changeSeveral(deps, asked, personOf(request).id, (err) =>
      request.log.error({ err }, 'cases: one of several not changed'),
    );
    const action = auditActions[asked.action];
    const each = done.map(({ key, outcome }) => ({ action, subject: auditedCase(key), outcome }));
    request.audited = { each };
    const results = done.map(({ key, result }) => ({ key, result }));
    return z.encode(severalCases, { results });
  });
}
