import type { AsOf } from '../../contract/api/transfer.ts';
import { useLiveTransfers } from './use-live-transfers.ts';
import { useOnline } from './use-online.ts';

/** What a page's own answer says of its age; without `service`, that the service answered it. */
export type OwnAge = Pick<AsOf, 'as_of'> & Partial<AsOf>;

export type Freshness = {
  as_of: string;
  /** Why it gets no fresher; null while it does. */
  stopped: 'silent' | 'unreadable' | 'offline' | null;
};

/** How old what a page shows is: by its own answer, and by the stream where that is newer. */
export function useFreshness(own: OwnAge): Freshness {
  const { isLive, asOf } = useLiveTransfers();
  const isOnline = useOnline();
  const told = isLive && asOf ? asOf : own;
  const as_of = Date.parse(own.as_of) > Date.parse(told.as_of) ? own.as_of : told.as_of;
  if (!isOnline) return { as_of, stopped: 'offline' };
  return { as_of, stopped: told.service === 'ok' ? null : (told.service ?? null) };
}
