import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type AddedPasskey,
  maxPasskeys,
  passkeyAddOptionsRequest,
  passkeyAddRequest,
  passkeyPaths,
  passkeyRemoveRequest,
  passkeyRenameRequest,
  passkeySignInRequest,
  passkeyTimeoutMs,
} from '../../contract/api/passkeys.ts';
import { challengeCookieName, cookieName } from '../auth/access.ts';
import { noteFactorAdded, requireMayChange, takePasskey } from '../auth/second-factors.ts';
import { sessionHash } from '../auth/sessions.ts';
import { challengedPerson } from '../auth/sign-in-challenges.ts';
import { addPasskey, passkeysOf, renamePasskey } from '../ledger/people/passkeys.ts';
import { markSecondFactor } from '../ledger/people/sessions.ts';
import type { UserRow } from '../ledger/people/users.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import type { RouteDeps } from './deps.ts';
import { perAddress, perPerson } from './limits.ts';
import { ownAccountOf, ownerOf } from './own-account.ts';
import { checkProof } from './own-factors.ts';
import { parseBody } from './parse.ts';
import { passChallenge } from './second-factor.ts';
import { cookieFor, enter } from './session.ts';

// Binds the challenge of a sign-in to the browser that asked for it; grants no access.
const browserCookieName = 'giro-passkey';
const browserIdPattern = /^[\w-]{43}$/;

/** Passkeys: to sign in by one alone or after the password, and to look after one's own. */
export function passkeyRoutes(app: FastifyInstance, deps: RouteDeps) {
  signInRoutes(app, deps);
  secondStepRoutes(app, deps);
  ownPasskeyRoutes(app, deps);
}

function signInRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, passkeys } = deps;

  app.post(passkeyPaths.signInOptions, { config: perAddress(60) }, async (request, reply) => {
    // Kept, so that the page in another tab can go on too.
    const browser = browserOf(request) ?? randomBytes(32).toString('base64url');
    const options = await passkeys.signInOptions(hashOf(browser));
    void reply.setCookie(browserCookieName, browser, {
      ...cookieFor(config, request),
      path: passkeyPaths.signIn,
      maxAge: passkeyTimeoutMs / 1_000,
    });
    return options;
  });

  app.post(passkeyPaths.signIn, { config: perAddress(20) }, async (request, reply) => {
    const { passkey } = parseBody(passkeySignInRequest, request.body);
    request.audited = { user_id: null, outcome: 'passkey' };
    const user = await passkeys.signIn(passkey, hashOf(browserOf(request) ?? ''));
    request.audited = { user_id: user.id, outcome: 'passkey' };
    return enter(deps, request, reply, user, 'passkey');
  });
}

/** The second step of a sign-in whose password was right. */
function secondStepRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, passkeys, storeClock } = deps;
  const limited = { config: perAddress(20) };

  async function challengeOf(request: FastifyRequest) {
    const id = request.cookies[challengeCookieName(config)];
    const user = await challengedPerson(db, id, await storeClock.now());
    request.audited = { user_id: user.id, outcome: 'passkey' };
    return { user, holder: sessionHash(id ?? '') };
  }

  app.post(passkeyPaths.secondStepOptions, limited, async (request) => {
    const { user, holder } = await challengeOf(request);
    return passkeys.proofOptions(user.id, holder);
  });

  app.post(passkeyPaths.secondStep, limited, async (request, reply) => {
    const { passkey } = parseBody(passkeySignInRequest, request.body);
    const { user, holder } = await challengeOf(request);
    await passkeys.prove(user.id, holder, passkey);
    return passChallenge(deps, request, reply, user, 'passkey');
  });
}

function ownPasskeyRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, news, passkeys, storeClock } = deps;
  const currentHash = ({ cookies }: FastifyRequest) =>
    sessionHash(cookies[cookieName(config)] ?? '');
  const accountOf = (request: FastifyRequest, person: UserRow) =>
    ownAccountOf(deps, person, currentHash(request));

  app.post(passkeyPaths.proofOptions, { config: perPerson(30) }, (request) =>
    passkeys.proofOptions(ownerOf(request).id, currentHash(request)),
  );

  app.post(passkeyPaths.addOptions, { config: perAddress(20) }, async (request) => {
    const person = ownerOf(request);
    const { proof } = parseBody(passkeyAddOptionsRequest, request.body);
    const by = await checkProof(deps, request, person, proof);
    const own = await passkeysOf(db, person.id);
    if (own.length >= maxPasskeys) throw new ProblemError('passkeys-full');
    return passkeys.addOptions(person, currentHash(request), by);
  });

  app.post(passkeyPaths.own, { config: perPerson(30) }, async (request, reply) => {
    const person = ownerOf(request);
    const { name, passkey } = parseBody(passkeyAddRequest, request.body);
    const session = currentHash(request);
    const made = await passkeys.made(person, session, passkey);
    const now = await storeClock.now();
    const created_at = timestamp(now);
    const row = { ...made, user_id: person.id, name, created_at, used_at: null };
    const recovery_codes = await db.transaction().execute(async (tx) => {
      await requireMayChange(tx, person.id, made.added_by);
      if (!(await addPasskey(tx, row))) throw new ProblemError('passkey-refused');
      return noteFactorAdded(tx, person.id, 'passkey', now);
    });
    await markSecondFactor(db, session, 'passkey', created_at);
    void news.round();
    const account = await accountOf(request, person);
    return reply.code(201).send({ account, recovery_codes } satisfies AddedPasskey);
  });

  app.put(passkeyPaths.own, { config: perPerson(30) }, async (request) => {
    const person = ownerOf(request);
    const { id, name } = parseBody(passkeyRenameRequest, request.body);
    if (!(await renamePasskey(db, { user_id: person.id, id, name }))) throw notFound();
    return accountOf(request, person);
  });

  app.delete(passkeyPaths.own, { config: perAddress(20) }, async (request) => {
    const person = ownerOf(request);
    const { id, proof } = parseBody(passkeyRemoveRequest, request.body);
    const by = await checkProof(deps, request, person, proof);
    await takePasskey(db, config, person, { id, by }, await storeClock.now());
    void news.round();
    return accountOf(request, person);
  });
}

/** The id of the browser that asked for the options; undefined if it asked for none lately. */
function browserOf({ cookies }: FastifyRequest): string | undefined {
  const id = cookies[browserCookieName];
  return id !== undefined && browserIdPattern.test(id) ? id : undefined;
}

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url');
