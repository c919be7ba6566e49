import type { Send } from '../../contract/api/send.ts';
import type { AmountReadings } from '../tracking/amount-readings.ts';

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
