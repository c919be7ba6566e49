import * as z from 'zod/mini';
import { transferSorts } from '../../../../contract/api/transfer.ts';
import { maxSearchLength } from '../../../../contract/api/wire.ts';
import { idPattern } from '../../../../contract/paths.ts';

/** YYYY-MM-DD. */
const calendarDay = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/),
  z.refine((day) => !Number.isNaN(Date.parse(day))),
);

export const searchText = z.string().check(z.maxLength(maxSearchLength));

const currencyCode = z.string().check(z.maxLength(20));

const listSearch = z.object({
  q: z.optional(searchText),
  state: z.optional(z.string().check(z.maxLength(50))),
  currency: z.optional(currencyCode),
  source_amount_currency: z.optional(currencyCode),
  destination_amount_currency: z.optional(currencyCode),
  country_id: z.optional(z.string().check(z.regex(idPattern))),
  destination_account_id: z.optional(z.string().check(z.regex(idPattern))),
  /** The first and the last day on which Giro first saw a transfer, in the person's time zone. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  sort: z.optional(z.enum(transferSorts)),
});

/** Filters and order of the list. */
export type ListSearch = z.infer<typeof listSearch>;

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
