import { useMutation } from '@tanstack/react-query';
import { readWindow, transfersFile } from '../../../api/transfers.ts';
import type { ListSearch } from './list-search.ts';

/**
 * Downloads what the list finds. The browser writes the file as it comes, for a phone may not hold it,
 * but would save a refusal as well: so that Giro is asked first, and a refusal is told on the page.
 */
export function useTransfersFile(search: ListSearch) {
  return useMutation({
    mutationFn: (_: undefined, { client }) =>
      readWindow({ client, signal: new AbortController().signal }, { ...search, limit: '1' }),
    onSuccess: () => download(transfersFile(search)),
  });
}

function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
