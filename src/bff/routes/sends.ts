import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { orderAnswer } from '../../contract/api/order.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { candidates, resolveRequest, send, sends, sendsQuery } from '../../contract/api/send.ts';
import { openStates } from '../../contract/api/send-states.ts';
import { personOf, viewerOf } from '../auth/access.ts';
import type { Viewer } from '../auth/viewer.ts';
import { isForgotten } from '../ledger/keep/retention.ts';
import { findOrder, type OrderRow, seenOpenOrders } from '../ledger/orders/orders.ts';
import { sendsWithLookAlikes } from '../ledger/sends/look-alikes.ts';
import {
  findSend,
  guardScopeOf,
  type SendRow,
  sendsInState,
  sendsLike,
} from '../ledger/sends/sends.ts';
import { mayHaveLostKeys } from '../ledger/store/holds.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { lastSendOf, orderFor, readOrders } from '../orders/read-order.ts';
import { isBeginning } from '../sends/begin-lease.ts';
import { expectSend } from '../sends/known-before.ts';
import { listed, withTheirSender } from '../sends/listed.ts';
import { candidatesOf, resolveSend } from '../sends/resolve.ts';
import { bodyHash, sendOf } from '../sends/send-row.ts';
import { withSendNotes } from '../sends/transfer-notes.ts';
import type { RouteDeps } from './deps.ts';
import { parseBody, parseKey, parseQuery } from './parse.ts';

/** Sends: list, show, the candidates for an unresolved one, and support's resolution of it. */
export function sendRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, storeClock, tracking } = deps;
  const rowOf = (params: unknown) => sendIn(db, params);
  app.get(apiPaths.sends, async (request) => {
    const query = parseQuery(sendsQuery, request.query);
    const viewer = viewerOf(request, config);
    const { user_id, canSee } = viewer;
    if ('key' in query) {
      const row = await findSend(db, query.key.toLowerCase());
      const own = row?.user_id === user_id ? [sendOf(row)] : [];
      if (own.length > 0) return z.encode(sends, await withSendNotes(db, own, viewer));
      const order = await findOrder(db, query.key.toLowerCase());
      return order?.user_id === user_id ? [await encoded(await releaseOf(db, order), viewer)] : [];
    }
    if (!('state' in query)) {
      expectSend(deps.sendDeps, tracking).catch((error: unknown) => {
        // The send then reads the list itself.
        request.log.warn({ err: error }, 'send: mirror not refreshed ahead of a send');
      });
      const scope = guardScopeOf(config.sendersSee, user_id);
      const now = new Date(await storeClock.now());
      const rows = await sendsLike(db, scope, bodyHash(query), now);
      return z.encode(sends, await withTheirSender(db, rows, viewer));
    }
    const mine = canSee === 'own' ? user_id : null;
    const rows = await sendsInState(db, openStates, mine);
    if (canSee === 'everything') rows.push(...(await sendsWithLookAlikes(db)));
    const open = z.encode(sends, await listed(deps, rows, viewer));
    if (canSee === 'everything') return open;
    const waiting = await seenOpenOrders(db, viewer);
    const shown = await readOrders(db, waiting, viewer);
    return [...waiting.map((row) => z.encode(orderAnswer, { order: shown(row) })), ...open];
  });

  app.get(apiPaths.send(':key'), async (request) => {
    const row = await begunRowOf(deps, request.params);
    const viewer = viewerOf(request, config);
    if (viewer.canSee === 'own' && row.user_id !== viewer.user_id) throw notFound();
    return encoded(row, viewer);
  });

  app.get(apiPaths.candidates(':key'), async (request) =>
    z.encode(candidates, await candidatesOf(deps, await rowOf(request.params))),
  );

  app.post(apiPaths.settle(':key'), async (request) => {
    const row = await rowOf(request.params);
    const body = parseBody(resolveRequest, request.body);
    const { resolveAloneUpTo } = config;
    const by = personOf(request).id;
    const resolved = await resolveSend({ ...deps, resolveAloneUpTo }, row, body, by);
    request.audited = { outcome: resolved.state };
    const [answer] = await withTheirSender(db, [resolved], viewerOf(request, config));
    return z.encode(send, answer ?? sendOf(resolved));
  });

  /** The answer about a send or an order, as this viewer may see it. */
  async function encoded(row: SendRow | OrderRow, viewer: Viewer) {
    if ('id' in row) return z.encode(orderAnswer, { order: await orderFor(db, row, viewer) });
    const [answer] = await withTheirSender(db, [row], viewer);
    return z.encode(send, answer ?? sendOf(row));
  }
}

/** An address of before the release stays good: it answers as the send does then. */
async function releaseOf(db: LedgerDb, order: OrderRow): Promise<SendRow | OrderRow> {
  return order.state === 'released' ? ((await lastSendOf(db, order)) ?? order) : order;
}

/**
 * The row of a send, or of the order that is not sent yet.
 * @throws ProblemError send-in-flight while its first call is about to write it; still-looking if a restored
 *   ledger may have lost it; send-forgotten if it is kept no longer
 */
async function begunRowOf(deps: RouteDeps, params: unknown): Promise<SendRow | OrderRow> {
  const { db, records, storeClock } = deps;
  const send_key = parseKey(params);
  try {
    return await sendIn(db, params);
  } catch {
    const order = await findOrder(db, send_key);
    if (order) return releaseOf(db, order);
    const begins = await isBeginning({ db, storeClock }, send_key);
    if (begins) throw new ProblemError('send-in-flight', { send_key });
    // The row may have been written between the two reads.
    return sendIn(db, params).catch(async (missing: unknown): Promise<never> => {
      if (await isForgotten(db, send_key)) throw new ProblemError('send-forgotten', { send_key });
      // "Not sent" would be wrong of a send that was made after the backup, or that the store lost.
      const isSure = await records.areThere();
      if (isSure && !(await mayHaveLostKeys(db, await storeClock.now()))) throw missing;
      throw new ProblemError('still-looking', { send_key });
    });
  }
}

/** The row of the send whose key is in a path. @throws ProblemError not-found for a malformed key, as for an unknown one */
export async function sendIn(db: LedgerDb, params: unknown): Promise<SendRow> {
  const row = await findSend(db, parseKey(params));
  if (!row) throw notFound();
  return row;
}
