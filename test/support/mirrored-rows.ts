import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { transferOf } from '../../src/bff/ledger/transfers/mirror.ts';
import type { Transfer } from '../../src/contract/transfer.ts';

/** Every transfer of the mirror, lowest id first. */
export async function mirroredRows(db: LedgerDb): Promise<Transfer[]> {
  const rows = await db.selectFrom('transfers').selectAll().orderBy('id_order').execute();
  return rows.map(transferOf);
}
