import type { Sender } from '../../contract/api/sender.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { ownersOf } from '../ledger/owners.ts';
import { sendersByIds } from '../ledger/users.ts';

/** The same transfers, each with whose it is; without where it is nobody's of Giro. For support alone. */
export async function withSenders<T extends { id: string }>(
  db: LedgerDb,
  transfers: readonly T[],
): Promise<(T & { sender?: Sender })[]> {
  const owners = await ownersOf(
    db,
    'transfer',
    transfers.map(({ id }) => id),
  );
  const senders = await sendersByIds(db, [...owners.values()]);
  return transfers.map((one) => {
    const sender = senders.get(owners.get(one.id) ?? '');
    return { ...one, ...(sender && { sender }) };
  });
}
