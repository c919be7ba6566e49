import {
  type InfiniteData,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { maxFound } from '../../../../contract/api/support.ts';
import type { TransferList, TransferRow } from '../../../../contract/api/transfer.ts';
import { senderSendsQuery } from '../../../api/ended-sends.ts';
import { pollRows } from '../../../api/polling.ts';
import { transferKeys } from '../../../api/query-keys.ts';
import { currenciesQuery } from '../../../api/reference.ts';
import { senderQuery } from '../../../api/support.ts';
import { inNewestState } from '../../../api/transfer-cache.ts';
import { readWindow, transfersQuery } from '../../../api/transfers.ts';
import { mayReadAhead } from '../../../hydration/rendered-page.ts';
import { askedBy, loadPage, type PageLoader } from '../../../router/load-page.ts';

export const loader: PageLoader =
  (client) =>
  async (args): Promise<string> => {
    const { user } = askedBy(args);
    // The page waits for neither.
    if (mayReadAhead(args.request.url)) {
      void client.prefetchQuery(sentTransfersQuery(user));
      void client.prefetchInfiniteQuery(senderSendsQuery(user));
    }
    await loadPage(client, args, 'support/sender', {
      sender: senderQuery,
      currencies: currenciesQuery,
    });
    return user;
  };

type Pages = InfiniteData<TransferList>;

/** As many as support's searches show at once. */
const sentTransfers = (sender: string) => ({ sender, limit: String(maxFound) });

/** The first transfers of a sender, refetched to find new ones and to keep the total and its age up to date. */
function sentTransfersQuery(user: string) {
  const filters = sentTransfers(user);
  return queryOptions({
    ...transfersQuery(filters),
    queryFn: async ({ client, signal }) => {
      const first = await readWindow({ client, signal }, filters);
      client.setQueryData(sentPages(user).queryKey, (pages) => pages && withFirst(pages, first));
      return first;
    },
    // Without any transfers the page says why, and asks again when the person does.
    refetchInterval: ({ state: { data, status } }) =>
      data ? pollRows(data.items, status === 'error') : false,
  });
}

/** All pages, once more than the first were asked for. Events and the first page update their rows. */
function sentPages(user: string) {
  return queryOptions<Pages>({
    queryKey: [...transferKeys.windows, sentTransfers(user)],
    queryFn: skipToken,
    staleTime: 'static',
  });
}

/** Adds the next page. */
async function addPage(client: QueryClient, user: string): Promise<void> {
  const { queryKey } = sentPages(user);
  const first = client.getQueryData(sentTransfersQuery(user).queryKey);
  const lastOf = (pages: Pages | undefined) => pages?.pages.at(-1) ?? first;
  const cursor = lastOf(client.getQueryData(queryKey))?.next_cursor;
  if (!first || !cursor) return;
  const { signal } = new AbortController();
  const next = await readWindow({ client, signal }, { ...sentTransfers(user), cursor });
  client.setQueryData(queryKey, (known) => {
    // If the list began again since, this page is no longer the next one.
    if (lastOf(known)?.next_cursor !== cursor) return undefined;
    const { pages, pageParams } = known ?? { pages: [first], pageParams: [''] };
    return { pages: [...pages, next], pageParams: [...pageParams, cursor] };
  });
}

/** The pages with the rows that are new in the first one; that one alone if rows may be missing after it. */
function withFirst(pages: Pages, first: TransferList): Pages {
  const known = new Set(pages.pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const fresh = first.items.filter(({ id }) => !known.has(id));
  const [top, ...rest] = pages.pages;
  const isApart = fresh.length === first.items.length && first.next_cursor !== null;
  const isWhole = pages.pages.at(-1)?.next_cursor === null;
  // An older transfer can get an owner later, anywhere in the list.
  const isOther = isWhole && known.size + fresh.length !== first.total;
  if (!top || isApart || isOther) return { pages: [first], pageParams: [''] };
  if (fresh.length === 0) return pages;
  return { ...pages, pages: [{ ...top, items: [...fresh, ...top.items] }, ...rest] };
}

/** A sender's transfers: those asked for so far, the newest first, and the latest total. */
export function useSentTransfers(user: string) {
  const client = useQueryClient();
  const first = useQuery(sentTransfersQuery(user));
  const { data } = useQuery(sentPages(user));
  const more = useMutation({ mutationFn: () => addPage(client, user) });
  const latest = first.data;
  const rows = useMemo(
    () =>
      (data?.pages ?? (latest ? [latest] : []))
        .flatMap(({ items }) => items)
        // A page requested before an event may arrive after it with an older state of the row.
        .map((row) => inNewestState(client, row))
        .sort(newestFirst),
    [client, data, latest],
  );
  return { first, more, rows };
}

/** By number, as the BFF sorts: a longer one is later. */
function newestFirst({ id: a }: TransferRow, { id: b }: TransferRow): number {
  return b.length - a.length || (a < b ? 1 : -1);
}
