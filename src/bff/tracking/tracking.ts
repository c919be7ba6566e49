import type { Transfer } from '../../contract/transfer.ts';
import { type SharedRead, sharedRead } from '../coalesce.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { ownedIds } from '../ledger/owners.ts';
import { addSightings } from '../ledger/sightings.ts';
import type { ServiceClient } from '../service/client.ts';

export type Tracking = {
  /** All transfers of the service. `maxAge` in milliseconds; 0 reads anew. */
  list(maxAge?: number): Promise<{ value: Transfer[]; readAt: number }>;
  /** One transfer, read once for all who look at it. */
  show(id: string): Promise<{ value: Transfer; readAt: number }>;
  /** Forgets the list: something was sent just now. */
  drop(): void;
  /** Ids of the accounts that an executed transfer locks (contract 3). */
  lockedAccounts(maxAge?: number): Promise<Set<string>>;
};

type Deps = {
  client: ServiceClient;
  db: LedgerDb;
  now: () => number;
};

const freshFor = 2_000;

/** The one reader of the service's transfers for all browsers of this instance. */
export function createTracking({ client, db, now }: Deps): Tracking {
  const recorded = new Set<string>();
  const shown = new Map<string, SharedRead<Transfer>>();
  const all = sharedRead(async () => {
    const transfers = await client.listTransfers();
    const owned = await ownedIds(db, 'transfer', null);
    await record(transfers.filter((transfer) => owned.has(transfer.id)));
    return transfers;
  }, now);

  async function record(transfers: Transfer[]) {
    const fresh = transfers.filter(({ id, state }) => !recorded.has(`${id} ${state}`));
    if (fresh.length === 0) return;
    const seen = fresh.map(({ id, state }) => ({ transfer_id: id, state }));
    await addSightings(db, seen, new Date(now()).toISOString());
    for (const { id, state } of fresh) recorded.add(`${id} ${state}`);
  }

  const list = (maxAge = freshFor) => all.get(maxAge);

  return {
    list,
    drop: all.drop,
    async show(id) {
      const read =
        shown.get(id) ??
        sharedRead(async () => {
          const transfer = await client.showTransfer(id);
          await record([transfer]);
          return transfer;
        }, now);
      shown.set(id, read);
      try {
        return await read.get(freshFor / 2);
      } finally {
        // Kept only while somebody looks: the answer is as young as the next poll.
        setTimeout(() => shown.get(id) === read && shown.delete(id), freshFor).unref();
      }
    },
    async lockedAccounts(maxAge) {
      const { value } = await list(maxAge);
      return new Set(
        value
          .filter((transfer) => transfer.state === 'executed')
          .map((transfer) => transfer.destination_account_id),
      );
    },
  };
}
