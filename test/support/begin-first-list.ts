import { releaseLease, takeLease } from '../../src/bff/ledger/store/leases.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { mirrorState, writeMirror } from '../../src/bff/ledger/transfers/mirror.ts';
import type { Transfer } from '../../src/contract/transfer.ts';

const lease = 'read transfers';
/** One that ends later than two of the reader's own counts as expired. */
const lastsMs = 19_000;

/**
 * Makes an empty mirror one whose first list another instance is still writing, with these transfers so far.
 * @returns a function that ends that instance, so that the list is read from its beginning
 */
export async function beginFirstList(
  db: LedgerDb,
  changed: readonly Transfer[],
  now = Date.now(),
): Promise<() => Promise<void>> {
  const holder = await takeLease(db, lease, now, lastsMs);
  if (holder === null) throw new Error('the list is being read');
  const read_at = new Date(now).toISOString();
  await writeMirror(db, {
    ...{ since: await mirrorState(db), read_at, changed, seen: 'owned' },
    state: { tried_at: read_at },
  });
  return () => releaseLease(db, lease, holder);
}
