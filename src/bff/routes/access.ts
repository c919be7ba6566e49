import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '../../contract/api/session.ts';
import type { Seer } from '../accounts.ts';
import type { Config } from '../config.ts';
import type { UserRow } from '../ledger/users.ts';
import { ProblemError } from '../problem.ts';
import type { Sessions } from '../sign-in/sessions.ts';

/** Who may call a route: anyone, whoever is signed in, or one role. */
export type Access = 'anyone' | 'signed-in' | Role;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    person: UserRow | null;
  }
}

/** The cookie's name. `__Host-` binds it to this host and to https. */
export const cookieName = (config: Config) =>
  config.publicOrigin?.startsWith('https:') ? '__Host-giro' : 'giro';

/** Lets a call through to its route, or refuses it. A route that names no access lets nobody through. */
export function guard(sessions: Sessions, config: Config) {
  return async (request: FastifyRequest, _reply: FastifyReply) => {
    const { access } = request.routeOptions.config;
    if (access === 'anyone') return;
    const id = request.cookies[cookieName(config)];
    request.person = id ? await sessions.person(id) : null;
    if (!request.person) throw new ProblemError('not-signed-in');
    if (access !== 'signed-in' && access !== request.person.role)
      throw new ProblemError('forbidden');
  };
}

/** The person of a guarded route. */
export function personOf(request: FastifyRequest): UserRow {
  if (!request.person) throw new ProblemError('not-signed-in');
  return request.person;
}

/** What this person may see of the things that people own here. */
export function seerOf(request: FastifyRequest, config: Config): Seer {
  const person = personOf(request);
  if (person.role === 'support') return { user_id: person.id, sees: 'everything' };
  return { user_id: person.id, sees: config.sendersSee === 'all' ? 'team' : 'own' };
}
