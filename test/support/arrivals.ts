import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';

type Arrival = {
  destination_account_id: string;
  user_id: string;
  /** Milliseconds from Send to when the transfer was seen completed. */
  took: number;
  /** Milliseconds for which nobody had looked before; null if that is not known. */
  unseen?: number | null;
  /** How long ago it was seen, in milliseconds. */
  ago?: number;
};

let count = 0;

/** Writes transfers that Giro sent and saw completed, without the service. */
export async function addArrivals(db: LedgerDb, arrivals: readonly Arrival[]) {
  for (const { user_id, destination_account_id, took, unseen = 0, ago = 60_000 } of arrivals) {
    count += 1;
    const transfer_id = `77${count}`;
    const seen = Date.now() - ago;
    const sent_at = new Date(seen - took).toISOString();
    await db
      .insertInto('sends')
      .values({
        ...{ key: crypto.randomUUID(), user_id, body_hash: `arrival ${count}` },
        ...{ guard_scope: user_id, destination_account_id, source_amount_cents: '100' },
        ...{ source_amount_currency: 'USD', destination_amount_currency: 'COP' },
        ...{ known_transfer_ids: '[]', state: 'sent', transfer_id },
        ...{ created_at: sent_at, updated_at: sent_at },
      })
      .execute();
    const seen_at = new Date(seen).toISOString();
    await db
      .insertInto('sightings')
      .values({ transfer_id, state: 'executed', seen_at, unseen_ms: unseen })
      .execute();
  }
}

/** As many completed transfers of one person to one account: half took two hours at most, 9 in 10 a day. */
export const usualArrivals = (
  db: LedgerDb,
  to: Pick<Arrival, 'destination_account_id' | 'user_id'>,
  many = 40,
) =>
  addArrivals(
    db,
    Array.from({ length: many }, (_, place) => {
      const share = (place + 1) / many;
      const hours = share <= 0.5 ? 2 : share <= 0.9 ? 24 : 40;
      return { ...to, took: hours * 3_600_000 };
    }),
  );

/** Lets a transfer look as if it had been sent so many hours ago. */
export async function backdate(db: LedgerDb, transfer_id: string, hours: number) {
  const created_at = new Date(Date.now() - hours * 3_600_000).toISOString();
  await db
    .updateTable('sends')
    .set({ created_at })
    .where('transfer_id', '=', transfer_id)
    .execute();
}
