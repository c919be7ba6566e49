import * as z from 'zod/mini';
import { transferSorts } from '../../../../contract/api/transfer.ts';
import { idPattern } from '../../../../contract/paths.ts';

export const longestSearch = 200;

const searchText = z.string().check(z.maxLength(longestSearch));

const listSearch = z.object({
  q: z.optional(searchText),
  state: z.optional(z.string().check(z.maxLength(50))),
  currency: z.optional(z.string().check(z.maxLength(20))),
  destination_account_id: z.optional(z.string().check(z.regex(idPattern))),
  sort: z.optional(z.enum(transferSorts)),
});

/** What the list is narrowed to, and its order. */
export type ListSearch = z.infer<typeof listSearch>;

/** Undefined when something in the address can't be what it is meant to be. */
export function parseSearch(url: string): ListSearch | undefined {
  const given = [...new URL(url).searchParams].filter(([, value]) => value !== '');
  const { data } = z.safeParse(listSearch, Object.fromEntries(given));
  return data && comparable(data);
}

/** Amounts are compared within one currency, so that without one there is no order by amount. */
export function comparable(search: ListSearch): ListSearch {
  return search.sort === 'amount' && !search.currency ? { ...search, sort: undefined } : search;
}

/** Whether the filters can hide a transfer; an order alone hides none. */
export function isNarrowed({ sort: _sort, ...filters }: ListSearch): boolean {
  return Object.values(filters).some(Boolean);
}

const entryState = z.object({ q: searchText });

/** The text that an entry of the history holds; undefined where it holds none. */
export function textOf(state: unknown): string | undefined {
  return z.safeParse(entryState, state).data?.q;
}
