import type { AnyUseQueryOptions, QueryClient } from '@tanstack/react-query';
import type { LoaderFunction, LoaderFunctionArgs } from 'react-router-dom';
import {
  type Asked,
  type Page,
  type PageData,
  type PageId,
  pages,
  pathParams,
} from '../../contract/api/pages.ts';
import type { PageRead, reads } from '../../contract/api/reads.ts';
import { ApiError } from '../api/api-error.ts';

/** Makes a page's loader. It fills the cache with the query options that the page reads. */
export type PageLoader = (client: QueryClient) => LoaderFunction;

type Query = AnyUseQueryOptions | ((by: string) => AnyUseQueryOptions);

type Args = Pick<LoaderFunctionArgs, 'params' | 'request'>;

/**
 * Parses the path's parameters and the query.
 * @throws ApiError 'not-found' for a malformed id or key
 */
export function askedBy({ params, request }: Args): Asked {
  for (const [name, pattern] of Object.entries(pathParams)) {
    const text = params[name];
    if (text !== undefined && !pattern.test(text)) throw new ApiError('not-found');
  }
  const { id = '', key = '', user = '' } = params;
  return { id, key, user, search: new URL(request.url).searchParams };
}

/**
 * Fetches the data that `pages` declares for the page. The types require a query for each read. Each page
 * passes its own queries, so that its chunk holds no others.
 */
export async function loadPage<Id extends PageId>(
  client: QueryClient,
  args: Args,
  page: Id,
  queries: QueriesOf<Id>,
): Promise<Asked>;
export async function loadPage(
  client: QueryClient,
  args: Args,
  page: PageId,
  queries: Readonly<Record<string, Query>>,
): Promise<Asked> {
  const asked = askedBy(args);
  const { data }: Page = pages[page];
  const { needs = [], wants = [] }: PageData = data?.(asked) ?? {};
  await Promise.all([...needs.map(need), ...wants.map(want)]);
  return asked;

  async function need(read: PageRead): Promise<void> {
    const query = queryOf(read);
    // Cached data is enough, unless the query asks for fresh data on each visit.
    const isFreshEachTime = query.staleTime === 0;
    const answer: unknown = await (isFreshEachTime
      ? client.fetchQuery(query)
      : client.ensureQueryData(query));
    await Promise.all((read.leadsTo?.(answer) ?? []).map(need));
  }

  async function want(read: PageRead): Promise<void> {
    await client.prefetchQuery(queryOf(read));
  }

  function queryOf({ name, by }: PageRead): AnyUseQueryOptions {
    const query = queries[name];
    if (!query) throw new Error(`no query for ${name}`);
    return typeof query === 'function' ? query(by) : query;
  }
}

/** A query for each read of the page, or a function of the id or name that the read takes. */
type QueriesOf<Id extends PageId> = {
  [Name in NamesIn<ReadsOf<Id>>]: (typeof reads)[Name] extends (by: string) => unknown
    ? (by: string) => AnyUseQueryOptions
    : AnyUseQueryOptions;
};

type ReadsOf<Id extends PageId> = (typeof pages)[Id] extends { data: (asked: Asked) => infer Data }
  ? ListIn<Data, 'needs'> | ListIn<Data, 'wants'>
  : never;

type ListIn<Data, Key extends string> =
  Data extends Record<Key, readonly (infer One)[]> ? One : never;

type NamesIn<One> =
  | (One extends { name: infer Name extends keyof typeof reads } ? Name : never)
  | (One extends { leadsTo: (answer: unknown) => readonly (infer Next)[] } ? NamesIn<Next> : never);
