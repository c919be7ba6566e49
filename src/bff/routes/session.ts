import type { FastifyInstance } from 'fastify';
import { apiPaths } from '../../contract/api/paths.ts';
import { type Session, signInRequest } from '../../contract/api/session.ts';
import type { RouteDeps } from '../deps.ts';
import { findUserByEmail, type UserRow } from '../ledger/users.ts';
import { ProblemError } from '../problem.ts';
import { checkPassword } from '../sign-in/passwords.ts';
import { cookieName, personOf } from './access.ts';
import { parseBody } from './parse.ts';

/** Signing in, who is signed in, and signing out. */
export function sessionRoutes(app: FastifyInstance, { config, db, sessions }: RouteDeps) {
  const name = cookieName(config);
  const cookie = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicOrigin?.startsWith('https:') ?? false,
  } as const;

  app.post(
    apiPaths.session,
    {
      config: {
        rateLimit: { max: 20, timeWindow: '1 minute' },
      },
    },
    async (request, reply) => {
      const { email, password } = parseBody(signInRequest, request.body);
      const user = await findUserByEmail(db, email);
      const right = await checkPassword(password, user?.password_hash ?? null);
      if (!user || !right || user.disabled_at !== null) throw new ProblemError('wrong-password');
      const old = request.cookies[name];
      if (old) await sessions.close(old);
      void reply.setCookie(name, await sessions.open(user), cookie);
      return sessionOf(user);
    },
  );

  app.get(apiPaths.session, async (request) => sessionOf(personOf(request)));

  app.delete(apiPaths.session, async (request, reply) => {
    const id = request.cookies[name];
    if (id) await sessions.close(id);
    return reply.clearCookie(name, cookie).code(204).send();
  });
}

function sessionOf({ id, email, name, role }: UserRow): Session {
  return { user: { id, email, name, role } };
}
