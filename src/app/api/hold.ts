import { queryOptions } from '@tanstack/react-query';
import { holdSettings, orderPaths } from '../../contract/api/order.ts';
import { request } from './request.ts';

const holdKey = ['hold'] as const;

type Recipient = { id: string; fingerprint?: string | undefined };

/** For how long the person's transfers to a recipient, as they were shown, are held after Send. */
export function holdQuery({ id, fingerprint }: Recipient) {
  const query = { destination_account_id: id, destination_account_fingerprint: fingerprint };
  return queryOptions({
    queryKey: [...holdKey, query],
    queryFn: ({ signal }) => request(holdSettings, orderPaths.hold, { query, signal }),
    // It is shorter once the recipient was paid, and chosen in another tab too.
    staleTime: 0,
  });
}

/** For how long an order would be held that is sent now to its recipient as they were shown. */
export function orderHoldQuery(order: string, { fingerprint }: Pick<Recipient, 'fingerprint'>) {
  const query = { order, destination_account_fingerprint: fingerprint };
  return queryOptions({
    queryKey: [...holdKey, query],
    queryFn: ({ signal }) => request(holdSettings, orderPaths.hold, { query, signal }),
    staleTime: 0,
  });
}

/** For how long they usually are, and what the person chose. */
export const ownHoldQuery = queryOptions({
  queryKey: [...holdKey, 'own'],
  queryFn: ({ signal }) => request(holdSettings, orderPaths.hold, { signal }),
  staleTime: 0,
});

/** Chooses for how many seconds the person's transfers are held; null for the operator's. */
export function chooseHold(seconds: number | null) {
  return request(holdSettings, orderPaths.hold, { method: 'PUT', body: { seconds } });
}
