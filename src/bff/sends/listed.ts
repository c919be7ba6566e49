import type { Send } from '../../contract/api/send.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { openLookAlikes } from '../ledger/look-alikes.ts';
import type { SendRow } from '../ledger/sends.ts';
import { sendersByIds } from '../ledger/users.ts';
import type { Seer } from '../recipients/accounts.ts';
import type { RecipientReader } from '../tracking/recipients.ts';
import { sendOf } from './send-row.ts';

type Deps = { db: LedgerDb; recipients: RecipientReader };

/** Sendings by the names of their recipients; see `withTheirSender`. */
export async function listed(
  { db, recipients }: Deps,
  rows: SendRow[],
  seer: Seer,
): Promise<Send[]> {
  if (rows.length === 0) return [];
  const [sends, known] = await Promise.all([withTheirSender(db, rows, seer), recipients.current()]);
  return sends.map((send) => ({
    ...send,
    alias: known.get(send.destination_account_id)?.alias ?? null,
  }));
}

/**
 * Sendings as a person is told of them: support also whose they are and what turned up later, and in
 * a team that sends as one each the names of the others.
 */
export async function withTheirSender(
  db: LedgerDb,
  rows: SendRow[],
  { user_id, sees }: Pick<Seer, 'user_id' | 'sees'>,
): Promise<Send[]> {
  if (sees === 'own') return rows.map(sendOf);
  const senders = await sendersByIds(
    db,
    rows.map((row) => row.user_id),
  );
  if (sees === 'team') {
    return rows.map((row) => {
      const colleague = row.user_id === user_id ? undefined : senders.get(row.user_id)?.name;
      return { ...sendOf(row), ...(colleague !== undefined && { colleague }) };
    });
  }
  const late = Map.groupBy(await openLookAlikes(db), ({ send_key }) => send_key);
  return rows.map((row) => {
    const sender = senders.get(row.user_id);
    const look_alikes = late.get(row.key)?.map(({ transfer_id }) => transfer_id);
    return { ...sendOf(row), ...(sender && { sender }), ...(look_alikes && { look_alikes }) };
  });
}
