import type { Currency } from '../../contract/currency.ts';
import type { Transfer } from '../../contract/transfer.ts';
import { writeDecimal } from '../../money/write-amount.ts';
import { createPace } from './pace.ts';
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
] as const;

/** Spreadsheets take a text without it for their own old encoding, and spoil each accent. */
const byteOrderMark = '\ufeff';
const chunkSize = 16 * 1024;
/** So many rows have their times read at once. */
const batchSize = 500;

/**
 * Transfers as CSV (RFC 4180, UTF-8), a chunk at a time: a header line and a line for each. Amounts
 * are exact decimals of their currency; of a currency that is not known, in subunits and marked so.
 * `firstSeen` answers when this app first saw transfers, by id, as ISO 8601.
 */
export async function* writeCsv(
  transfers: readonly Transfer[],
  recipients: Recipients,
  currencies: Currency[],
  firstSeen: (ids: string[]) => Promise<ReadonlyMap<string, string>>,
): AsyncGenerator<string> {
  const pace = createPace();
  const divisors = new Map(currencies.map((one) => [one.iso_code, one.subunit_to_unit]));
  const amount = (cents: bigint, currency: string) => {
    const divisor = divisors.get(currency);
    return divisor === undefined ? `${cents} subunits` : writeDecimal(cents, divisor);
  };
  let chunk = byteOrderMark + lineOf(columns);
  let seen: ReadonlyMap<string, string> = new Map();
  for (const [place, row] of transfers.entries()) {
    if (place % batchSize === 0) {
      seen = await firstSeen(transfers.slice(place, place + batchSize).map(({ id }) => id));
    }
    chunk += lineOf([
      row.id,
      row.state,
      amount(row.source_amount_cents, row.source_amount_currency),
      row.source_amount_currency,
      amount(row.destination_amount_cents, row.destination_amount_currency),
      row.destination_amount_currency,
      row.destination_account_id,
      recipients.get(row.destination_account_id)?.alias ?? '',
      seen.get(row.id) ?? '',
    ]);
    if (chunk.length >= chunkSize) {
      yield chunk;
      chunk = '';
    }
    const rest = pace();
    if (rest) await rest;
  }
  yield chunk;
}

const lineOf = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\r\n`;

/** A spreadsheet runs a cell that begins like a formula, quoted or not. */
export function cellOf(text: string): string {
  const harmless = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
