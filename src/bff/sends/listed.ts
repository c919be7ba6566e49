import type { Send } from '../../contract/api/send.ts';
import type { Seer } from '../accounts.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import type { SendRow } from '../ledger/sends.ts';
import { sendersByIds } from '../ledger/users.ts';
import type { RecipientReader } from '../tracking/recipients.ts';
import { sendOf } from './send-row.ts';

type Deps = { db: LedgerDb; recipients: RecipientReader };

/** Sendings by the names of their recipients; for support also by their senders. */
export async function listed(
  { db, recipients }: Deps,
  rows: SendRow[],
  sees: Seer['sees'],
): Promise<Send[]> {
  if (rows.length === 0) return [];
  const [sends, known] = await Promise.all([withTheirSender(db, rows, sees), recipients.current()]);
  return sends.map((send) => ({
    ...send,
    alias: known.get(send.destination_account_id)?.alias ?? null,
  }));
}

/** Sendings as a person is told of them: support, and nobody else, also whose they are. */
export async function withTheirSender(
  db: LedgerDb,
  rows: SendRow[],
  sees: Seer['sees'],
): Promise<Send[]> {
  if (sees !== 'everything') return rows.map(sendOf);
  const senders = await sendersByIds(
    db,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map((row) => {
    const sender = senders.get(row.user_id);
    return { ...sendOf(row), ...(sender && { sender }) };
  });
}
