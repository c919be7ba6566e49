import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { secondFactorAsked, session, settings, signedOut } from '../../contract/api/session.ts';
import type { SignInRequest } from '../../contract/api/sign-in.ts';
import { request } from './request.ts';

const sessionOrNext = z.union([session, secondFactorAsked]);

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => request(settings, apiPaths.settings, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The session. Fails with 'not-signed-in' when there is none. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => request(session, apiPaths.session, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Query key: true when the server rendered the page for nobody. Signing in outweighs it. */
export const noSessionKey = ['no-session'] as const;

/** Query key: true once a request was refused because the session had ended. */
export const sessionEndedKey = ['session-ended'] as const;

/** Fetches the session past the cache. */
export function newestSession() {
  return request(session, apiPaths.session);
}

/** Signs in with a password. Resolves to the session, or to what is asked next. */
export function signIn(body: SignInRequest) {
  return request(sessionOrNext, apiPaths.session, { method: 'POST', body });
}

/** Ends the session. Resolves to the provider's sign-out URL for an OpenID Connect session. */
export function signOut() {
  return request(z.optional(signedOut), apiPaths.session, { method: 'DELETE' });
}
