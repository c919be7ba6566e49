import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type EnrolledSession,
  factorPaths,
  secondFactorRequest,
  type TotpEnrolment,
  totpConfirmation,
} from '../../contract/api/second-factor.ts';
import type { SecondFactorAsked, Session } from '../../contract/api/session.ts';
import { challengeCookieName } from '../auth/access.ts';
import {
  addTotp,
  askedAfterPassword,
  proveByCode,
  secondFactorMethods,
} from '../auth/second-factors.ts';
import { challengedPerson, closeChallenge } from '../auth/sign-in-challenges.ts';
import { beginTotp } from '../auth/totp.ts';
import type { UserRow } from '../ledger/people/users.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { ProblemError } from '../lib/problem.ts';
import type { RouteDeps } from './deps.ts';
import { perAddress } from './limits.ts';
import { parseBody } from './parse.ts';
import { cookieFor, deviceCookieName, enter } from './session.ts';

/** The second step of a sign-in: a code, or the first authenticator app of a person whose role needs one. */
export function secondFactorRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, attempts, news, storeClock } = deps;
  const limited = { config: perAddress(20) };
  const idOf = ({ cookies }: FastifyRequest) => cookies[challengeCookieName(config)] ?? '';
  const claimantOf = (request: FastifyRequest, { id: user_id, email }: UserRow) => ({
    user_id,
    device: attempts.deviceOf(email, request.cookies[deviceCookieName]),
  });

  app.get(factorPaths.signIn, async (request): Promise<SecondFactorAsked> => {
    const id = request.cookies[challengeCookieName(config)];
    const user = await challengedPerson(db, id, await storeClock.now());
    const second_factor = await askedAfterPassword(db, config, user);
    // Nothing is asked any more: the password is enough again.
    if (!second_factor) throw new ProblemError('sign-in-expired');
    return { second_factor };
  });

  app.post(factorPaths.signIn, limited, async (request, reply) => {
    const body = parseBody(secondFactorRequest, request.body);
    const { user, now } = await challengeOf(deps, request);
    if (body.method === 'recovery_code') {
      // With the code: of several at once for one sign-in, only the one that opens the session is used up.
      const close = (tx: LedgerDb) => closeChallenge(tx, idOf(request));
      await proveByCode(deps, claimantOf(request, user), body, now, close);
      request.audited = { user_id: user.id, outcome: body.method };
      void news.round();
      return enterAfterChallenge(deps, request, reply, user, body.method);
    }
    await proveByCode(deps, claimantOf(request, user), body, now);
    request.audited = { user_id: user.id, outcome: body.method };
    return passChallenge(deps, request, reply, user, body.method);
  });

  app.post(factorPaths.signInTotp, limited, async (request): Promise<TotpEnrolment> => {
    const { user, now } = await challengeOf(deps, request);
    await refuseSecondOne(user);
    return beginTotp(deps, user, config.theme.name, 'password', now);
  });

  app.put(factorPaths.signInTotp, limited, async (request, reply): Promise<EnrolledSession> => {
    const { code } = parseBody(totpConfirmation, request.body);
    const { user, now } = await challengeOf(deps, request);
    await refuseSecondOne(user);
    const options = { now, first: true };
    const recovery_codes = await addTotp(deps, claimantOf(request, user), code, options);
    void news.round();
    return { ...(await passChallenge(deps, request, reply, user, 'totp')), recovery_codes };
  });

  /** Who has a factor shows it: the password alone adds none. */
  async function refuseSecondOne({ id }: UserRow) {
    const methods = await secondFactorMethods(db, id);
    if (methods.length > 0) throw new ProblemError('forbidden');
  }

  /** The person whose sign-in this browser has begun, and the store's time. */
  async function challengeOf({ db }: RouteDeps, request: FastifyRequest) {
    const now = await storeClock.now();
    const id = request.cookies[challengeCookieName(config)];
    const user = await challengedPerson(db, id, now);
    request.audited = { user_id: user.id };
    return { user, now };
  }
}

/**
 * Turns the challenge of this browser into a session, once the person has shown a second factor.
 * @param second_factor how, such as `totp`
 * @throws ProblemError sign-in-expired if the challenge opened a session before
 */
export async function passChallenge(
  deps: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  user: UserRow,
  second_factor: string,
): Promise<Session> {
  await closeChallenge(deps.db, request.cookies[challengeCookieName(deps.config)] ?? '');
  return enterAfterChallenge(deps, request, reply, user, second_factor);
}

/** Opens the session of a challenge that is closed. */
function enterAfterChallenge(
  deps: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  user: UserRow,
  second_factor: string,
): Promise<Session> {
  void reply.clearCookie(challengeCookieName(deps.config), cookieFor(deps.config, request));
  return enter(deps, request, reply, user, second_factor);
}
