import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { apiPaths } from '../../contract/api/paths.ts';
import type { Transfer } from '../../contract/api/transfer.ts';
import {
  type NotesRequest,
  notesRequest,
  type TransferNotes,
  transferNotes,
} from '../../contract/api/transfer-notes.ts';
import { transferKeys } from './query-keys.ts';
import { request } from './request.ts';
import { updateWindows } from './transfer-cache.ts';
import { transferQuery } from './transfers.ts';

/** Changes the note and reference of a transfer. Fails with 'notes-changed' if another tab was first. */
export const writeNotes = (id: string, body: NotesRequest) =>
  request(transferNotes, apiPaths.transferNotes(id), {
    method: 'PUT',
    body: z.encode(notesRequest, body),
  });

/** Shows changed notes wherever their transfer is cached. */
export function showNotes(client: QueryClient, transfer: Transfer, notes: TransferNotes): void {
  client.setQueryData(
    transferQuery(transfer.id).queryKey,
    (detail) => detail && { ...detail, notes },
  );
  const written = { note: notes.own?.note ?? undefined, reference: notes.reference ?? undefined };
  updateWindows(client, [{ ...transfer, ...written }]);
  void client.invalidateQueries({ queryKey: transferKeys.window });
}
