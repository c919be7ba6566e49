import { apiPaths } from '../../contract/api/paths.ts';
import { ApiError } from './api-error.ts';
import { failureOf, send } from './request.ts';
import type { TransferFilters } from './transfers.ts';

/** The file of all that the filters find, and what it is called. Throws ApiError. */
export async function readTransfersFile({ cursor: _, limit: __, ...filters }: TransferFilters) {
  const headers = { accept: 'text/csv' };
  const response = await send(apiPaths.transfersCsv, { method: 'POST', body: filters, headers });
  if (!response.ok) throw await failureOf(response);
  const [, name = ''] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  try {
    return { name, content: await response.blob() };
  } catch {
    // It broke off: half a file would be taken for the whole.
    throw new ApiError('offline');
  }
}
