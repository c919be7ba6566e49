import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  accountPaths,
  endSessionsRequest,
  nameRequest,
  type OwnAccount,
  type OwnSession,
  passwordRequest,
} from '../../contract/api/own-account.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { cookieName, personOf } from '../auth/access.ts';
import { changePassword } from '../auth/change-password.ts';
import { checkPassword, hashPassword } from '../auth/passwords.ts';
import { newSessionId, type Sessions, sessionHash } from '../auth/sessions.ts';
import { passkeyCountsFrom, shownCountsFrom } from '../auth/step-up-methods.ts';
import { passkeysOf } from '../ledger/people/passkeys.ts';
import { renameUser, type UserRow } from '../ledger/people/users.ts';
import { storeTimestamp } from '../ledger/store/store-clock.ts';
import { ProblemError } from '../lib/problem.ts';
import type { RouteDeps } from './deps.ts';
import { perAddress, perPerson } from './limits.ts';
import { parseBody } from './parse.ts';
import { cookieFor, deviceCookieName, sessionOf } from './session.ts';

/** What people with a password look after themselves: name, password and sessions. */
export function ownAccountRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, sessions, live, news, storeClock } = deps;
  const accountOf = (person: UserRow, current: string) => ownAccountOf(deps, person, current);
  const name = cookieName(config);
  const currentHash = ({ cookies }: FastifyRequest) => sessionHash(cookies[name] ?? '');

  app.get(apiPaths.ownAccount, (request) => accountOf(personOf(request), currentHash(request)));

  app.put(apiPaths.ownAccount, { config: perPerson(30) }, async (request) => {
    const { id } = ownerOf(request);
    return sessionOf(await renameUser(db, id, parseBody(nameRequest, request.body).name));
  });

  app.put(accountPaths.password, { config: perAddress(20) }, async (request, reply) => {
    const person = ownerOf(request);
    const { current_password, new_password } = parseBody(passwordRequest, request.body);
    const password_hash = await checkOwnPassword(deps, request, person, current_password, () =>
      hashPassword(new_password),
    );
    const id = newSessionId();
    const session = { from: currentHash(request), to: sessionHash(id) };
    const now = await storeTimestamp(storeClock);
    const ended = await changePassword(db, person, { password_hash, session }, now);
    for (const hash of ended) live.endSession(hash);
    void news.round();
    void reply.setCookie(name, id, cookieFor(config, request));
    return accountOf(person, session.to);
  });

  app.delete(accountPaths.sessions, { config: perPerson(60) }, async (request) => {
    const person = ownerOf(request);
    const current = currentHash(request);
    const asked = parseBody(endSessionsRequest, request.body);
    const which = 'id' in asked ? { id_hash: asked.id } : { but: current };
    const count = await sessions.end(person.id, which);
    request.audited = { outcome: `${count} ended` };
    return accountOf(person, current);
  });
}

/** What a person is shown of their own account. @param current hash of the session that asks */
export async function ownAccountOf(
  deps: Pick<RouteDeps, 'config' | 'db' | 'sessions' | 'storeClock'>,
  person: UserRow,
  current: string,
): Promise<OwnAccount> {
  const { config, db, sessions, storeClock } = deps;
  const { id, password_hash } = person;
  if (password_hash === null) return { has_password: false, sessions: [], passkeys: [] };
  const [open, passkeys] = await Promise.all([sessions.list(id), passkeysOf(db, id)]);
  const now = await storeClock.now();
  const own = open.map((session) => {
    const { id_hash, browser, system, created_at, seen_at } = session;
    return {
      ...{ id: id_hash, browser, system, created_at, seen_at },
      signed_in_by: signedInBy(session),
      is_current: id_hash === current,
    };
  });
  return {
    has_password: true,
    sessions: own.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)),
    passkeys: passkeys.map((passkey) => {
      const { id, name, created_at, used_at } = passkey;
      const counts_from = shownCountsFrom(config, person, passkeyCountsFrom(passkey), now);
      return { id, name, created_at, used_at, counts_from };
    }),
  };
}

type Shown = Awaited<ReturnType<Sessions['list']>>[number];

/** A second factor that was shown later has replaced the one of the sign-in. */
function signedInBy({
  issuer,
  second_factor,
  second_factor_at,
  created_at,
}: Shown): OwnSession['signed_in_by'] {
  if (issuer !== null) return 'organisation';
  if (second_factor === null) return 'password';
  if (second_factor_at !== created_at) return null;
  return second_factor === 'passkey' ? 'passkey' : 'code';
}

/** The person of a call, who looks after their account here. @throws ProblemError forbidden at a provider */
export function ownerOf(request: FastifyRequest): UserRow {
  const person = personOf(request);
  if (person.password_hash === null) throw new ProblemError('forbidden');
  return person;
}

/**
 * Checks a person's current password, counted as a sign-in is.
 * @param then runs in the same turn of the queue
 * @throws ProblemError wrong-password, too-many-requests
 */
export function checkOwnPassword<T>(
  { attempts, passwordQueue }: Pick<RouteDeps, 'attempts' | 'passwordQueue'>,
  request: FastifyRequest,
  { id, email, password_hash }: UserRow,
  password: string,
  then: () => Promise<T>,
): Promise<T> {
  const device = attempts.deviceOf(email, request.cookies[deviceCookieName]);
  return passwordQueue.run({ address: request.ip, known: id }, async () => {
    await attempts.take(email, device);
    if (!(await checkPassword(password, password_hash))) throw new ProblemError('wrong-password');
    await attempts.forget(email, device);
    return then();
  });
}
