import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  type StepUpAnswer,
  type StepUpMethod,
  type StepUpReturn,
  stepUpAnswer,
  stepUpChallenge,
  stepUpNeed,
  stepUpOidcRequest,
  stepUpOidcStart,
  stepUpPaths,
  stepUpQuery,
  stepUpRequest,
  stepUpReturn,
} from '../../contract/api/step-up.ts';
import { cookieName, personOf } from '../auth/access.ts';
import { isUnprovable, OidcError } from '../auth/oidc-error.ts';
import { proveByCode } from '../auth/second-factors.ts';
import { sessionHash } from '../auth/sessions.ts';
import { hasCome, passkeyCountsFrom, stepUpMethodsOf } from '../auth/step-up-methods.ts';
import { attemptLivesFor, type OidcAttemptRow } from '../ledger/people/oidc.ts';
import {
  addStepUpChallenge,
  bindOidcAttempt,
  challengeOfAttempt,
  proveStepUpChallenge,
  type StepUpChallengeRow,
  tryStepUpChallenge,
} from '../ledger/people/step-up.ts';
import type { UserRow } from '../ledger/people/users.ts';
import { ProblemError } from '../lib/problem.ts';
import { timestamp } from '../lib/timestamp.ts';
import { needsStepUp, stepUpCreatedAfter, stepUpHash, stepUpIdHash } from '../sends/step-up.ts';
import type { RouteDeps } from './deps.ts';
import { perPerson } from './limits.ts';
import { oidcAttemptCookie } from './oidc-cookie.ts';
import { parseBody, parseQuery } from './parse.ts';
import { deviceCookieName } from './session.ts';

/**
 * Asks people to prove again that it is them, for one transfer. What counts is checked where the transfer is
 * sent (sends/step-up.ts).
 */
export function stepUpRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, db, storeClock } = deps;
  const limit = { config: perPerson(config.sendsPerMinute) };
  const currentHash = ({ cookies }: FastifyRequest) =>
    sessionHash(cookies[cookieName(config)] ?? '');

  app.get(stepUpPaths.proof, async (request) => {
    const query = parseQuery(stepUpQuery, request.query);
    const needed = needsStepUp(config.stepUpAbove, query);
    return z.encode(stepUpNeed, {
      above: config.stepUpAbove.get(query.source_amount_currency) ?? null,
      needed,
      ...(needed
        ? await stepUpMethodsOf(deps, personOf(request), await storeClock.now())
        : { methods: [], counts_from: null }),
    });
  });

  app.post(stepUpPaths.proof, limit, async (request, reply) => {
    const { key, order, approves, ...transfer } = parseBody(stepUpRequest, request.body);
    const send_key = key.toLowerCase();
    request.audited = { subject: `send ${send_key}`, outcome: 'asked' };
    const person = personOf(request);
    const id = randomBytes(32).toString('base64url');
    const { destination_account_fingerprint: fingerprint } = transfer;
    const binding = {
      ...{ id_hash: stepUpIdHash(id), user_id: person.id, session_hash: currentHash(request) },
      ...{ send_key, body_hash: stepUpHash(transfer, fingerprint, order, approves) },
    };
    const now = await storeClock.now();
    await addStepUpChallenge(db, binding, timestamp(now));
    const { methods } = await stepUpMethodsOf(deps, person, now);
    const passkey = methods.includes('passkey')
      ? await deps.passkeys.bindProof(person.id, signedOf(id, binding.body_hash), (own) =>
          hasCome(passkeyCountsFrom(own), now),
        )
      : null;
    return reply.code(201).send(z.encode(stepUpChallenge, { id, methods, passkey }));
  });

  app.post(stepUpPaths.answer, limit, async (request, reply) => {
    const answer = parseBody(stepUpAnswer, request.body);
    const person = personOf(request);
    const challenge = await openChallenge(deps, request, person, answer.id);
    request.audited = { subject: `send ${challenge.send_key}`, outcome: answer.method };
    await requireMethod(deps, person, answer.method);
    await checkAnswer(deps, request, challenge, answer);
    // Again: another app may have taken the place of the one that counted.
    await requireMethod(deps, person, answer.method);
    await prove(deps, challenge, answer.method);
    return reply.code(204).send();
  });

  if (!deps.oidc || !config.oidc) return;
  const { oidc } = deps;
  const attempt = oidcAttemptCookie(config);

  app.post(stepUpPaths.oidc, limit, async (request, reply) => {
    const { id, next } = parseBody(stepUpOidcRequest, request.body);
    const person = personOf(request);
    await requireMethod(deps, person, 'oidc');
    const challenge = await openChallenge(deps, request, person, id);
    const started = await oidc.start(next, 'step-up').catch((error: unknown) => {
      throw error instanceof OidcError ? new ProblemError('provider-unreachable') : error;
    });
    const isBound = await bindOidcAttempt(db, challenge.id_hash, started.id_hash);
    if (!isBound) throw new ProblemError('step-up-refused');
    const options = { ...attempt.options, maxAge: attemptLivesFor / 1_000 };
    void reply.setCookie(attempt.name, started.id, options);
    return z.encode(stepUpOidcStart, { url: started.url });
  });
}

/** The challenge that this session may answer now. @throws ProblemError step-up-refused */
async function openChallenge(
  { config, db, storeClock }: RouteDeps,
  { cookies }: FastifyRequest,
  { id: user_id }: UserRow,
  id: string,
) {
  const now = await storeClock.now();
  const session_hash = sessionHash(cookies[cookieName(config)] ?? '');
  const which = { id_hash: stepUpIdHash(id), user_id, session_hash };
  const challenge = await tryStepUpChallenge(db, which, stepUpCreatedAfter(now));
  if (!challenge) throw new ProblemError('step-up-refused');
  return challenge;
}

/** @throws ProblemError forbidden if the person has to prove it in another way */
async function requireMethod(deps: RouteDeps, person: UserRow, method: StepUpMethod) {
  const { methods } = await stepUpMethodsOf(deps, person, await deps.storeClock.now());
  if (!methods.includes(method)) throw new ProblemError('forbidden');
}

/** What a passkey signs: derived from the challenge and its transfer, so that it is of nothing else. */
const signedOf = (id: string, body_hash: string) =>
  createHash('sha256').update(`step-up\0${id}\0${body_hash}`).digest('base64url');

/** @throws ProblemError wrong-code, code-used, passkey-refused, too-many-requests */
async function checkAnswer(
  deps: RouteDeps,
  request: FastifyRequest,
  { body_hash }: StepUpChallengeRow,
  answer: StepUpAnswer,
) {
  const { id: user_id, email } = personOf(request);
  if (answer.method === 'totp') {
    const device = deps.attempts.deviceOf(email, request.cookies[deviceCookieName]);
    const { method, code } = answer;
    // Counted over all challenges of the person: a new one gives no new tries.
    return proveByCode(deps, { user_id, device }, { method, code }, await deps.storeClock.now());
  }
  const signed = signedOf(answer.id, body_hash);
  const verdict = await deps.passkeys.verifyProof(user_id, answer.passkey, signed);
  if (!verdict.ok) throw new ProblemError('passkey-refused');
  // One that does not count yet, though another does.
  if (!hasCome(passkeyCountsFrom(verdict.passkey), await deps.storeClock.now())) {
    throw new ProblemError('passkey-refused');
  }
}

/** @throws ProblemError step-up-refused if it was answered before, or too late */
async function prove(
  { db, storeClock }: RouteDeps,
  { id_hash }: StepUpChallengeRow,
  method: StepUpMethod,
) {
  const now = await storeClock.now();
  const times = { createdAfter: stepUpCreatedAfter(now), now: timestamp(now) };
  if (!(await proveStepUpChallenge(db, id_hash, method, times))) {
    throw new ProblemError('step-up-refused');
  }
}

/**
 * Ends a sign-in at the OpenID provider that was begun to prove one transfer: it opens no session, and the
 * person returns to the check page.
 * @returns the address to go back to, because awaiting a reply of Fastify gives undefined; null if this attempt is an
 *   ordinary sign-in
 */
export async function finishOidcProof(
  deps: RouteDeps,
  request: FastifyRequest,
  { begun, query }: { begun: OidcAttemptRow; query: string },
): Promise<string | null> {
  const challenge = await challengeOfAttempt(deps.db, begun.id_hash);
  if (!challenge || !deps.oidc || !deps.config.oidc) return null;
  const { user_id, send_key, created_at: asked_at } = challenge;
  request.audited = { action: 'step-up', user_id, subject: `send ${send_key}`, outcome: 'oidc' };
  let outcome: StepUpReturn = 'given';
  try {
    await deps.oidc.prove(begun, query, { user_id, asked_at });
    await prove(deps, challenge, 'oidc');
  } catch (error) {
    outcome = isUnprovable(error) ? 'unsupported' : 'refused';
    request.audited.outcome = error instanceof OidcError ? error.problem : 'step-up-refused';
    const why = error instanceof OidcError ? error.why : {};
    request.log.warn(
      { err: error, ...why },
      outcome === 'unsupported'
        ? 'step-up: the provider does not say that the person has just signed in. It must honour max_age=0 or prompt=login, and send auth_time'
        : 'step-up: the provider’s answer is no proof',
    );
  }
  const back = new URL(begun.next ?? '/', deps.config.oidc.publicOrigin);
  back.searchParams.set(stepUpReturn, outcome);
  return back.href;
}
