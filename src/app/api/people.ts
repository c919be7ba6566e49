import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type AuditFilters, auditFilePath, auditList } from '../../contract/api/audit.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import {
  type InviteRequest,
  invited,
  people,
  peoplePaths,
  personDetail,
} from '../../contract/api/people.ts';
import type { Role } from '../../contract/api/session.ts';
import { pagesQuery } from './list-pages.ts';
import { failureOf, request, send } from './request.ts';

export const peopleKey = ['people'] as const;

/**
 * The first people that match.
 * @param filters of the list's URL, as `peopleFilters` writes them
 */
export function peopleQuery(filters: string, q = '', limit = 50) {
  const query = {
    ...Object.fromEntries(new URLSearchParams(filters)),
    ...{ q, limit: limit === 50 ? undefined : String(limit) },
  };
  return queryOptions({
    queryKey: [...peopleKey, 'list', filters, q, limit],
    queryFn: ({ signal }) => request(people, apiPaths.people, { query, signal }),
    staleTime: 0,
    // The list stays while another search is under way.
    placeholderData: keepPreviousData,
  });
}

/** A person with their sessions. Fresh on each visit: sessions come and go. */
export function personQuery(user: string) {
  return queryOptions({
    queryKey: [...peopleKey, 'one', user],
    queryFn: ({ signal }) => request(personDetail, apiPaths.person(user), { signal }),
    staleTime: 0,
  });
}

/** Adds a person, who sets their own password by a link. */
export function invitePerson(body: InviteRequest) {
  return request(invited, apiPaths.people, { method: 'POST', body });
}

/** Makes a new link in place of the one before. */
export function inviteAgain(user: string) {
  return request(invited, peoplePaths.invitation(user), { method: 'POST', body: {} });
}

/** Changes a role, which ends the person's sessions. */
export function changeRole(user: string, role: Role) {
  return request(personDetail, peoplePaths.role(user), { method: 'PUT', body: { role } });
}

/** Disables a person, which ends their sessions, or enables them. */
export function changeAccess(user: string, disabled: boolean) {
  return request(personDetail, peoplePaths.access(user), { method: 'PUT', body: { disabled } });
}

/** Ends every session of a person. */
export function endPersonSessions(user: string) {
  return request(personDetail, peoplePaths.sessions(user), { method: 'DELETE' });
}

/** Takes all second factors from a person who lost them, which ends their sessions. */
export function resetSecondFactor(user: string) {
  return request(personDetail, peoplePaths.secondFactor(user), { method: 'DELETE' });
}

const entriesAtOnce = 100;

/** The entries that match, the latest first, a page at a time. */
export const auditEntries = (filters: AuditFilters) => ({
  ...pagesQuery(['audit', filters], {
    read(after, signal) {
      const query = { ...filters, after, limit: String(entriesAtOnce) };
      return request(auditList, apiPaths.audit, { query, signal });
    },
    nextOf: ({ items, has_more }) => (has_more ? items.at(-1)?.number : undefined),
  }),
  staleTime: 0,
  // The entries stay while others are looked for.
  placeholderData: keepPreviousData,
});

/** Reads all entries that match as a CSV file. */
export async function readAuditFile(filters: AuditFilters) {
  const headers = { accept: 'text/csv' };
  const response = await send(auditFilePath, { method: 'POST', body: filters, headers });
  if (!response.ok) throw await failureOf(response);
  const [, name = 'audit.csv'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, content: await response.blob() };
}
