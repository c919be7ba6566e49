/** A receipt that can be checked, under its number. What it says is in its code alone. */
export type ReceiptsTable = {
  id: string;
  transfer_id: string;
  /** Who issued it. */
  user_id: string;
  /** Of what it says: a code with another content, under a key that leaked, is not of this receipt. */
  facts_hash: string;
  /** The transfer's state that it says. */
  state: string;
  issued_at: string;
  revoked_at: string | null;
};

/** The public keys that have signed receipts, kept when GIRO_SECRET changes. */
export type ReceiptKeysTable = { kid: string; x: string; created_at: string };

/** The tables of receipts. */
export type ReceiptSchema = { receipts: ReceiptsTable; receipt_keys: ReceiptKeysTable };
