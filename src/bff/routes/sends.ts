import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { candidates, send, sends, sendsQuery, settleRequest } from '../../contract/api/send.ts';
import { sendKey } from '../../contract/api/send-key.ts';
import type { RouteDeps } from '../deps.ts';
import { findSend, sendsInState, sendsLike } from '../ledger/sends.ts';
import { notFound } from '../problem.ts';
import { listed, withTheirSender } from '../sends/listed.ts';
import { bodyHash, sendOf } from '../sends/send-row.ts';
import { candidatesOf, settleSend } from '../sends/settle.ts';
import { personOf, seerOf } from './access.ts';
import { parseBody, parseQuery } from './parse.ts';

/** What is known of sendings, and the word of support on those that nothing else can settle. */
export function sendRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, now } = deps;
  app.get(apiPaths.sends, async (request) => {
    const query = parseQuery(sendsQuery, request.query);
    const { user_id, sees } = seerOf(request, config);
    if ('key' in query) {
      const row = await findSend(db, query.key.toLowerCase());
      return z.encode(sends, row?.user_id === user_id ? [sendOf(row)] : []);
    }
    if (!('state' in query)) {
      const rows = await sendsLike(db, user_id, bodyHash(query), new Date(now()));
      return z.encode(sends, rows.map(sendOf));
    }
    const mine = sees === 'everything' ? null : user_id;
    const rows = await sendsInState(db, ['intended', 'unconfirmed', 'unresolved'], mine);
    return z.encode(sends, await listed(deps, rows, sees));
  });

  app.get(apiPaths.send(':key'), async (request) => {
    const row = await rowOf(request.params);
    const { user_id, sees } = seerOf(request, config);
    if (sees === 'own' && row.user_id !== user_id) throw notFound();
    const [told] = await withTheirSender(db, [row], sees);
    return z.encode(send, told ?? sendOf(row));
  });

  app.get(apiPaths.candidates(':key'), async (request) =>
    z.encode(candidates, await candidatesOf(deps, await rowOf(request.params))),
  );

  app.post(apiPaths.settle(':key'), async (request) => {
    const row = await rowOf(request.params);
    const body = parseBody(settleRequest, request.body);
    const settled = await settleSend(deps, row, body, personOf(request).id);
    request.audited = { outcome: settled.state };
    const [told] = await withTheirSender(db, [settled], 'everything');
    return z.encode(send, told ?? sendOf(settled));
  });

  async function rowOf(params: unknown) {
    const parsed = z.safeParse(z.object({ key: sendKey }), params);
    const row = parsed.success ? await findSend(db, parsed.data.key.toLowerCase()) : undefined;
    if (!row) throw notFound();
    return row;
  }
}
