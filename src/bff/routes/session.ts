import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiPaths } from '../../contract/api/paths.ts';
import { challengeMinutes } from '../../contract/api/second-factor.ts';
import type { SecondFactorAsked, Session, SignedOut } from '../../contract/api/session.ts';
import { type SignInRequest, signInRequest } from '../../contract/api/sign-in.ts';
import { challengeCookieName, cookieName, personOf, sessionCookie } from '../auth/access.ts';
import { deviceWords } from '../auth/device-words.ts';
import { checkPassword } from '../auth/passwords.ts';
import { askedAfterPassword } from '../auth/second-factors.ts';
import { sessionHash } from '../auth/sessions.ts';
import { openChallenge } from '../auth/sign-in-challenges.ts';
import type { Config } from '../config/config.ts';
import { removePushDevice } from '../ledger/news/push-devices.ts';
import { moveNotifications } from '../ledger/people/sessions.ts';
import { findUserByEmail, type UserRow } from '../ledger/people/users.ts';
import { ProblemError } from '../lib/problem.ts';
import type { RouteDeps } from './deps.ts';
import { perAddress } from './limits.ts';
import { noteSignIn } from './news.ts';
import { noteLeftOpen, oidcSignOutCookie } from './oidc-cookie.ts';
import { parseBody } from './parse.ts';

// Outlives the session, grants no access, and is sent only to where a password is asked for.
export const deviceCookieName = 'giro-device';
export const deviceMaxAgeSeconds = 365 * 24 * 60 * 60;

/** Sign in with a password, show the session, sign out. */
export function sessionRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, sessions, storeClock, oidc, attempts, passwordQueue } = deps;
  const name = cookieName(config);
  const cookie = (request: FastifyRequest) => cookieFor(config, request);

  app.post(
    apiPaths.session,
    { config: perAddress(20) },
    async (request, reply): Promise<Session | SecondFactorAsked> => {
      const body = parseBody(signInRequest, request.body);
      const device = attempts.deviceOf(body.email, request.cookies[deviceCookieName]);
      const caller = { address: request.ip, known: device };
      const user = await passwordQueue.run(caller, () => personWith(body, device, request));
      const second_factor = await askedAfterPassword(db, config, user);
      if (!second_factor) return enter(deps, request, reply, user, null);
      const id = await openChallenge(db, user, await storeClock.now());
      request.audited = { user_id: user.id, outcome: 'second factor asked' };
      void reply.setCookie(challengeCookieName(config), id, {
        ...cookie(request),
        maxAge: challengeMinutes * 60,
      });
      return { second_factor };
    },
  );

  app.get(apiPaths.session, async (request) => sessionOf(personOf(request)));

  app.delete(apiPaths.session, async (request, reply) => {
    const id = request.cookies[name];
    const closed = id ? await sessions.close(id) : null;
    // This browser may be somebody else's next.
    if (id) await removePushDevice(db, { session_hash: sessionHash(id) });
    if (closed) request.audited = { user_id: closed.user_id };
    void reply.clearCookie(name, cookie(request));
    const further = closed?.issuer
      ? await signOutAtProvider(request, closed.id_token_sealed)
      : null;
    if (further === null) return reply.code(204).send();
    const signOut = oidcSignOutCookie(config);
    if (further.id !== null) void reply.setCookie(signOut.name, further.id, signOut.options);
    return { end_session_url: further.url } satisfies SignedOut;
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

  async function signOutAtProvider(request: FastifyRequest, id_token_sealed: string | null) {
    try {
      return (await oidc?.beginSignOut(id_token_sealed)) ?? null;
    } catch (error) {
      return noteLeftOpen(request, error);
    }
  }
}

/**
 * Signs a person in: a session with a new id in place of the one that this browser had, whose notifications it takes
 * over, the cookie of a known device, and mail if it was not known.
 * @param second_factor how they proved who they are beside the password; null if nothing was asked
 * @throws ProblemError wrong-password if their password has changed since `user` was read
 */
export async function enter(
  { config, sessions, attempts, ...deps }: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  user: UserRow,
  second_factor: string | null,
): Promise<Session> {
  const name = cookieName(config);
  const old = request.cookies[name];
  if (old) await sessions.close(old);
  const device = attempts.deviceOf(user.email, request.cookies[deviceCookieName]);
  const words = deviceWords(request.headers['user-agent']);
  const id = await sessions.open(user, { ...words, second_factor });
  // Another person's stay: when this browser renews them, they tell that this person has not asked for any.
  if (old) {
    await moveNotifications(deps.db, user.id, { from: sessionHash(old), to: sessionHash(id) });
  }
  await noteSignIn(deps, request, user, device === null);
  const cookie = cookieFor(config, request);
  void reply
    .setCookie(name, id, cookie)
    .setCookie(deviceCookieName, attempts.deviceCookie(user.email, device), {
      ...cookie,
      path: apiPaths.session,
      maxAge: deviceMaxAgeSeconds,
    });
  return sessionOf(user);
}

/** The options of the session cookie in the answer to a request. Secure also when a trusted proxy says https and PUBLIC_ORIGIN is not set. */
export function cookieFor(config: Config, { protocol }: FastifyRequest) {
  const options = sessionCookie(config);
  return { ...options, secure: options.secure || protocol === 'https' };
}

/** What the person of a session is told about themselves. */
export function sessionOf({ id, email, name, role }: UserRow): Session {
  return { user: { id, email, name, role } };
}
