import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { transfersUrl } from '../../contract/api/reads.ts';
import { id, instant, integer } from '../../contract/api/wire.ts';
import { openTransfers } from '../../contract/transfer-state.ts';
import { pollRows } from './polling.ts';
import { transferKeys } from './query-keys.ts';
import { request } from './request.ts';

/** What the home page shows of a TransferRow: the whole schema and the event stream would delay that page. */
const openList = z.object({
  items: z.array(
    z.object({
      id,
      destination_account_id: id,
      alias: z.nullable(z.string()),
      country_code: z.nullable(z.string()),
      destination_amount_cents: integer,
      destination_amount_currency: z.string(),
      state: z.string(),
      first_seen_at: z.nullable(instant),
    }),
  ),
});

/** The latest transfers on their way, polled like the list without a stream; not polled if there are none. */
export const openTransfersQuery = queryOptions({
  queryKey: transferKeys.open,
  queryFn: ({ signal }) =>
    request(openList, transfersUrl({ state: openTransfers, limit: '3' }), { signal }),
  // A loader has just fetched them.
  staleTime: 2_000,
  refetchInterval: ({ state }) => (state.data?.items.length ? pollRows(state.data.items) : false),
});
