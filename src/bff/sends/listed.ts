import type { Send } from '../../contract/api/send.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { openLookAlikes } from '../ledger/look-alikes.ts';
import type { SendRow } from '../ledger/sends.ts';
import { sendersByIds } from '../ledger/users.ts';
import type { AmountReadings } from '../tracking/amount-readings.ts';
import type { RecipientReader } from '../tracking/recipients.ts';
import { sendOf } from './send-row.ts';

type Deps = { db: LedgerDb; recipients: RecipientReader };

/** Sendings by the names of their recipients; see `withTheirSender`. */
export async function listed(
  { db, recipients }: Deps,
  rows: SendRow[],
  viewer: Viewer,
): Promise<Send[]> {
  if (rows.length === 0) return [];
  const [sends, known] = await Promise.all([
    withTheirSender(db, rows, viewer),
    recipients.current(),
  ]);
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
  { user_id, canSee }: Pick<Viewer, 'user_id' | 'canSee'>,
): Promise<Send[]> {
  if (canSee === 'own') return rows.map(sendOf);
  const senders = await sendersByIds(
    db,
    rows.map((row) => row.user_id),
  );
  if (canSee === 'team') {
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

/** The first part of a key is enough to mean it, as long as it is no shorter than four characters; in groups it is what the sender reads as its reference. */
const keyPart = /^[\da-f][\da-f-]{3,35}$/;

/** The sendings that a text means: by amount, by their key or its first part, or by one of these recipients. */
export function findSends(
  sends: readonly Send[],
  readings: AmountReadings,
  q: string,
  accounts: ReadonlySet<string>,
): Send[] {
  const key = q.toLowerCase().replace(/\s+/g, '');
  const isKey = keyPart.test(key);
  const means = (cents: bigint, currency: string) =>
    readings.get(currency)?.includes(cents) ?? false;
  return sends.filter(
    ({ quote, ...send }) =>
      (isKey && send.key.startsWith(key)) ||
      accounts.has(send.destination_account_id) ||
      means(send.source_amount_cents, send.source_amount_currency) ||
      (quote && means(quote.destination_amount_cents, send.destination_amount_currency)),
  );
}
