import type { AsOf } from '../../contract/api/transfer.ts';
import { useLiveTransfers } from './use-live-transfers.ts';
import { useOnline } from './use-online.ts';

/** Age that a page's own answer gives; without `service`, the service answered. */
export type OwnAge = Pick<AsOf, 'as_of'> & Partial<AsOf>;

export type Freshness = {
  as_of: string;
  /** Why the data is not updated; null while it is. */
  stopped: 'silent' | 'unreadable' | 'loading' | 'offline' | null;
};

/** Age of what a page shows: from its own answer, or from the stream if that is newer. */
export function useFreshness(own: OwnAge): Freshness {
  const { isLive, asOf } = useLiveTransfers();
  const isOnline = useOnline();
  const told = isLive && asOf ? asOf : own;
  const as_of = Date.parse(own.as_of) > Date.parse(told.as_of) ? own.as_of : told.as_of;
  if (!isOnline) return { as_of, stopped: 'offline' };
  // The stream has no page's rows: what this one shows stays a part until it is read again.
  if (own.service === 'loading') return { as_of, stopped: 'loading' };
  return { as_of, stopped: told.service === 'ok' ? null : (told.service ?? null) };
}
