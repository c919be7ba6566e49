import * as z from 'zod/mini';
import { transferSorts } from '../../../../contract/api/transfer.ts';
import { idPattern } from '../../../../contract/paths.ts';

const listSearch = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  state: z.optional(z.string().check(z.maxLength(50))),
  currency: z.optional(z.string().check(z.maxLength(20))),
  destination_account_id: z.optional(z.string().check(z.regex(idPattern))),
  sort: z.optional(z.enum(transferSorts)),
});

/** The filters that the address holds. */
export type ListSearch = z.infer<typeof listSearch>;

/** Undefined when something in the address can't be what it is meant to be. */
export function parseSearch(url: string): ListSearch | undefined {
  const given = [...new URL(url).searchParams].filter(([, value]) => value !== '');
  return z.safeParse(listSearch, Object.fromEntries(given)).data;
}

/** Whether the filters can hide a transfer; an order alone hides none. */
export function isNarrowed({ sort: _sort, ...filters }: ListSearch): boolean {
  return Object.values(filters).some(Boolean);
}
