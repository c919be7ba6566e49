import * as z from 'zod/mini';
import { type ListSearch, listSearch } from '../../../../contract/api/list-search.ts';

/** The filters that the URL holds: all but the search text. */
export type Filters = Omit<ListSearch, 'q'>;

/** Reads the filters of a URL; undefined if one of them is malformed. */
export function parseSearch(url: string): ListSearch | undefined {
  const given = [...new URL(url).searchParams].filter(([, value]) => value !== '');
  const { data } = z.safeParse(listSearch, Object.fromEntries(given));
  return data && comparable(data);
}

/** Drops the order by amount where no currency is chosen: amounts of two currencies don't compare. */
export function comparable(search: ListSearch): ListSearch {
  return search.sort === 'amount' && !search.currency ? { ...search, sort: undefined } : search;
}

/** Whether days are chosen, which hide transfers that Giro never saw. */
export const hasDays = ({ from, to }: ListSearch) => Boolean(from ?? to);

/** Whether a filter can hide a transfer; the order hides none. */
export function isNarrowed({ sort: _sort, ...filters }: ListSearch): boolean {
  return Object.values(filters).some(Boolean);
}
