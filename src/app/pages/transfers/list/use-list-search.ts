import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLoaderData, useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../../router/paths.ts';
import { comparable, type ListSearch, textOf } from './list-search.ts';
import { forgetWindows } from './transfer-windows.ts';

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
