import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { openStates } from '../../contract/api/send-states.ts';
import {
  maxFound,
  type SenderDetail,
  senderDetail,
  senderSends,
  senderSendsQuery,
} from '../../contract/api/support.ts';
import { viewerOf } from '../auth/access.ts';
import { accountMarks } from '../ledger/people/account-marks.ts';
import { ownedBy, ownsAny } from '../ledger/people/owners.ts';
import { findUser } from '../ledger/people/users.ts';
import { openLookAlikes, sendsWithLookAlikes } from '../ledger/sends/look-alikes.ts';
import { endedSendsOf, type SendPlace } from '../ledger/sends/past-sends.ts';
import { sendsInState } from '../ledger/sends/sends.ts';
import { notFound } from '../lib/problem.ts';
import { listedOrders, ordersOf } from '../orders/support-orders.ts';
import { listed } from '../sends/listed.ts';
import { shortOf } from '../tracking/recipient.ts';
import { lookAtPerson } from './audit.ts';
import type { RouteDeps } from './deps.ts';
import { parseQuery, parseUser } from './parse.ts';

/** A sender for support: with their recipients and open sends, and their other sends in pages. */
export function senderRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db } = deps;

  app.get(apiPaths.sender(':user'), async (request) => {
    const { id: user, name, email } = await senderIn(deps, request);
    const [open, late, recipients, ordered] = await Promise.all([
      sendsInState(db, openStates, user),
      sendsWithLookAlikes(db),
      recipientsOf(deps, user),
      ordersOf(db, user),
    ]);
    const rows = [...open, ...late.filter(({ user_id }) => user_id === user)];
    const viewer = viewerOf(request, config);
    const sends = await listed(deps, rows, viewer);
    const orders = await listedOrders(deps, ordered, viewer);
    return z.encode(senderDetail, { sender: { id: user, name, email }, recipients, sends, orders });
  });

  app.get(apiPaths.senderSends(':user'), async (request) => {
    const { id: user } = await senderIn(deps, request);
    const { cursor } = parseQuery(senderSendsQuery, request.query);
    const rows = await endedSendsOf(db, user, placeOf(cursor), maxFound + 1);
    const page = rows.slice(0, maxFound);
    const last = rows.length > maxFound ? page.at(-1) : undefined;
    // Those with look-alikes are among the open ones.
    const late = new Set((await openLookAlikes(db)).map(({ send_key }) => send_key));
    const items = page.filter(({ key }) => !late.has(key));
    return z.encode(senderSends, {
      items: await listed(deps, items, viewerOf(request, config)),
      next_cursor: last ? `${last.created_at}_${last.key}` : null,
    });
  });
}

/**
 * The sender in a path. The call is audited as a look at them.
 * @throws ProblemError not-found for a colleague, unless they own what they sent in another role
 */
export async function senderIn({ db }: Pick<RouteDeps, 'db'>, request: FastifyRequest) {
  const user = parseUser(request.params);
  request.audited = lookAtPerson(user);
  const person = await findUser(db, user);
  if (!person || (person.role !== 'sender' && !(await ownsAny(db, user)))) throw notFound();
  return person;
}

function placeOf(cursor: string | undefined): SendPlace | null {
  const [created_at, key] = cursor?.split('_') ?? [];
  return created_at !== undefined && key !== undefined ? { created_at, key } : null;
}

/** The page is useful without their names, so it does not wait longer for them. */
const recipientsTimeoutMs = 1_000;

/** As long as a list of recipients may be kept: one added since may be missing from it. */
const newForMs = 2 * 60_000;

async function recipientsOf(
  { db, now, recipients }: RouteDeps,
  user: string,
): Promise<SenderDetail['recipients']> {
  const late = pause(recipientsTimeoutMs, null, { ref: false });
  const [owned, marks, read] = await Promise.all([
    ownedBy(db, 'account', user),
    accountMarks(db, user, user),
    Promise.race([recipients.searched(), late]),
  ]);
  const known = read?.recipients ?? recipients.known();
  const isWhole = read !== null && !read.missing.includes('recipients') && !read.odd.includes(null);
  const archived = new Set(
    marks.flatMap(({ account_id, archived_at }) => (archived_at === null ? [] : [account_id])),
  );
  return owned.map(({ id, created_at }) => {
    const one = known.get(id);
    const isNew = now() - Date.parse(created_at) < newForMs;
    return {
      id,
      archived: archived.has(id),
      details: one ? shortOf(one) : null,
      gone: !one && isWhole && !isNew && !read.odd.includes(id),
    };
  });
}
