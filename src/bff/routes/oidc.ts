import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { nextPage, type OidcProblem } from '../../contract/api/session.ts';
import { cookieName, sessionCookie } from '../auth/access.ts';
import { deviceWords } from '../auth/device-words.ts';
import { OidcError } from '../auth/oidc-error.ts';
import { attemptLivesFor } from '../ledger/people/oidc.ts';
import { ProblemError } from '../lib/problem.ts';
import type { RouteDeps } from './deps.ts';
import { noteSignIn } from './news.ts';
import { noteLeftOpen, oidcAttemptCookie, oidcSignOutCookie } from './oidc-cookie.ts';
import { deviceMaxAgeSeconds } from './session.ts';
import { finishOidcProof } from './step-up.ts';

const startQuery = z.object({ next: z.catch(z.nullable(nextPage), null) });

/**
 * Sign-in with an OpenID provider. Browsers navigate here, so every answer redirects to a page: `next`,
 * or the sign-in page with the problem.
 */
export function oidcRoutes(app: FastifyInstance, deps: RouteDeps) {
  const { config, oidc, sessions, attempts } = deps;
  if (!oidc || !config.oidc) return;
  const { publicOrigin } = config.oidc;
  const session = { name: cookieName(config), options: sessionCookie(config) };
  const attempt = oidcAttemptCookie(config);
  // Says on which browser the person signed in before, and grants no access.
  const deviceCookie = {
    name: 'giro-oidc-device',
    options: {
      ...attempt.options,
      path: apiPaths.oidcCallback,
      maxAge: deviceMaxAgeSeconds,
    },
  } as const;
  const route = {
    config: { rateLimit: { max: 60, timeWindow: '1 minute' } },
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      refuse(error, request, reply, null),
  } as const;

  app.get(apiPaths.oidc, route, async (request, reply) => {
    const { next } = z.parse(startQuery, request.query);
    try {
      const { url, id } = await oidc.start(next);
      // The old session is closed here: on the way back the strict cookie is missing. Only for our own
      // page, because an image on a sibling site would send the cookie too.
      const isOurs = request.headers['sec-fetch-site'] === 'same-origin';
      const old = request.cookies[session.name];
      if (old && isOurs) {
        await sessions.close(old);
        void reply.clearCookie(session.name, session.options);
      }
      const maxAge = attemptLivesFor / 1_000;
      return reply.setCookie(attempt.name, id, { ...attempt.options, maxAge }).redirect(url, 303);
    } catch (error) {
      return refuse(error, request, reply, next);
    }
  });

  app.get(apiPaths.oidcCallback, route, async (request, reply) => {
    const query = new URL(request.url, publicOrigin).search;
    const begun = await oidc.take(request.cookies[attempt.name], query);
    if (!begun) throw new OidcError('expired');
    void reply.clearCookie(attempt.name, attempt.options);
    const back = await finishOidcProof(deps, request, { begun, query });
    if (back !== null) return reply.redirect(back, 303);
    try {
      const { user, issuer, id_token_sealed } = await oidc.person(begun, query);
      request.audited = { user_id: user.id };
      // By id: the provider can change a person's email.
      const device = attempts.deviceOf(user.id, request.cookies[deviceCookie.name]);
      const words = deviceWords(request.headers['user-agent']);
      if (id_token_sealed === null) {
        request.log.info('sign-in: the id token is too long to end the provider’s session with it');
      }
      const id = await sessions.open(user, { issuer, id_token_sealed, ...words });
      await noteSignIn(deps, request, user, device === null);
      void reply
        .setCookie(session.name, id, session.options)
        .setCookie(deviceCookie.name, attempts.deviceCookie(user.id, device), deviceCookie.options);
      // A redirect from another site carries no SameSite=Strict cookie, and `next` needs none: the page
      // itself is public, and its own requests are same-site.
      return reply.redirect(new URL(begun.next ?? '/', publicOrigin).href, 303);
    } catch (error) {
      request.audited = { ...request.audited, outcome: problemOf(error) };
      return refuse(error, request, reply, begun.next);
    }
  });

  // Giro's session has ended already: whatever fails here, the person goes to the sign-in page.
  app.get(apiPaths.oidcSignOut, route, async (request, reply) => {
    const signOut = oidcSignOutCookie(config);
    void reply.clearCookie(signOut.name, signOut.options);
    const url = await oidc
      .finishSignOut(request.cookies[signOut.name])
      .catch((error: unknown) => noteLeftOpen(request, error));
    return reply.redirect(url ?? '/sign-in', 303);
  });
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, next: string | null) {
  const problem = problemOf(error);
  if (error instanceof OidcError) request.log.warn({ problem, ...error.why }, error.message);
  else if (error instanceof ProblemError)
    request.log.warn({ problem }, `sign-in: ${error.message}`);
  else request.log.error({ err: error }, 'sign-in: unexpected error');
  const search = new URLSearchParams({ problem, ...(next === null ? {} : { next }) });
  return reply.redirect(`/sign-in?${search}`, 303);
}

function problemOf(error: unknown): OidcProblem {
  if (error instanceof OidcError) return error.problem;
  const often = error instanceof ProblemError && error.problem === 'too-many-requests';
  return often ? 'too-many' : 'failed';
}
