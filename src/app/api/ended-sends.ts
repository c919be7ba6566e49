import { apiPaths, withQuery } from '../../contract/api/paths.ts';
import { resolvedList } from '../../contract/api/resolved.ts';
import { senderSends } from '../../contract/api/support.ts';
import { pagesQuery } from './list-pages.ts';
import { supportKeys } from './query-keys.ts';
import { request } from './request.ts';

const refetchInterval = 30_000;

/** A sender's sends with a known outcome, the newest first, in pages. */
export const senderSendsQuery = (user: string) => ({
  ...pagesQuery([...supportKeys.senderSends, user], {
    read: (cursor, signal) =>
      request(senderSends, withQuery(apiPaths.senderSends(user), { cursor }), { signal }),
    nextOf: (last) => last.next_cursor,
  }),
  refetchInterval,
});

/** What support decided, the newest first, in pages. */
export const resolvedQuery = {
  ...pagesQuery(supportKeys.resolved, {
    read: (cursor, signal) =>
      request(resolvedList, withQuery(apiPaths.resolved, { cursor }), { signal }),
    nextOf: (last) => last.next_cursor,
  }),
  refetchInterval,
};
