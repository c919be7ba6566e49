import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#msg';
import type { AppLocale } from '../../contract/api/languages.ts';
import type { OpenSendMark } from '../../contract/api/open-send-marks.ts';
import { isAbove, type ListOrder } from '../../contract/api/open-send-order.ts';
import type { Sender } from '../../contract/api/sender.ts';
import type { FileHeadings, OpenSendRow } from '../../contract/api/transfer.ts';
import type { Currency } from '../../contract/currency.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { isFinal, type transferStates } from '../../contract/transfer-state.ts';
import { impliedRate } from '../../money/rate.ts';
import { writeDecimal } from '../../money/write-amount.ts';
import { withSenders } from '../ledger/people/owners.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import { stateObservationsOf } from '../ledger/transfers/state-observations.ts';
import { byteOrderMark, lineOf } from '../lib/csv.ts';
import { translate } from '../lib/messages.ts';
import type { Recipients } from '../search/recipients.ts';

/** By the contract's field names; docs/operating.md says what is in each. */
export const columns = [
  'id',
  'state',
  'source_amount',
  'source_amount_currency',
  'destination_amount',
  'destination_amount_currency',
  'rate',
  'destination_account_id',
  'alias',
  'name',
  'first_seen_at',
  'ended_at',
  'country',
  'bank',
  'account_ending',
  'reference',
] as const;
/** For senders alone: support does not read what they noted for themselves. */
export const noteColumns = ['note'] as const;
export const senderColumns = ['sender', 'sender_email'] as const;

/** What a CSV file says in place of the contract's field names. */
const headingTexts: Record<
  (typeof columns | typeof noteColumns | typeof senderColumns)[number],
  MessageDescriptor
> = {
  id: msg({ message: 'Number' }),
  state: msg({ message: 'Status' }),
  source_amount: msg({ message: 'Amount sent' }),
  source_amount_currency: msg({ message: 'Currency sent' }),
  // Also of what was rejected.
  destination_amount: msg({ message: 'Recipient amount' }),
  destination_amount_currency: msg({ message: 'Recipient currency' }),
  rate: msg({ message: 'Rate' }),
  destination_account_id: msg({ message: 'Recipient number' }),
  alias: msg({ message: 'Nickname' }),
  name: msg({ message: 'Owner' }),
  first_seen_at: msg({ message: 'First seen (UTC)' }),
  ended_at: msg({ message: 'Ended (UTC)' }),
  country: msg({ message: 'Country' }),
  bank: msg({ message: 'Bank' }),
  account_ending: msg({ message: 'Account ending' }),
  reference: msg({ message: 'Reference' }),
  note: msg({ message: 'Note' }),
  sender: msg({ message: 'Sender' }),
  sender_email: msg({ message: 'Sender email' }),
};

/** The app's words, so that a file says the same as the page. */
const stateTexts: Record<(typeof transferStates)[number] | OpenSendMark, MessageDescriptor> = {
  pending: msg({ message: 'Pending' }),
  assigned: msg({ message: 'In progress' }),
  executed: msg({ message: 'Completed' }),
  rejected: msg({ message: 'Rejected' }),
  unconfirmed: msg({ message: 'Not confirmed yet', context: 'state of one transfer' }),
  unresolved: msg({ message: 'Needs review' }),
};

/** The headings and states of a CSV file in a language. */
export const csvWords = (locale: AppLocale) => ({
  headings: inWords(headingTexts, locale),
  states: inWords(stateTexts, locale),
});

function inWords(texts: Record<string, MessageDescriptor>, locale: AppLocale) {
  const words = Object.entries(texts).map(
    ([name, text]) => [name, translate(locale, text)] as const,
  );
  return new Map(words);
}

const chunkSize = 16 * 1024;

/** What Giro alone knows of a transfer: when it first saw it, and saw it ended (ISO 8601), its sender and notes. */
type Beside = {
  first_seen_at?: string;
  ended_at?: string;
  sender?: Sender | undefined;
  note?: string | undefined;
  reference?: string | undefined;
  /** The key of its send, if that may be among the open ones of the file. */
  send_key?: string | undefined;
};

/**
 * What Giro alone knows of these transfers, by id.
 * @param keys of their sends, by id
 */
export async function knownBeside(
  db: LedgerDb,
  ids: string[],
  withSender: boolean,
  keys: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlyMap<string, Beside>> {
  const transfers = ids.map((id) => ({ id, send_key: keys.get(id) }));
  const rows: (Beside & { id: string })[] = withSender
    ? await withSenders(db, 'transfer', transfers)
    : transfers;
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const { transfer_id, state, seen_at } of await stateObservationsOf(db, ids)) {
    const beside = known.get(transfer_id);
    if (!beside) continue;
    beside.first_seen_at ??= seen_at;
    if (isFinal(state)) beside.ended_at ??= seen_at;
  }
  return known;
}

type Shape = {
  /** For support alone: with the sender, without the note. */
  withSender: boolean;
  headings: FileHeadings;
  /** In the order of the list, each a line at its place. */
  openSends: readonly (OpenSendRow & { sender?: Sender | undefined; isEnded: boolean })[];
  order: ListOrder;
};

/** One line of the file. A send that is not confirmed has no number yet, and no final amount. */
type Line = Omit<OpenSendRow, 'key' | 'alias' | 'country_code' | 'created_at' | 'state'> &
  Pick<Transfer, 'state'> &
  Beside & { id: string };

/**
 * Writes transfers as CSV (RFC 4180, UTF-8) in chunks: a heading line, then a line each. Amounts are
 * exact decimals; in a currency that is not known they are in subunits, and marked so.
 * @param besideOf reads what Giro alone knows of a part's transfers, by id
 */
export async function* writeCsv(
  parts: AsyncIterable<readonly Transfer[]>,
  recipients: Recipients,
  currencies: Currency[],
  besideOf: (ids: string[]) => Promise<ReadonlyMap<string, Beside>>,
  { withSender, headings, openSends, order }: Shape,
): AsyncGenerator<string> {
  const divisors = new Map(currencies.map((one) => [one.iso_code, one.subunit_to_unit]));
  const amount = (cents: bigint, currency: string) => {
    const divisor = divisors.get(currency);
    return divisor === undefined ? `${cents} subunits` : writeDecimal(cents, divisor);
  };
  // Calculated, as on the page: a transfer of the service has no rate (contract 2.2).
  const rateOf = (row: Line) => {
    const from = divisors.get(row.source_amount_currency);
    const to = divisors.get(row.destination_amount_currency);
    const gets = row.destination_amount_cents;
    if (from === undefined || to === undefined || gets === null) return '';
    const rate = impliedRate(row.source_amount_cents, from, gets, to)?.rate;
    return rate ? writeDecimal(rate.digits, 10n ** BigInt(rate.scale)) : '';
  };
  const words = headings === 'fields' ? undefined : csvWords(headings);
  const fields = [...columns, ...(withSender ? senderColumns : noteColumns)];
  let chunk = byteOrderMark + lineOf(fields.map((field) => words?.headings.get(field) ?? field));
  const write = (row: Line) => {
    const recipient = recipients.get(row.destination_account_id);
    const { destination_amount_cents: gets, first_seen_at, ended_at, sender } = row;
    return lineOf([
      row.id,
      words?.states.get(row.state) ?? row.state,
      amount(row.source_amount_cents, row.source_amount_currency),
      row.source_amount_currency,
      gets === null ? '' : amount(gets, row.destination_amount_currency),
      row.destination_amount_currency,
      rateOf(row),
      row.destination_account_id,
      recipient?.alias ?? '',
      recipient?.name ?? '',
      first_seen_at ?? '',
      ended_at ?? '',
      recipient?.country_name ?? '',
      recipient?.bank_name ?? '',
      recipient?.account_tail ?? '',
      row.reference ?? '',
      ...(withSender ? [sender?.name ?? '', sender?.email ?? ''] : [row.note ?? '']),
    ]);
  };
  let left = [...openSends];
  const writeOpen = (isDue: (send: OpenSendRow) => boolean) => {
    let lines = '';
    for (let next = left[0]; next && isDue(next); next = left[0]) {
      left.shift();
      // Its estimate is left out: in an account it would pass for what arrived.
      const unknown = { id: '', destination_amount_cents: null };
      lines += write({ ...next, ...unknown, first_seen_at: next.created_at });
    }
    return lines;
  };
  for await (const part of parts) {
    const known = await besideOf(part.map(({ id }) => id));
    // What became a transfer after it was read is that transfer's line alone.
    const become = new Set([...known.values()].map(({ send_key }) => send_key));
    left = left.filter(({ key, isEnded }) => isEnded || !become.has(key));
    for (const row of part) {
      const beside = known.get(row.id) ?? {};
      const placed = { ...row, first_seen_at: beside.first_seen_at ?? null };
      chunk += writeOpen((send) => isAbove(send, placed, order));
      chunk += write({ ...row, ...beside });
      if (chunk.length < chunkSize) continue;
      yield chunk;
      chunk = '';
    }
    // SQLite answers without a turn of the event loop.
    await nextTurn();
  }
  yield chunk + writeOpen(() => true);
}
