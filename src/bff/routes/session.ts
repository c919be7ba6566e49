import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiPaths } from '../../contract/api/paths.ts';
import { type Session, type SignedOut, signInRequest } from '../../contract/api/session.ts';
import type { Config } from '../config.ts';
import type { RouteDeps } from '../deps.ts';
import { findUserByEmail, type UserRow } from '../ledger/users.ts';
import { ProblemError } from '../problem.ts';
import { checkPassword } from '../sign-in/passwords.ts';
import { cookieName, personOf } from './access.ts';
import { perAddress } from './limits.ts';
import { parseBody } from './parse.ts';

/** Signing in, who is signed in, and signing out. */
export function sessionRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, sessions, oidc, tries } = deps;
  const name = cookieName(config);
  const cookie = sessionCookie(config);

  app.post(apiPaths.session, { config: perAddress(20) }, async (request, reply) => {
    const { email, password } = parseBody(signInRequest, request.body);
    await tries.take(email);
    const user = await findUserByEmail(db, email);
    request.audited = { user_id: user?.id ?? null };
    const right = await checkPassword(password, user?.password_hash ?? null);
    if (!user || !right || user.disabled_at !== null) throw new ProblemError('wrong-password');
    await tries.forget(email);
    const old = request.cookies[name];
    if (old) await sessions.close(old);
    void reply.setCookie(name, await sessions.open(user), cookie);
    return sessionOf(user);
  });

  app.get(apiPaths.session, async (request) => sessionOf(personOf(request)));

  app.delete(apiPaths.session, async (request, reply) => {
    const id = request.cookies[name];
    const closed = id ? await sessions.close(id) : null;
    if (closed) request.audited = { user_id: closed.user_id };
    void reply.clearCookie(name, cookie);
    const end_session_url = closed?.issuer ? await signOutUrl(request) : null;
    if (end_session_url === null) return reply.code(204).send();
    return { end_session_url } satisfies SignedOut;
  });

  async function signOutUrl(request: FastifyRequest): Promise<string | null> {
    try {
      return (await oidc?.signOutUrl()) ?? null;
    } catch (error) {
      // Signed out here in any case; the provider's own session is the provider's.
      request.log.warn({ err: error }, 'no single sign-out: the provider could not be asked');
      return null;
    }
  }
}

/** How the session's cookie is set, and cleared. */
export function sessionCookie(config: Config) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicOrigin?.startsWith('https:') ?? false,
  } as const;
}

function sessionOf({ id, email, name, role }: UserRow): Session {
  return { user: { id, email, name, role } };
}
