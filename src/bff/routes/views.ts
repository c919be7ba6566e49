import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { looksUp } from '../../contract/api/session.ts';
import {
  changeViewRequest,
  deleteViewRequest,
  maxViews,
  readViewFilters,
  saveViewRequest,
  type Views,
  views as viewsAnswer,
  viewsPath,
} from '../../contract/api/views.ts';
import { personOf } from '../auth/access.ts';
import {
  addView,
  changeView,
  deleteView,
  type NamedViewRow,
  viewsFor,
} from '../ledger/people/saved-views.ts';
import type { UserRow } from '../ledger/people/users.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { RouteDeps } from './deps.ts';
import { perPerson } from './limits.ts';
import { parseBody } from './parse.ts';

/**
 * Saved views: names for filters. A view shows nothing by itself: who opens one reads the list with its filters, by
 * their own rights. Each change answers the views as they are then.
 */
export function viewRoutes(app: FastifyInstance, { db, now }: Pick<RouteDeps, 'db' | 'now'>) {
  const answer = async (person: UserRow): Promise<Views> => {
    const rows = await viewsFor(db, person.id, looksUp(person.role));
    return z.encode(viewsAnswer, { items: rows.flatMap((row) => shown(row, person)) });
  };

  app.get(viewsPath, (request) => answer(personOf(request)));

  app.post(viewsPath, { config: perPerson(60) }, async (request, reply) => {
    const person = personOf(request);
    const { id, name, shared, filters } = parseBody(saveViewRequest, request.body);
    requireMayShare(person, shared);
    if (filters.page === 'support' && !looksUp(person.role)) {
      throw new ProblemError('invalid-fields', { errors: { filters: ['is for support'] } });
    }
    const row = {
      ...{ id: id.toLowerCase(), user_id: person.id, name, shared: Number(shared) },
      ...{ filters: JSON.stringify(filters), created_at: timestamp(now()) },
    };
    const whyNot = await addView(db, row, maxViews);
    if (whyNot !== null) {
      const message = whyNot === 'full' ? `you have ${maxViews} views` : 'is taken';
      throw new ProblemError('invalid-fields', { errors: { id: [message] } });
    }
    return reply.code(201).send(await answer(person));
  });

  app.put(viewsPath, { config: perPerson(60) }, async (request) => {
    const person = personOf(request);
    const { id, name, shared } = parseBody(changeViewRequest, request.body);
    requireMayShare(person, shared);
    const change = { id: id.toLowerCase(), user_id: person.id, name, shared: Number(shared) };
    if (!(await changeView(db, change))) throw notFound();
    return answer(person);
  });

  app.delete(viewsPath, { config: perPerson(60) }, async (request) => {
    const person = personOf(request);
    const { id } = parseBody(deleteViewRequest, request.body);
    const isDeleted = await deleteView(db, id.toLowerCase(), person.id, person.role === 'support');
    if (!isDeleted) throw notFound();
    return answer(person);
  });
}

/** What a sender looks for may name people whom others must not see, and an auditor only reads. */
function requireMayShare({ role }: UserRow, shared: boolean) {
  if (!shared || role === 'support') return;
  throw new ProblemError('invalid-fields', { errors: { shared: ['only support shares views'] } });
}

/** The view as this person sees it; none if a later version of the program saved it. */
function shown(
  { id, user_id, name, shared, owner, created_at, ...row }: NamedViewRow,
  to: UserRow,
) {
  const filters = readViewFilters(row.filters);
  if (!filters) return [];
  const shared_by = user_id === to.id ? null : owner;
  return [{ id, name, shared: shared === 1, shared_by, filters, created_at }];
}
