import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';

type PagesOf<Page> = {
  read: (cursor: string, signal: AbortSignal) => Promise<Page>;
  /** The cursor of the page after this one, if there is one. */
  nextOf: (last: Page) => string | null | undefined;
};

/** The query of a list that is read in pages; the first has an empty cursor. */
export const pagesQuery = <Page, const Key extends QueryKey>(
  queryKey: Key,
  { read, nextOf }: PagesOf<Page>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) => read(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: nextOf,
  });

/** The rows of a list that is read in pages, as far as it is loaded, and how to load more. */
export function usePages<Page, Row, Key extends QueryKey>(
  options: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, string>,
  rowsOf: (page: Page) => readonly Row[],
) {
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(options);
  return {
    ...{ error, isPlaceholderData, hasNextPage, isFetchingNextPage },
    items: data?.pages.flatMap(rowsOf),
    showMore: () => void fetchNextPage(),
  };
}
