import { compareOpenSends } from '../../contract/api/open-send-order.ts';
import type { Send } from '../../contract/api/send.ts';
import { isOpen, markOf, openStates } from '../../contract/api/send-states.ts';
import {
  maxOpenSendRows,
  type OpenSendRow,
  type OpenSendRows,
} from '../../contract/api/transfer.ts';
import { isInState } from '../../contract/transfer-state.ts';
import type { Viewer } from '../auth/viewer.ts';
import { sendsWithLookAlikes } from '../ledger/sends/look-alikes.ts';
import { type SendRow, sendsInState, unmirroredSends } from '../ledger/sends/sends.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { Asked, SearchScope } from '../search/window.ts';
import { findSends, withTheirSender } from './listed.ts';
import { answerOf } from './send-row.ts';

/** An open send of the list; `sender` only for support. `isEnded`: it is listed for its look-alikes. */
type FoundOpenSend = OpenSendRow & Pick<Send, 'sender'> & { isEnded: boolean };

/** All open sends that match, and how many by mark. */
type FoundOpenSends = Pick<OpenSendRows, 'counts'> & { items: FoundOpenSend[] };

/**
 * Finds the open sends that match the filters of the list of transfers, in its order. Support also gets ended sends
 * with look-alikes; everybody their own that were sent since a time and whose transfers are not in the list yet, so
 * that none is missing for that moment.
 * @param since ISO 8601
 */
export async function findOpenSends(
  db: LedgerDb,
  viewer: Viewer,
  asked: Asked,
  scope: SearchScope,
  since: string,
): Promise<FoundOpenSends> {
  const { recipients } = scope;
  const unlisted =
    asked.sender === undefined ? await unmirroredSends(db, viewer.user_id, since) : [];
  const answers = new Map(unlisted.map((row) => [row.key, answerOf(row)]));
  const rows = [...(await visibleRows(db, viewer, asked)), ...unlisted];
  const sends = rows.length === 0 ? [] : await withTheirSender(db, rows, viewer);
  const found = (await matching(db, sends, rows, asked, scope)).map((send): FoundOpenSend => {
    const recipient = recipients.get(send.destination_account_id);
    const answer = answers.get(send.key);
    return {
      key: send.key,
      state: answer?.state ?? markOf(send),
      destination_account_id: send.destination_account_id,
      source_amount_cents: send.source_amount_cents,
      source_amount_currency: send.source_amount_currency,
      destination_amount_cents: (answer ?? send.quote)?.destination_amount_cents ?? null,
      destination_amount_currency: send.destination_amount_currency,
      alias: recipient?.alias ?? null,
      country_code: recipient?.country_code ?? null,
      created_at: send.created_at,
      isEnded: !isOpen(send.state) && !answers.has(send.key),
      ...(send.note !== undefined && { note: send.note }),
      ...(send.reference !== undefined && { reference: send.reference }),
      ...(send.sender && { sender: send.sender }),
    };
  });
  const counts: Record<string, number> = {};
  for (const { state } of found) counts[state] = (counts[state] ?? 0) + 1;
  const items = found.filter(({ state }) => isInState(state, asked.state));
  return { items: items.sort(compareOpenSends(asked)), counts };
}

/** Answers the first ones, and the number of all. */
export function openSendRowsOf({ items, counts }: FoundOpenSends): OpenSendRows {
  const rows = items
    .slice(0, maxOpenSendRows)
    .map(({ sender: _, isEnded: __, ...row }): OpenSendRow => row);
  return { items: rows, total: items.length, counts };
}

/**
 * Leaves out the open sends that have become one of these transfers since they were read, and gives each transfer
 * the key of its send, so that a page that still shows the send puts the transfer in its place.
 * @param transfers read after the sends, so that no send is missing from both
 * @param keys by the id of the transfer
 */
export function eachOnce<Row extends { id: string }>(
  { items, counts }: FoundOpenSends,
  transfers: readonly Row[],
  keys: ReadonlyMap<string, string>,
): { open: FoundOpenSends; rows: (Row & { send_key?: string })[] } {
  const ended = new Set(items.flatMap(({ key, isEnded }) => (isEnded ? [key] : [])));
  const rows = transfers.map((row) => {
    const send_key = keys.get(row.id);
    return send_key === undefined || ended.has(send_key) ? row : { ...row, send_key };
  });
  const become = new Set(keys.values());
  const isGone = ({ key, isEnded }: FoundOpenSend) => !isEnded && become.has(key);
  const left = { ...counts };
  for (const { state } of items.filter(isGone)) left[state] = (left[state] ?? 0) - 1;
  return { open: { items: items.filter((send) => !isGone(send)), counts: left }, rows };
}

async function visibleRows(
  db: LedgerDb,
  { user_id, canSee }: Viewer,
  { sender }: Asked,
): Promise<SendRow[]> {
  const bySupport = canSee === 'everything';
  const whose = canSee === 'own' ? user_id : bySupport ? (sender ?? null) : null;
  const rows = await sendsInState(db, openStates, whose);
  if (bySupport) {
    const late = await sendsWithLookAlikes(db);
    const isTheirs = (row: SendRow) => whose === null || row.user_id === whose;
    rows.push(...late.filter((row) => !isOpen(row.state) && isTheirs(row)));
  }
  return rows;
}

async function matching(
  db: LedgerDb,
  sends: Send[],
  rows: SendRow[],
  asked: Asked,
  { recipients, meaning }: SearchScope,
) {
  const { country_id, first_seen_from: from, first_seen_before: before } = asked;
  const isOneOf = (wanted: string | undefined, ...own: (string | null | undefined)[]) =>
    wanted === undefined || own.includes(wanted);
  const filtered = sends.filter((send) => {
    const { destination_account_id: account, created_at } = send;
    const { source_amount_currency: source, destination_amount_currency: destination } = send;
    const at = Date.parse(created_at);
    return (
      isOneOf(asked.destination_account_id, account) &&
      isOneOf(asked.currency, source, destination) &&
      isOneOf(asked.source_amount_currency, source) &&
      isOneOf(asked.destination_amount_currency, destination) &&
      isOneOf(country_id, recipients.get(account)?.country_id) &&
      (from === undefined || at >= Date.parse(from)) &&
      (before === undefined || at < Date.parse(before))
    );
  });
  return meaning ? findSends(db, filtered, rows, meaning) : filtered;
}
