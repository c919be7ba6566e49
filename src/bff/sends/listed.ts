import type { Send } from '../../contract/api/send.ts';
import { isOpen, markOf } from '../../contract/api/send-states.ts';
import type { Sender } from '../../contract/api/sender.ts';
import type { Viewer } from '../auth/viewer.ts';
import { sendersByIds } from '../ledger/people/users.ts';
import { openLookAlikes } from '../ledger/sends/look-alikes.ts';
import { confirmedProposers, proposedKeys } from '../ledger/sends/proposals.ts';
import type { SendRow } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { hasAmount, hasCurrency, type SearchMeaning, type TermMeaning } from '../search/matcher.ts';
import type { RecipientReader } from '../search/recipients.ts';
import { asWords, compact, rankIn, ranks } from '../search/search-text.ts';
import { arrivalsOf } from './candidates.ts';
import { sendOf } from './send-row.ts';
import { withSendNotes } from './transfer-notes.ts';

type Deps = { db: LedgerDb; recipients: RecipientReader };

/** Sends as the API shows them, with their recipients' aliases and country codes; see `withTheirSender`. */
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
  return sends.map((send) => {
    const recipient = known.get(send.destination_account_id);
    return {
      ...send,
      alias: recipient?.alias ?? null,
      country_code: recipient?.country_code ?? null,
    };
  });
}

/**
 * Sends as this viewer may see them, with what their senders wrote on them. Support also gets the sender, open
 * look-alikes, whether a second person is waited for and who resolved it; in a team that sends as one, a colleague's
 * send has the colleague's name.
 */
export async function withTheirSender(
  db: LedgerDb,
  rows: SendRow[],
  viewer: Pick<Viewer, 'user_id' | 'canSee'>,
): Promise<Send[]> {
  return withSendNotes(db, await sendersAdded(db, rows, viewer), viewer);
}

async function sendersAdded(
  db: LedgerDb,
  rows: SendRow[],
  { user_id, canSee }: Pick<Viewer, 'user_id' | 'canSee'>,
): Promise<Send[]> {
  if (canSee === 'own') return rows.map(sendOf);
  const isAll = canSee === 'everything';
  const proposers = isAll ? await confirmedProposers(db, rows) : new Map<string, string>();
  const senders = await sendersByIds(db, [
    ...rows.flatMap(({ user_id: of, settled_by: by }) => (by === null ? of : [of, by])),
    ...proposers.values(),
  ]);
  if (canSee === 'team') {
    return rows.map((row) => {
      const colleague = row.user_id === user_id ? undefined : senders.get(row.user_id)?.name;
      return { ...sendOf(row), ...(colleague !== undefined && { colleague }) };
    });
  }
  const [lookAlikes, proposed] = await Promise.all([openLookAlikes(db), proposedKeys(db)]);
  const late = Map.groupBy(lookAlikes, ({ send_key }) => send_key);
  return rows.map((row) => {
    const sender = senders.get(row.user_id);
    const look_alikes = late.get(row.key)?.map(({ transfer_id }) => transfer_id);
    const by = senders.get(row.settled_by ?? '');
    const proposer = senders.get(proposers.get(row.key) ?? '');
    const at = row.settled_at;
    return {
      ...sendOf(row),
      ...(sender && { sender }),
      ...(look_alikes && { look_alikes }),
      ...(proposed.has(row.key) && { proposed: true }),
      ...(by && at !== null && !isOpen(row.state) && { decision: decisionOf(by, proposer, at) }),
    };
  });
}

/** Who decided, and who had proposed it, as support reads it. */
export const decisionOf = (by: Colleague, proposer: Colleague | undefined, at: string) => ({
  by: nameOf(by),
  ...(proposer && { proposed_by: nameOf(proposer) }),
  at,
});

type Colleague = Pick<Sender, 'name' | 'email'>;

/** What support calls a colleague. */
export const nameOf = ({ name, email }: Colleague) => name || email;

/**
 * The sends that match a searched text: each term by the beginning of the key, amount, currency, recipient, sender, day
 * or mark.
 * @param rows of the sends at least
 */
export async function findSends(
  db: LedgerDb,
  sends: readonly Send[],
  rows: readonly SendRow[],
  meaning: SearchMeaning,
): Promise<Send[]> {
  const terms = meaning.flat();
  const isByAmount = terms.some(({ readings }) => readings.size > 0);
  const arrivals = await arrivalsOf(db, isByAmount ? rows : [], (transfer) =>
    terms.some(({ readings }) => hasAmount(transfer, readings)),
  );
  return sends.filter((send) =>
    meaning.some((way) => way.every((term) => isMeant(send, term, arrivals.get(send.key)))),
  );
}

function isMeant(
  { sender, quote, ...send }: Send,
  term: TermMeaning,
  arrivals: readonly bigint[] = [],
): boolean {
  // Without an estimate and a transfer that could be it nobody knows what the recipient gets.
  const amounts = [quote?.destination_amount_cents ?? -1n, ...arrivals];
  const { key, state, times, text } = term;
  return (
    (key !== null && compact(send.key).startsWith(key)) ||
    state === markOf(send) ||
    times.some(({ from, before }) => send.created_at >= from && send.created_at < before) ||
    term.accounts.has(send.destination_account_id) ||
    term.noted.has(send.key) ||
    (sender !== undefined &&
      text !== '' &&
      rankIn(asWords(`${sender.name} ${sender.email}`), text) > ranks.none) ||
    hasCurrency(send, term) ||
    amounts.some((destination_amount_cents) =>
      hasAmount({ ...send, destination_amount_cents }, term.readings),
    )
  );
}
