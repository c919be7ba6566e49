import type { FastifyInstance } from 'fastify';
import { caseNoteRequest, caseWaitRequest, takeCaseRequest } from '../../contract/api/case.ts';
import { personOf } from '../auth/access.ts';
import type { CaseSubject } from '../sends/case-subject.ts';
import { letWait, resumeCase } from '../sends/case-waits.ts';
import { addNoteTo, giveBackCaseOf, takeCaseOf, takenOverFrom } from '../sends/cases.ts';
import type { RouteDeps } from './deps.ts';
import { parseBody } from './parse.ts';

type CaseKind = {
  paths: Record<'assignment' | 'wait' | 'notes', (key: string) => string>;
  /** The key of the case in its paths. */
  parameter: ':key' | ':id';
  /** @throws ProblemError not-found */
  subjectIn: (params: unknown) => Promise<CaseSubject>;
  answer: (subject: CaseSubject) => Promise<unknown>;
  /** @throws ProblemError if there is nothing to note on */
  mayNote?: (subject: CaseSubject) => Promise<void>;
};

/** The changes of a case that are the same whatever it is about. Each answers the case as it is then. */
export function workRoutes(app: FastifyInstance, deps: RouteDeps, kind: CaseKind) {
  const { paths, parameter, subjectIn, answer, mayNote } = kind;

  app.put(paths.assignment(parameter), async (request) => {
    const subject = await subjectIn(request.params);
    const { from } = parseBody(takeCaseRequest, request.body);
    const had = await takeCaseOf(deps, subject, personOf(request).id, from);
    if (had !== null) request.audited = { outcome: takenOverFrom(had) };
    return answer(subject);
  });

  app.delete(paths.assignment(parameter), async (request) => {
    const subject = await subjectIn(request.params);
    await giveBackCaseOf(deps.db, subject.key, personOf(request).id);
    return answer(subject);
  });

  app.put(paths.wait(parameter), async (request) => {
    const subject = await subjectIn(request.params);
    const { hours } = parseBody(caseWaitRequest, request.body);
    const until = await letWait(deps, subject, personOf(request).id, hours);
    request.audited = { outcome: until === null ? 'until it changes' : `until ${until}` };
    return answer(subject);
  });

  app.delete(paths.wait(parameter), async (request) => {
    const subject = await subjectIn(request.params);
    await resumeCase(deps, subject.key, personOf(request).id);
    return answer(subject);
  });

  app.post(paths.notes(parameter), async (request, reply) => {
    const subject = await subjectIn(request.params);
    const note = parseBody(caseNoteRequest, request.body);
    if (note.corrects !== undefined) request.audited = { action: 'case-correction' };
    await mayNote?.(subject);
    await addNoteTo(deps, subject.key, personOf(request).id, note);
    return reply.code(201).send(await answer(subject));
  });
}
