import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OwnAccount } from '../../contract/api/own-account.ts';
import {
  maxPasskeys,
  type PasskeyProof,
  passkeyAddOptionsRequest,
  passkeyAddRequest,
  passkeyPaths,
  passkeyRemoveRequest,
  passkeyRenameRequest,
  passkeySignInRequest,
  passkeyTimeoutMs,
} from '../../contract/api/passkeys.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { cookieName } from '../auth/access.ts';
import { deviceWords } from '../auth/device-words.ts';
import { checkPassword } from '../auth/passwords.ts';
import { sessionHash } from '../auth/sessions.ts';
import { addNews } from '../ledger/news.ts';
import { addPasskey, passkeysOf, removePasskey, renamePasskey } from '../ledger/passkeys.ts';
import { storeTimestamp } from '../ledger/store-clock.ts';
import type { UserRow } from '../ledger/users.ts';
import { notFound, ProblemError } from '../lib/problem.ts';
import type { RouteDeps } from './deps.ts';
import { perAddress, perPerson } from './limits.ts';
import { noteSignIn } from './news.ts';
import { ownAccountOf, ownerOf } from './own-account.ts';
import { parseBody } from './parse.ts';
import { cookieFor, deviceCookieName, deviceMaxAgeSeconds, sessionOf } from './session.ts';

// Binds the challenge of a sign-in to the browser that asked for it; grants no access.
const browserCookieName = 'giro-passkey';
const browserIdPattern = /^[\w-]{43}$/;

/** Passkeys: to sign in by one alone, and to look after one's own. */
export function passkeyRoutes(app: FastifyInstance, deps: RouteDeps) {
  signInRoutes(app, deps);
  ownPasskeyRoutes(app, deps);
}

function signInRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { attempts, config, passkeys, sessions } = deps;
  const name = cookieName(config);

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
    const old = request.cookies[name];
    if (old) await sessions.close(old);
    const id = await sessions.open(user, deviceWords(request.headers['user-agent']));
    const device = attempts.deviceOf(user.email, request.cookies[deviceCookieName]);
    await noteSignIn(deps, request, user, device === null);
    void reply
      .setCookie(name, id, cookieFor(config, request))
      .setCookie(deviceCookieName, attempts.deviceCookie(user.email, device), {
        ...cookieFor(config, request),
        path: apiPaths.session,
        maxAge: deviceMaxAgeSeconds,
      });
    return sessionOf(user);
  });
}

function ownPasskeyRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, news, passkeys, storeClock } = deps;
  const currentHash = ({ cookies }: FastifyRequest) =>
    sessionHash(cookies[cookieName(config)] ?? '');
  const accountOf = (request: FastifyRequest, person: UserRow): Promise<OwnAccount> =>
    ownAccountOf(deps, person, currentHash(request));

  app.post(passkeyPaths.proofOptions, { config: perPerson(30) }, (request) =>
    passkeys.proofOptions(ownerOf(request).id, currentHash(request)),
  );

  app.post(passkeyPaths.addOptions, { config: perAddress(20) }, async (request) => {
    const person = ownerOf(request);
    const { proof } = parseBody(passkeyAddOptionsRequest, request.body);
    await requireProof(deps, request, person, proof);
    const own = await passkeysOf(db, person.id);
    if (own.length >= maxPasskeys) throw new ProblemError('passkeys-full');
    return passkeys.addOptions(person, currentHash(request));
  });

  app.post(passkeyPaths.own, { config: perPerson(30) }, async (request, reply) => {
    const person = ownerOf(request);
    const { name, passkey } = parseBody(passkeyAddRequest, request.body);
    const { id: user_id } = person;
    const made = await passkeys.made(person, currentHash(request), passkey);
    const now = await storeTimestamp(storeClock);
    const row = { ...made, user_id, name, created_at: now, used_at: null };
    await db.transaction().execute(async (tx) => {
      if (!(await addPasskey(tx, row))) throw new ProblemError('passkey-refused');
      await addNews(tx, [{ user_id, kind: 'passkey-added', subject: `passkey ${now}` }], now);
    });
    void news.round();
    return reply.code(201).send(await accountOf(request, person));
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
    const { id: user_id } = person;
    await requireProof(deps, request, person, proof);
    const now = await storeTimestamp(storeClock);
    await db.transaction().execute(async (tx) => {
      if (!(await removePasskey(tx, { user_id, id }))) throw notFound();
      await addNews(tx, [{ user_id, kind: 'passkey-removed', subject: `passkey ${now}` }], now);
    });
    void news.round();
    return accountOf(request, person);
  });
}

/**
 * Checks that the person of a session is there: by the password, counted as a sign-in is, or by a passkey.
 * @throws ProblemError wrong-password, passkey-refused, too-many-requests
 */
async function requireProof(
  { attempts, config, passkeys, passwordQueue }: RouteDeps,
  request: FastifyRequest,
  { id, email, password_hash }: UserRow,
  proof: PasskeyProof,
) {
  if ('passkey' in proof) {
    const holder = sessionHash(request.cookies[cookieName(config)] ?? '');
    await passkeys.prove(id, holder, proof.passkey);
    return;
  }
  const device = attempts.deviceOf(email, request.cookies[deviceCookieName]);
  await passwordQueue.run(request.ip, async () => {
    await attempts.take(email, device);
    if (!(await checkPassword(proof.password, password_hash))) {
      throw new ProblemError('wrong-password');
    }
    await attempts.forget(email, device);
  });
}

/** The id of the browser that asked for the options; undefined if it asked for none lately. */
function browserOf({ cookies }: FastifyRequest): string | undefined {
  const id = cookies[browserCookieName];
  return id !== undefined && browserIdPattern.test(id) ? id : undefined;
}

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url');
