import { queryOptions } from '@tanstack/react-query';
import {
  type StatementQuery,
  statement,
  statementFileUrl,
  statementUrl,
} from '../../contract/api/statement.ts';
import { ApiError } from './api-error.ts';
import { statementKey } from './query-keys.ts';
import { failureOf, request, send } from './request.ts';

/** A statement of the person, or for support of a sender. Made once a visit: what is printed must not move. */
export function statementOf(user: string | undefined, query: StatementQuery) {
  return queryOptions({
    queryKey: [...statementKey, user, query],
    queryFn: ({ signal }) => request(statement, statementUrl(user, query), { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Fetches its file, with the file's name. */
export async function readStatementFile(user: string | undefined, query: StatementQuery) {
  const response = await send(statementFileUrl(user, query), { headers: { accept: 'text/csv' } });
  if (!response.ok) throw await failureOf(response);
  const given = response.headers.get('content-disposition') ?? '';
  const [, name = ''] = /filename="([^"]+)"/.exec(given) ?? [];
  try {
    return { name, content: await response.blob() };
  } catch {
    // The download broke off: a partial file must not pass for the whole.
    throw new ApiError('offline');
  }
}
