import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import { type SignInRequest, session, settings, signedOut } from '../../contract/api/session.ts';
import { request } from './request.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => request(settings, apiPaths.settings, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who is signed in. Fails as 'not-signed-in' when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => request(session, apiPaths.session, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** True in the cache once a call was refused because the session had ended. */
export const sessionEndedKey = ['session-ended'] as const;

/** Who is signed in now, whatever the cache holds. */
export function newestSession() {
  return request(session, apiPaths.session);
}

export function signIn(body: SignInRequest) {
  return request(session, apiPaths.session, { method: 'POST', body });
}

/** Answers where to sign out further, when the session came from an OpenID provider. */
export function signOut() {
  return request(z.optional(signedOut), apiPaths.session, { method: 'DELETE' });
}
