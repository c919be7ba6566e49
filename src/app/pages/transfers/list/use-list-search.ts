import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLoaderData, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { type ListSearch, searchText } from '../../../../contract/api/list-search.ts';
import { ownState, useOwnState } from '../../../router/entry-state.ts';
import { paths } from '../../../router/paths.ts';
import { comparable } from './list-search.ts';
import { forgetWindows } from './transfer-windows.ts';

const entryState = z.object({ q: searchText });

/**
 * The filters of the list, and how to change them. The URL holds all but the search text: URLs are kept,
 * shared and logged, and the text may be a name or an account number. The history entry's state holds it,
 * so that reload and Back keep it. A `q` in a URL is read, and removed by the next change.
 */
export function useListSearch() {
  const inAddress = useLoaderData<ListSearch>();
  const navigate = useNavigate();
  const client = useQueryClient();
  const text = useOwnState(entryState)?.q ?? inAddress.q ?? '';
  const search = useMemo(() => ({ ...inAddress, q: text.trim() || undefined }), [inAddress, text]);

  function go(next: ListSearch, nextText: string, replace: boolean) {
    const { q: _, ...filters } = comparable(next);
    // A new search reads again; only Back reuses the cached rows.
    forgetWindows(client, { ...filters, q: nextText.trim() || undefined });
    const options = { state: ownState({ q: nextText }), replace, preventScrollReset: replace };
    return navigate(paths.transfers(filters), options);
  }

  return {
    search,
    /** As it was typed. */
    text,
    /** Replaces the history entry. */
    refine: (part: ListSearch) => go({ ...search, ...part }, text, true),
    /** Pushes a history entry: Back returns to the filters of before. */
    show: (part: ListSearch) => go({ ...search, ...part }, text, false),
    find: (typed: string) => go(search, typed, true),
  };
}
