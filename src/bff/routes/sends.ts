import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { send, sendKey, sends } from '../../contract/api/send.ts';
import type { RouteDeps } from '../deps.ts';
import { findSend, sendsInState } from '../ledger/sends.ts';
import { notFound } from '../problem.ts';
import { sendOf } from '../sends/send-row.ts';
import { seerOf } from './access.ts';
import { parseQuery } from './parse.ts';

const listQuery = z.object({ state: z.literal('unconfirmed') });

/** What is known of sendings. `state=unconfirmed` lists all whose outcome is not known. */
export function sendRoutes(app: FastifyInstance, { config, db }: RouteDeps) {
  app.get(apiPaths.sends, { config: { access: 'signed-in' } }, async (request) => {
    parseQuery(listQuery, request.query);
    const { user_id, sees } = seerOf(request, config);
    const mine = sees === 'own' ? user_id : null;
    const rows = await sendsInState(db, ['intended', 'unconfirmed', 'unresolved'], mine);
    return z.encode(sends, rows.map(sendOf));
  });

  app.get(apiPaths.send(':key'), { config: { access: 'signed-in' } }, async (request) => {
    const params = z.safeParse(z.object({ key: sendKey }), request.params);
    const row = params.success ? await findSend(db, params.data.key.toLowerCase()) : undefined;
    const { user_id, sees } = seerOf(request, config);
    if (!row || (sees === 'own' && row.user_id !== user_id)) throw notFound();
    return z.encode(send, sendOf(row));
  });
}
