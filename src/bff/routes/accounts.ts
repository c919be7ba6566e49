import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { accountRequest } from '../../contract/api/account-request.ts';
import {
  type DestinationAccount,
  destinationAccount,
} from '../../contract/api/destination-account.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { viewerOf } from '../auth/access.ts';
import { memoizeWeak } from '../lib/memoize-weak.ts';
import type { RouteDeps } from './deps.ts';
import { parseBody, parseId } from './parse.ts';

/** Written once for each, for there can be thousands and few of them change. */
const textOf = memoizeWeak((account: DestinationAccount) =>
  JSON.stringify(z.encode(destinationAccount, account)),
);

/** Recipients: the list, one, its numbers unmasked for support, and what a person adds and edits. */
export function accountRoutes(app: FastifyInstance, { accounts, config }: RouteDeps) {
  const one = apiPaths.account(':id');

  app.get(apiPaths.accounts, async (request, reply) => {
    const list = await accounts.list(viewerOf(request, config));
    return reply.type('application/json').send(`[${list.map(textOf).join(',')}]`);
  });
  app.get(one, async (request) => {
    const id = parseId(request.params);
    return z.encode(destinationAccount, await accounts.show(viewerOf(request, config), id));
  });
  app.post(apiPaths.reveals(':id'), async (request) => {
    const id = parseId(request.params);
    return z.encode(destinationAccount, await accounts.reveal(viewerOf(request, config), id));
  });
  app.post(apiPaths.accounts, async (request, reply) => {
    const body = parseBody(accountRequest, request.body);
    const account = await accounts.create(viewerOf(request, config), body);
    request.audited = { subject: `account ${account.id}` };
    return reply.code(201).send(z.encode(destinationAccount, account));
  });
  app.put(one, async (request) => {
    const id = parseId(request.params);
    const body = parseBody(accountRequest, request.body);
    return z.encode(destinationAccount, await accounts.edit(viewerOf(request, config), id, body));
  });
}
