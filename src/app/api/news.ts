import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type NewsSettingsRequest, newsSettings, sandboxMails } from '../../contract/api/news.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { request } from './request.ts';

/** What this person is told and how. Fresh on each visit: another device may have changed it. */
export const newsSettingsQuery = queryOptions({
  queryKey: ['news', 'settings'],
  queryFn: ({ signal }) => request(newsSettings, apiPaths.newsSettings, { signal }),
  staleTime: 0,
});

export function saveNewsSettings(body: NewsSettingsRequest) {
  return request(newsSettings, apiPaths.newsSettings, { method: 'PUT', body });
}

/** Tells this person a test by every way. */
export function sendTestNews() {
  return request(z.undefined(), apiPaths.newsTest, { method: 'POST', body: {} });
}

/** The mails that the sandbox would have sent. */
export const sandboxMailsQuery = queryOptions({
  queryKey: ['news', 'sandbox-mails'],
  queryFn: ({ signal }) => request(sandboxMails, apiPaths.sandboxMail, { signal }),
  staleTime: 0,
  refetchInterval: 3_000,
});
