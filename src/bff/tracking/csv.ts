import type { Sender } from '../../contract/api/sender.ts';
import type { Currency } from '../../contract/currency.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { isFinal } from '../../contract/transfer-state.ts';
import { writeDecimal } from '../../money/write-amount.ts';
import type { LedgerDb } from '../ledger/ledger.ts';
import { withSenders } from '../ledger/owners.ts';
import { stateObservationsOf } from '../ledger/state-observations.ts';
import { createYield } from '../lib/yield-to-event-loop.ts';
import type { Recipients } from './recipients.ts';

const columns = [
  'id',
  'state',
  'source_amount',
  'source_amount_currency',
  'destination_amount',
  'destination_amount_currency',
  'destination_account_id',
  'alias',
  'first_seen_at',
  'ended_at',
  'country',
  'bank',
  'account_ending',
] as const;
const senderColumns = ['sender', 'sender_email'] as const;

/** Spreadsheets take a text without it for their own old encoding, and spoil each accent. */
const byteOrderMark = '\ufeff';
const chunkSize = 16 * 1024;
/** So many rows have their times read at once. */
const batchSize = 500;

/** When Giro first saw a transfer, and first saw it ended, as ISO 8601; and whose it is. */
type Beside = { first_seen_at?: string; ended_at?: string; sender?: Sender };

/** What Giro knows of these transfers; whose they are for support alone. */
export async function knownBeside(
  db: LedgerDb,
  ids: string[],
  withSender: boolean,
): Promise<ReadonlyMap<string, Beside>> {
  const transfers = ids.map((id) => ({ id }));
  const rows: (Beside & { id: string })[] = withSender
    ? await withSenders(db, transfers)
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

/**
 * Transfers as CSV (RFC 4180, UTF-8), a chunk at a time: a header line and a line for each. Amounts
 * are exact decimals of their currency; of a currency that is not known, in subunits and marked so.
 * `besideOf` answers what Giro knows of transfers beside the service, by id.
 */
export async function* writeCsv(
  transfers: readonly Transfer[],
  recipients: Recipients,
  currencies: Currency[],
  besideOf: (ids: string[]) => Promise<ReadonlyMap<string, Beside>>,
  withSender: boolean,
): AsyncGenerator<string> {
  const yieldToLoop = createYield();
  const divisors = new Map(currencies.map((one) => [one.iso_code, one.subunit_to_unit]));
  const amount = (cents: bigint, currency: string) => {
    const divisor = divisors.get(currency);
    return divisor === undefined ? `${cents} subunits` : writeDecimal(cents, divisor);
  };
  let chunk = byteOrderMark + lineOf([...columns, ...(withSender ? senderColumns : [])]);
  let known: ReadonlyMap<string, Beside> = new Map();
  for (const [place, row] of transfers.entries()) {
    if (place % batchSize === 0) {
      known = await besideOf(transfers.slice(place, place + batchSize).map(({ id }) => id));
    }
    const recipient = recipients.get(row.destination_account_id);
    const { first_seen_at, ended_at, sender } = known.get(row.id) ?? {};
    chunk += lineOf([
      row.id,
      row.state,
      amount(row.source_amount_cents, row.source_amount_currency),
      row.source_amount_currency,
      amount(row.destination_amount_cents, row.destination_amount_currency),
      row.destination_amount_currency,
      row.destination_account_id,
      recipient?.alias ?? '',
      first_seen_at ?? '',
      ended_at ?? '',
      recipient?.country_name ?? '',
      recipient?.bank_name ?? '',
      recipient?.account_tail ?? '',
      ...(withSender ? [sender?.name ?? '', sender?.email ?? ''] : []),
    ]);
    if (chunk.length >= chunkSize) {
      yield chunk;
      chunk = '';
    }
    const rest = yieldToLoop();
    if (rest) await rest;
  }
  yield chunk;
}

const lineOf = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\r\n`;

// A formula, also after quotes and spaces, where a cell of ours begins, or one of a spreadsheet that takes
// ';', a tab or '|' for what parts cells: it does not know our quotes, and takes line breaks as they come.
const formula = /(?<=^|[;|\t\r\n])(?=["\s]*[=+\-@＝＋－＠])/g;

/** A spreadsheet runs a cell that begins like a formula, quoted or not; an apostrophe makes it a text. */
export function cellOf(text: string): string {
  const harmless = text.replace(formula, "'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
