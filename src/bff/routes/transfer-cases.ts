import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  doneCaseRequest,
  openCaseRequest,
  transferCase,
  transferCasePaths,
} from '../../contract/api/case.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { personOf } from '../auth/access.ts';
import { findTransferCase } from '../ledger/sends/transfer-cases.ts';
import { notFound } from '../lib/problem.ts';
import { requireOpen, transferSubject } from '../sends/case-subject.ts';
import {
  endCaseOf,
  openTransferCase,
  reopenCaseOf,
  transferCaseOf,
} from '../sends/transfer-cases.ts';
import { isRecordNotFound, ServiceError } from '../service/errors.ts';
import { withRefusal } from '../service/service-problem.ts';
import { workRoutes } from './case-work.ts';
import type { RouteDeps } from './deps.ts';
import { parseBody, parseId } from './parse.ts';

/** The case that support opens for a transfer. Each change answers the case as it is then. */
export function transferCaseRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { db } = deps;
  const answer = async (id: string) => z.encode(transferCase, await transferCaseOf(deps, id));

  /** @throws ProblemError not-found for a transfer that is not there */
  async function idIn(params: unknown): Promise<string> {
    const id = parseId(params);
    if (!(await findTransferCase(db, id))) await transferOf(deps, id);
    return id;
  }

  app.get(transferCasePaths.case(':id'), async (request) => answer(await idIn(request.params)));

  app.post(transferCasePaths.case(':id'), async (request, reply) => {
    const transfer = await transferOf(deps, parseId(request.params));
    const asked = parseBody(openCaseRequest, request.body);
    await openTransferCase(deps, transfer, personOf(request).id, asked);
    return reply.code(201).send(await answer(transfer.id));
  });

  app.put(transferCasePaths.done(':id'), async (request) => {
    const id = await idIn(request.params);
    const asked = parseBody(doneCaseRequest, request.body);
    await endCaseOf(deps, id, personOf(request).id, asked);
    return answer(id);
  });

  app.delete(transferCasePaths.done(':id'), async (request) => {
    const id = await idIn(request.params);
    await reopenCaseOf(deps, id, personOf(request).id);
    return answer(id);
  });

  workRoutes(app, deps, {
    paths: transferCasePaths,
    parameter: ':id',
    subjectIn: async (params) => {
      const id = await idIn(params);
      return transferSubject(id, await findTransferCase(db, id));
    },
    answer: ({ key }) => answer(key),
    // A note is for a case that is done too, and for none that was never opened.
    async mayNote({ key }) {
      const row = await findTransferCase(db, key);
      if (!row) requireOpen(transferSubject(key, row));
    },
  });
}

/** The transfer as last read. @throws ProblemError not-found; ServiceError if it is not known yet */
async function transferOf({ tracking }: RouteDeps, id: string): Promise<Transfer> {
  const known = await tracking.known(id);
  if (known) return known.row;
  try {
    return (await tracking.show(id)).value;
  } catch (error) {
    // Contract 7: an unknown transfer is a 400 with message record_not_found.
    if (isRecordNotFound(error)) throw notFound();
    throw error instanceof ServiceError ? withRefusal(error) : error;
  }
}
