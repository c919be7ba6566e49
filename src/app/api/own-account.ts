import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  type AcceptRequest,
  accountPaths,
  type EndSessionsRequest,
  type NameRequest,
  ownAccount,
  type PasswordLinkRequest,
  type PasswordRequest,
  type PasswordResetRequest,
} from '../../contract/api/own-account.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { session } from '../../contract/api/session.ts';
import { request } from './request.ts';

/** The person's own account. Fresh on each visit: sessions come and go at other devices. */
export const ownAccountQuery = queryOptions({
  queryKey: ['own-account'],
  queryFn: ({ signal }) => request(ownAccount, apiPaths.ownAccount, { signal }),
  staleTime: 0,
});

/** Changes the name that others are shown. */
export function changeName(body: NameRequest) {
  return request(session, apiPaths.ownAccount, { method: 'PUT', body });
}

/** Changes the password; the session goes on with a new id, all others end. */
export function changePassword(body: PasswordRequest) {
  return request(ownAccount, accountPaths.password, { method: 'PUT', body });
}

/** Ends one of the person's sessions, or all others. */
export function endSessions(body: EndSessionsRequest) {
  return request(ownAccount, accountPaths.sessions, { method: 'DELETE', body });
}

/** Asks for a link to set a forgotten password anew. Succeeds alike for an address that nobody has. */
export function askForPasswordLink(body: PasswordLinkRequest) {
  return request(z.undefined(), accountPaths.passwordLink, { method: 'POST', body });
}

/** Sets a new password by the token of a link. Fails with 'not-found' if the link does not work. */
export function resetPassword(body: PasswordResetRequest) {
  return request(z.undefined(), accountPaths.passwordReset, { method: 'POST', body });
}

/**
 * Whether the link of an invitation still works: fails with not-found if not. It is read in the browser only, because
 * the token is in the fragment, which no server sees.
 */
export const invitationCheck = queryOptions({
  queryKey: ['invitation'],
  queryFn: async () => {
    const body = { token: window.location.hash.slice(1) };
    // A page without a token is no link: its press says so.
    if (body.token === '') return true;
    await request(z.undefined(), accountPaths.checkInvitation, { method: 'POST', body });
    return true;
  },
  staleTime: 0,
  retry: false,
});

/** Sets the first password by the token of an invitation. Fails with 'not-found' if it does not work. */
export function acceptInvitation(body: AcceptRequest) {
  return request(z.undefined(), accountPaths.acceptInvitation, { method: 'POST', body });
}
