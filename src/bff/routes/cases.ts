import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  caseNoteRequest,
  casePaths,
  caseWaitRequest,
  confirmRequest,
  declineRequest,
  proposeRequest,
  supportCase,
  takeCaseRequest,
  withdrawRequest,
} from '../../contract/api/case.ts';
import { personOf } from '../auth/access.ts';
import type { SendRow } from '../ledger/sends/sends.ts';
import { letWait, resumeCase } from '../sends/case-waits.ts';
import { addNoteTo, caseOf, giveBackCaseOf, takeCaseOf, takenOverFrom } from '../sends/cases.ts';
import {
  confirmNotSent,
  declineNotSent,
  proposeNotSent,
  withdrawNotSent,
} from '../sends/propose.ts';
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

  app.put(casePaths.assignment(':key'), async (request) => {
    const row = await sendIn(db, request.params);
    const { from } = parseBody(takeCaseRequest, request.body);
    const had = await takeCaseOf(deps, row, personOf(request).id, from);
    if (had !== null) request.audited = { outcome: takenOverFrom(had) };
    return answer(row);
  });

  app.delete(casePaths.assignment(':key'), async (request) => {
    const row = await sendIn(db, request.params);
    await giveBackCaseOf(db, row, personOf(request).id);
    return answer(row);
  });

  app.put(casePaths.wait(':key'), async (request) => {
    const row = await sendIn(db, request.params);
    const { hours } = parseBody(caseWaitRequest, request.body);
    const until = await letWait(deps, row, personOf(request).id, hours);
    request.audited = { outcome: until === null ? 'until it changes' : `until ${until}` };
    return answer(row);
  });

  app.delete(casePaths.wait(':key'), async (request) => {
    const row = await sendIn(db, request.params);
    await resumeCase(deps, row, personOf(request).id);
    return answer(row);
  });

  app.post(casePaths.notes(':key'), async (request, reply) => {
    const row = await sendIn(db, request.params);
    const note = parseBody(caseNoteRequest, request.body);
    if (note.corrects !== undefined) request.audited = { action: 'case-correction' };
    await addNoteTo(deps, row, personOf(request).id, note);
    return reply.code(201).send(await answer(row));
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
