import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';

const rowsAtOnce = 200;

type Filled = { user_id: string; count: number; destination_account_id?: string };

/** Adds transfers that a person sent in October 2025, as a statement has them; each ninth has not ended. */
export async function fillStatement(
  db: LedgerDb,
  { user_id, count, destination_account_id = '1' }: Filled,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, place) => {
    const day = `2025-10-${`${1 + (place % 31)}`.padStart(2, '0')}`;
    const hasEnded = place % 9 > 0;
    return {
      ...{ transfer_id: `${500_001 + place}`, user_id, destination_account_id, is_kept: 1 },
      ...{ source_amount_cents: `${place}00123456789`, source_amount_currency: 'CLP' },
      ...{ destination_amount_cents: `${place}12345678901`, destination_amount_currency: 'COP' },
      began_at: `${day}T12:00:00.000Z`,
      ended_at: hasEnded ? `${day}T14:00:00.000Z` : null,
      ended_state: hasEnded ? (place % 7 === 0 ? 'rejected' : 'executed') : null,
    };
  });
  for (let start = 0; start < count; start += rowsAtOnce) {
    const some = rows.slice(start, start + rowsAtOnce);
    const owned = { kind: 'transfer', user_id, created_at: '' } as const;
    await db
      .insertInto('owners')
      .values(some.map(({ transfer_id: id }) => ({ ...owned, id })))
      .execute();
    await db.insertInto('statement_transfers').values(some).execute();
  }
}
