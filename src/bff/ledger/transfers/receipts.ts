import type { Selectable } from 'kysely';
import type { ReceiptKeysTable, ReceiptsTable } from '../store/receipt-schema.ts';
import type { LedgerDb } from '../store/schema.ts';

type ReceiptRow = Selectable<ReceiptsTable>;

/** How many receipts the page of a transfer lists. */
const maxListed = 20;

/** How many receipts a transfer can have, with those withdrawn: nobody fills the table. */
export const maxReceipts = 100;

/** Records a receipt with the key that signed it. @returns false if the transfer has as many as it can have */
export function addReceipt(
  db: LedgerDb,
  receipt: Omit<ReceiptRow, 'revoked_at'>,
  key: Pick<ReceiptKeysTable, 'kid' | 'x'>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const earlier = await tx
      .selectFrom('receipts')
      .select('id')
      .where('transfer_id', '=', receipt.transfer_id)
      .limit(maxReceipts)
      .execute();
    if (earlier.length >= maxReceipts) return false;
    await tx
      .insertInto('receipt_keys')
      .values({ ...key, created_at: receipt.issued_at })
      .onConflict((oc) => oc.doNothing())
      .execute();
    await tx
      .insertInto('receipts')
      .values({ ...receipt, revoked_at: null })
      .execute();
    return true;
  });
}

/** The receipt with this number; undefined if there is no record of it. */
export const findReceipt = (db: LedgerDb, id: string): Promise<ReceiptRow | undefined> =>
  db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirst();

/** The latest receipts of a transfer that are not withdrawn, the newest first. */
export const standingReceipts = (db: LedgerDb, transfer_id: string): Promise<ReceiptRow[]> =>
  db
    .selectFrom('receipts')
    .selectAll()
    .where('transfer_id', '=', transfer_id)
    .where('revoked_at', 'is', null)
    .orderBy('issued_at', 'desc')
    .orderBy('id')
    .limit(maxListed)
    .execute();

/** Withdraws a receipt; again, it changes nothing. @returns false if the transfer has none with this number */
export async function revokeReceipt(
  db: LedgerDb,
  { id, transfer_id }: Pick<ReceiptRow, 'id' | 'transfer_id'>,
  now: string,
): Promise<boolean> {
  await db
    .updateTable('receipts')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('transfer_id', '=', transfer_id)
    .where('revoked_at', 'is', null)
    .execute();
  return (await findReceipt(db, id))?.transfer_id === transfer_id;
}

/** Every key that has signed a receipt, the newest first. */
export const receiptKeys = (db: LedgerDb): Promise<Pick<ReceiptKeysTable, 'kid' | 'x'>[]> =>
  db
    .selectFrom('receipt_keys')
    .select(['kid', 'x'])
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute();
