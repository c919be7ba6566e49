import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiPaths } from '../../contract/api/paths.ts';
import {
  type Session,
  type SignedOut,
  type SignInRequest,
  signInRequest,
} from '../../contract/api/session.ts';
import { cookieName, personOf } from '../auth/access.ts';
import { createFairQueue } from '../auth/fair-queue.ts';
import { checkPassword } from '../auth/passwords.ts';
import { maxWaitingSignIns } from '../auth/sign-in-attempts.ts';
import type { Config } from '../config/config.ts';
import { findUserByEmail, type UserRow } from '../ledger/users.ts';
import { ProblemError } from '../lib/problem.ts';
import type { RouteDeps } from './deps.ts';
import { perAddress } from './limits.ts';
import { parseBody } from './parse.ts';

// It outlives the session, signs nobody in, and goes nowhere but to the call that signs in.
const deviceCookieName = 'giro-device';
const deviceMaxAgeSeconds = 365 * 24 * 60 * 60;

/** Signing in, who is signed in, and signing out. */
export function sessionRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, sessions, oidc, attempts } = deps;
  const name = cookieName(config);
  // Told by a proxy of ours that people come by https, also where PUBLIC_ORIGIN does not say so.
  const cookie = ({ protocol }: FastifyRequest) => {
    const options = sessionCookie(config);
    return { ...options, secure: options.secure || protocol === 'https' };
  };
  // A password takes a processor and 64 MB for a quarter of a second: strangers who try many must not
  // take the threads that pages and calls to the service need.
  const checks = createFairQueue(maxWaitingSignIns);

  app.post(apiPaths.session, { config: perAddress(20) }, async (request, reply) => {
    const body = parseBody(signInRequest, request.body);
    const device = attempts.deviceOf(body.email, request.cookies[deviceCookieName]);
    const user = await checks.run(request.ip, () => personWith(body, device, request));
    const old = request.cookies[name];
    if (old) await sessions.close(old);
    void reply
      .setCookie(name, await sessions.open(user), cookie(request))
      .setCookie(deviceCookieName, attempts.deviceCookie(body.email, device), {
        ...cookie(request),
        path: apiPaths.session,
        maxAge: deviceMaxAgeSeconds,
      });
    return sessionOf(user);
  });

  app.get(apiPaths.session, async (request) => sessionOf(personOf(request)));

  app.delete(apiPaths.session, async (request, reply) => {
    const id = request.cookies[name];
    const closed = id ? await sessions.close(id) : null;
    if (closed) request.audited = { user_id: closed.user_id };
    void reply.clearCookie(name, cookie(request));
    const end_session_url = closed?.issuer ? await signOutUrl(request) : null;
    if (end_session_url === null) return reply.code(204).send();
    return { end_session_url } satisfies SignedOut;
  });

  async function personWith(
    { email, password }: SignInRequest,
    device: string | null,
    request: FastifyRequest,
  ) {
    await attempts.take(email, device);
    const user = await findUserByEmail(db, email);
    request.audited = { user_id: user?.id ?? null };
    const right = await checkPassword(password, user?.password_hash ?? null);
    if (!user || !right || user.disabled_at !== null) throw new ProblemError('wrong-password');
    await attempts.forget(email, device);
    return user;
  }

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
