import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  caseNoteRequest,
  casePaths,
  caseWaitRequest,
  supportCase,
  takeCaseRequest,
} from '../../contract/api/case.ts';
import { personOf } from '../auth/access.ts';
import type { SendRow } from '../ledger/sends/sends.ts';
import { letWait, resumeCase } from '../sends/case-waits.ts';
import { addNoteTo, caseOf, giveBackCaseOf, takeCaseOf, takenOverFrom } from '../sends/cases.ts';
import type { RouteDeps } from './deps.ts';
import { parseBody } from './parse.ts';
import { sendIn } from './sends.ts';

/** Support's work on a send: who has it, the notes and the history. Each change answers the case as it is then. */
export function caseRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { db } = deps;
  const answer = async (row: SendRow) => z.encode(supportCase, await caseOf(deps, row));

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
}
