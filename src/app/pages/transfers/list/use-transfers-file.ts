import { useMutation } from '@tanstack/react-query';
import { readTransfersFile } from '../../../api/transfers-file.ts';
import type { ListSearch } from './list-search.ts';

type TransfersFile = Awaited<ReturnType<typeof readTransfersFile>>;

/**
 * Saves what the list finds. Not by a link: its address, with the text that was searched for, would stay
 * among the browser's downloads, and a refusal would be saved as well.
 */
export function useTransfersFile(search: ListSearch) {
  return useMutation({ mutationFn: () => readTransfersFile(search), onSuccess: save });
}

function save({ name, content }: TransfersFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers ask where to put it before they read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
