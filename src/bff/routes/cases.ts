import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  casePaths,
  confirmRequest,
  declineRequest,
  proposeRequest,
  supportCase,
  withdrawRequest,
} from '../../contract/api/case.ts';
import { personOf } from '../auth/access.ts';
import type { SendRow } from '../ledger/sends/sends.ts';
import { sendSubject } from '../sends/case-subject.ts';
import { caseOf } from '../sends/cases.ts';
import {
  confirmNotSent,
  declineNotSent,
  proposeNotSent,
  withdrawNotSent,
} from '../sends/propose.ts';
import { workRoutes } from './case-work.ts';
import type { RouteDeps } from './deps.ts';
import { parseBody } from './parse.ts';
import { sendIn } from './sends.ts';

/**
 * Support's work on a send: who has it, what a second person confirms, the notes and the history. Each change answers
 * the case as it is then.
 */
export function caseRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { db } = deps;
  const answer = async (row: SendRow) =>
    z.encode(supportCase, await caseOf(deps, row, deps.config.resolveAloneUpTo));

  app.get(casePaths.case(':key'), async (request) => answer(await sendIn(db, request.params)));

  workRoutes(app, deps, {
    paths: casePaths,
    parameter: ':key',
    subjectIn: async (params) => sendSubject(db, await sendIn(db, params)),
    answer: async ({ key }) => answer(await sendIn(db, { key })),
  });

  proposalRoutes(app, deps, answer);
}

/** A proposal that nothing was sent: made by one person, and confirmed, declined or withdrawn. */
function proposalRoutes(
  app: FastifyInstance,
  deps: RouteDeps,
  answer: (row: SendRow) => Promise<unknown>,
) {
  /** A change that writes its own entry of the audit. */
  const change =
    (
      work: (key: string, asker: { user_id: string; request_id: string }, body: unknown) => unknown,
    ) =>
    async (request: FastifyRequest) => {
      const { key } = await sendIn(deps.db, request.params);
      await work(key, { user_id: personOf(request).id, request_id: request.id }, request.body);
      request.audited = { isWritten: true };
      return answer(await sendIn(deps.db, request.params));
    };

  app.post(
    casePaths.proposal(':key'),
    change((key, asker, body) => proposeNotSent(deps, key, asker, parseBody(proposeRequest, body))),
  );
  app.post(
    casePaths.confirmation(':key'),
    change((key, asker, body) => confirmNotSent(deps, key, asker, parseBody(confirmRequest, body))),
  );
  app.post(
    casePaths.decline(':key'),
    change((key, asker, body) => declineNotSent(deps, key, asker, parseBody(declineRequest, body))),
  );
  app.post(
    casePaths.withdrawal(':key'),
    change((key, asker, body) =>
      withdrawNotSent(deps, key, asker, parseBody(withdrawRequest, body).proposal),
    ),
  );
}
