import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { openStates } from '../../contract/api/send-states.ts';
import { type SenderDetail, senderDetail } from '../../contract/api/support.ts';
import { viewerOf } from '../auth/access.ts';
import { accountMarks } from '../ledger/people/account-marks.ts';
import { ownedBy, ownsAny } from '../ledger/people/owners.ts';
import { findUser } from '../ledger/people/users.ts';
import { sendsWithLookAlikes } from '../ledger/sends/look-alikes.ts';
import { sendsInState } from '../ledger/sends/sends.ts';
import { notFound } from '../lib/problem.ts';
import { listed } from '../sends/listed.ts';
import { shortOf } from '../tracking/recipient.ts';
import { lookAtPerson } from './audit.ts';
import type { RouteDeps } from './deps.ts';
import { parseUser } from './parse.ts';

/** GET /api/support/people/:user: a sender with their recipients and open sends, for support. */
export function senderRoute(app: FastifyInstance, deps: RouteDeps) {
  const { config, db } = deps;

  app.get(apiPaths.sender(':user'), async (request) => {
    const user = parseUser(request.params);
    request.audited = lookAtPerson(user);
    const person = await findUser(db, user);
    // Who has another role by now may still own what they sent. Colleagues are no business of support.
    if (!person || (person.role !== 'sender' && !(await ownsAny(db, user)))) throw notFound();
    const { id, name, email } = person;
    const [open, late, recipients] = await Promise.all([
      sendsInState(db, openStates, user),
      sendsWithLookAlikes(db),
      recipientsOf(deps, user),
    ]);
    const rows = [...open, ...late.filter(({ user_id }) => user_id === user)];
    const sends = await listed(deps, rows, viewerOf(request, config));
    return z.encode(senderDetail, { sender: { id, name, email }, recipients, sends });
  });
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
