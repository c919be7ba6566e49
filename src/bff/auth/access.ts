import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isFor, looksUp } from '../../contract/api/session.ts';
import type { Config } from '../config/config.ts';
import type { UserRow } from '../ledger/people/users.ts';
import { ProblemError } from '../lib/problem.ts';
import { accessRow, accessTable, nameOf } from './access-table.ts';
import { InnerRequest } from './inner-call.ts';
import type { Sessions } from './sessions.ts';
import { mayApprove, type Viewer } from './viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    person: UserRow | null;
  }
}

/** The name of the session cookie. The prefix `__Host-` binds it to this host and to https. */
export const cookieName = (config: Config) =>
  config.publicOrigin?.startsWith('https:') ? '__Host-giro' : 'giro';

/** The options that set and clear the session cookie. */
export function sessionCookie(config: Config) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicOrigin?.startsWith('https:') ?? false,
  } as const;
}

/** The name of the cookie of a sign-in that waits for a second factor. It opens nothing else. */
export const challengeCookieName = (config: Config) => `${cookieName(config)}-challenge`;

/**
 * Checks every route that is registered from now on against the access table.
 * @returns a function that throws an Error when a row of the table has no route
 * @throws Error when a route has no row
 */
export function enforceAccessTable(app: FastifyInstance): () => void {
  const missing = new Set(accessTable.filter(({ optional }) => !optional).map(nameOf));
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      const row = accessRow(one, url);
      if (!row) throw new Error(`${one} ${url} has no row in src/bff/auth/access-table.ts`);
      missing.delete(nameOf(row));
    }
  });
  return () => {
    if (missing.size > 0) throw new Error(`no route for ${[...missing].join(', ')}`);
  };
}

const sessionsRead = new AsyncLocalStorage<Map<string, Promise<UserRow | null>>>();

/** Runs work whose calls of the API are all of one moment: each session is read once for all of them. */
export const readingSessionOnce = <T>(work: () => Promise<T>): Promise<T> =>
  sessionsRead.run(new Map(), work);

/** True for a call of the API that a page makes within the server: never for one that came over a connection. */
export const isReadOfPage = (request: FastifyRequest): boolean =>
  sessionsOfPage(request) !== undefined;

// A connection that is accepted within a page's work, such as by a server that begins to listen there, keeps its context.
const sessionsOfPage = ({ raw }: FastifyRequest) =>
  raw instanceof InnerRequest ? sessionsRead.getStore() : undefined;

function personIn(request: FastifyRequest, sessions: Sessions, id: string) {
  const known = sessionsOfPage(request);
  const person = known?.get(id) ?? sessions.person(id);
  known?.set(id, person);
  return person;
}

/** Refuses calls that the access table does not allow. A route without a row is refused to everyone. */
export function guardRequests(app: FastifyInstance, sessions: Sessions, config: Config) {
  app.decorateRequest('person', null);
  app.addHook('onRequest', async (request) => {
    // No route matches: the answer is 404 for everyone.
    if (request.is404) return;
    const row = accessRow(request.method, request.routeOptions.url ?? '');
    if (row?.access === 'anyone') return;
    const id = request.cookies[cookieName(config)];
    request.person = id ? await personIn(request, sessions, id) : null;
    if (!request.person) throw new ProblemError('not-signed-in');
    const { role } = request.person;
    const isTheirs = row && (row.access === 'signed-in' || isFor(row.access, role));
    if (isTheirs && (!row.whereSendersApprove || mayApprove(config, request.person))) return;
    throw new ProblemError('forbidden');
  });
}

/** The signed-in person of a call. @throws ProblemError not-signed-in */
export function personOf(request: FastifyRequest): UserRow {
  if (!request.person) throw new ProblemError('not-signed-in');
  return request.person;
}

/**
 * Whether the session and role with which a call began are still there, for an answer that lasts. Does not extend the
 * session.
 */
export function mayStay(
  request: FastifyRequest,
  { config, sessions }: { config: Config; sessions: Sessions },
): () => Promise<boolean> {
  const session = request.cookies[cookieName(config)] ?? '';
  const { role } = personOf(request);
  return async () => (await sessions.look(session))?.role === role;
}

/**
 * What the person of this call may see: all records, those of the team, or their own (SENDERS_SEE).
 * @throws ProblemError forbidden for an admin, who sees none
 */
export function viewerOf(request: FastifyRequest, config: Config): Viewer {
  const person = personOf(request);
  if (person.role === 'admin') throw new ProblemError('forbidden');
  if (looksUp(person.role)) return { user_id: person.id, canSee: 'everything' };
  return { user_id: person.id, canSee: config.sendersSee === 'all' ? 'team' : 'own' };
}
