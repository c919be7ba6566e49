import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLoaderData, useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { transferSorts } from '../../../../contract/api/transfer.ts';
import { maxSearchLength } from '../../../../contract/api/wire.ts';
import { idPattern } from '../../../../contract/paths.ts';
import { paths } from '../../../router/paths.ts';
import { forgetWindows } from './transfer-windows.ts';

const searchText = z.string().check(z.maxLength(maxSearchLength));

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
function comparable(search: ListSearch): ListSearch {
  return search.sort === 'amount' && !search.currency ? { ...search, sort: undefined } : search;
}

/** Whether the filters can hide a transfer; an order alone hides none. */
export function isNarrowed({ sort: _sort, ...filters }: ListSearch): boolean {
  return Object.values(filters).some(Boolean);
}

const entryState = z.object({ q: searchText });

/** The text that an entry of the history holds; undefined where it holds none. */
function textOf(state: unknown): string | undefined {
  return z.safeParse(entryState, state).data?.q;
}

/**
 * What the list is narrowed to, and how that is changed. The address holds all but the text: that may
 * be a name, and digits may be a document or an account, none of which belong into an address that is
 * kept, shared and logged. The entry of the history holds it, so that it outlives reload and Back. A
 * text in an address that somebody wrote is heeded, and leaves it with the next change.
 */
export function useListSearch() {
  const inAddress = useLoaderData<ListSearch>();
  const { state } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const text = textOf(state) ?? inAddress.q ?? '';
  const search = useMemo(() => ({ ...inAddress, q: text.trim() || undefined }), [inAddress, text]);

  function go(next: ListSearch, nextText: string, replace: boolean) {
    const { q: _, ...filters } = comparable(next);
    // Only Back finds the rows as they were left; whoever asks anew is answered anew.
    forgetWindows(client, { ...filters, q: nextText.trim() || undefined });
    const options = { state: { q: nextText }, replace, preventScrollReset: replace };
    return navigate(paths.transfers(filters), options);
  }

  return {
    search,
    /** As it was typed. */
    text,
    /** In place of the entry that is shown. */
    refine: (part: ListSearch) => go({ ...search, ...part }, text, true),
    /** Back returns to what is shown now. */
    show: (part: ListSearch) => go({ ...search, ...part }, text, false),
    find: (typed: string) => go(search, typed, true),
  };
}
