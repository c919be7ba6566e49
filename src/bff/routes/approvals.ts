import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  approval,
  approvalPaths,
  approvals,
  approveRequest,
  declineRequest,
} from '../../contract/api/approvals.ts';
import { orderAnswer } from '../../contract/api/order.ts';
import { waitsForApproval } from '../../contract/api/order-states.ts';
import { cookieName, personOf } from '../auth/access.ts';
import { sessionHash } from '../auth/sessions.ts';
import { findOrder, type OrderRow } from '../ledger/orders/orders.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { approveAsSeen, declineAsSeen } from '../orders/approve.ts';
import { listApprovals, orderToApprove, showApproval } from '../orders/read-approvals.ts';
import { orderFor } from '../orders/read-order.ts';
import type { RouteDeps } from './deps.ts';
import { perPerson } from './limits.ts';
import { parseBody, parseKey } from './parse.ts';

/** What a second person approves before it is sent: list, show with all that is approved, approve, decline. */
export function approvalRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, orderDeps, recipients, storeClock, sendDeps } = deps;
  const limit = { config: perPerson(config.sendsPerMinute) };
  const { showAccount, stepUpAbove, sumRules, log } = sendDeps;
  const readDeps = { db, recipients, showAccount, stepUpAbove, sumRules, log };

  app.get(approvalPaths.all, { config: perPerson(60) }, async (request) => {
    const now = await storeClock.now();
    return z.encode(approvals, await listApprovals({ db, recipients }, personOf(request).id, now));
  });

  app.get(approvalPaths.one(':key'), { config: perPerson(60) }, async (request) => {
    const row = await orderToApprove(db, parseKey(request.params));
    const { id } = personOf(request);
    const now = await storeClock.now();
    if (!waitsForApproval(row) || Date.parse(row.expires_at ?? '') <= now) {
      throw await changed(request, row.id);
    }
    // The details of somebody else's recipient, in full.
    if (row.user_id !== id) request.audited = { action: 'look-up', subject: `send ${row.id}` };
    return z.encode(approval, await showApproval(readDeps, row, id, now));
  });

  app.post(approvalPaths.approve(':key'), limit, async (request) => {
    const { id } = await orderToApprove(db, parseKey(request.params));
    const body = parseBody(approveRequest, request.body);
    return decided(request, id, () => approveAsSeen(orderDeps, id, deciderOf(request), body));
  });

  app.post(approvalPaths.decline(':key'), limit, async (request) => {
    const { id } = await orderToApprove(db, parseKey(request.params));
    const body = parseBody(declineRequest, request.body);
    return decided(request, id, () => declineAsSeen(orderDeps, id, deciderOf(request), body));
  });

  /** Answers the order as it is afterwards; who came too late is told what came first. */
  async function decided(request: FastifyRequest, id: string, decide: () => Promise<OrderRow>) {
    try {
      const row = await deps.finishes(decide());
      // In its transaction.
      request.audited = { isWritten: true };
      return z.encode(orderAnswer, await shown(request, row));
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem !== 'order-changed') throw error;
      throw await changed(request, id);
    }
  }

  async function changed(request: FastifyRequest, id: string) {
    const row = await findOrder(db, id);
    if (!row) return notFound();
    return new ProblemError('order-changed', {
      order: z.encode(orderAnswer, await shown(request, row)).order,
    });
  }

  const shown = async (request: FastifyRequest, row: OrderRow) => ({
    order: await orderFor(db, row, { user_id: personOf(request).id, canSee: 'team' }),
  });

  const deciderOf = (request: FastifyRequest) => ({
    user_id: personOf(request).id,
    session_hash: sessionHash(request.cookies[cookieName(config)] ?? ''),
    request_id: request.id,
  });
}
