import { queryOptions } from '@tanstack/react-query';
import {
  type EndSessionsRequest,
  type NameRequest,
  ownAccount,
  type PasswordRequest,
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
  return request(ownAccount, apiPaths.ownPassword, { method: 'PUT', body });
}

/** Ends one of the person's sessions, or all others. */
export function endSessions(body: EndSessionsRequest) {
  return request(ownAccount, apiPaths.ownSessions, { method: 'DELETE', body });
}
