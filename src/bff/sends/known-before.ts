import type { Transfer, TransferRequest } from '../../contract/transfer.ts';
import { type Intent, isAnyInDoubtTo } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import {
  isAnyByOthersTo,
  isMirrorLongerThan,
  mirroredLike,
  mirrorState,
} from '../ledger/transfers/mirror.ts';
import type { LiveTracking } from '../tracking/tracking.ts';
import { idsBefore } from './known-transfers.ts';

/** A list of up to this many transfers is read for each send: that takes some milliseconds. */
const maxListedAnew = 1_000;
/** An older mirror is not used. The reader's longest pause while somebody looks. */
const maxMirrorAgeMs = 60_000;

export type KnownBeforeDeps = {
  db: LedgerDb;
  tracking: Pick<LiveTracking, 'list'>;
  storeClock: StoreClock;
  /** Up to how many transfers the list is read anew. */
  listedAnew?: number;
};

/**
 * The transfers that match a request before it is posted: none of them can be its outcome.
 *
 * Only a list that is read now shows all of them. What it lacks for once, as one that a cache kept does, the mirror
 * had before. A long list takes seconds, so the mirror alone does where nobody but Giro sends to this account: what
 * the mirror misses is then Giro's own, and bound to a send.
 * Should another system's first transfer to the account come between the mirror's read and the POST, and
 * the answer be lost, then the reconciler can't tell the two: it lets the only match wait for a minute.
 * @throws ServiceError
 */
export async function knownBefore(
  deps: KnownBeforeDeps,
  request: TransferRequest,
): Promise<Pick<Intent, 'known_transfer_ids' | 'known_by'>> {
  const mirrored = await ownTransfersLike(deps, request);
  if (mirrored !== null) return known(idsBefore(request, { value: mirrored, odd: [] }), 'mirror');
  // Before the read, which takes what the list lacks out of the mirror.
  const before = await mirroredLike(deps.db, request);
  const { destination_account_id } = request;
  const listed = await deps.tracking.list(0, [destination_account_id], request);
  const ids = new Set([...idsBefore(request, listed), ...before.map(({ id }) => id)]);
  return known([...ids], 'list');
}

const known = (ids: readonly string[], known_by: 'list' | 'mirror') => ({
  known_transfer_ids: JSON.stringify(ids),
  known_by,
});

/**
 * Refreshes the mirror in the background while a person looks at what they may send next, if their send
 * will use it.
 */
export async function expectSend(
  { db, listedAnew = maxListedAnew }: Pick<KnownBeforeDeps, 'db' | 'listedAnew'>,
  { current }: Pick<LiveTracking, 'current'>,
): Promise<void> {
  if (await isMirrorLongerThan(db, listedAnew)) await current();
}

/** The transfers like a request by a recent mirror; null where only the service's list can tell. */
async function ownTransfersLike(
  { db, storeClock, listedAnew = maxListedAnew }: KnownBeforeDeps,
  request: TransferRequest,
): Promise<Transfer[] | null> {
  const { as_of, odd } = await mirrorState(db);
  // An unreadable row has its values in the list alone: without them it could be any transfer.
  if (as_of === null || odd !== '[]') return null;
  const age = (await storeClock.now()) - Date.parse(as_of);
  // A time ahead was written before the clock was set back.
  if (age < 0 || age > maxMirrorAgeMs) return null;
  if (!(await isMirrorLongerThan(db, listedAnew))) return null;
  // Its transfer may be there since the mirror was read, and nobody knows whose it is.
  if (await isAnyInDoubtTo(db, request.destination_account_id)) return null;
  const transfers = await mirroredLike(db, request);
  return (await isAnyByOthersTo(db, request.destination_account_id)) ? null : transfers;
}
