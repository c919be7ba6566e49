import {
  type FoundTransfer,
  maxFound,
  type SupportQuery,
  type SupportSearch,
} from '../../contract/api/support.ts';
import type { Transfer } from '../../contract/transfer.ts';
import type { AmountReadings } from './amount-readings.ts';
import { findRecipients } from './find-recipients.ts';
import type { Recipients } from './recipients.ts';
import type { TransferIndex } from './transfer-index.ts';
import { hasAmount, withAlias } from './window.ts';

type Matched = FoundTransfer['matched'];
type Found = {
  recipients: SupportSearch['recipients'];
  transfers: { items: Omit<FoundTransfer, 'timeline'>[]; total: number };
};

/** Finds recipients and transfers by a text, with what matched; `recipient` limits the transfers to one account. */
export function supportSearchOf(
  { rows, byId }: TransferIndex,
  recipients: Recipients,
  readings: AmountReadings,
  { q, recipient }: SupportQuery,
): Found {
  const accounts = findRecipients(recipients, q);
  const transfersTo = new Map<string, number>();
  const items: { row: Transfer; matched: Matched }[] = [];
  let total = 0;
  const add = (row: Transfer, matched: Matched) => {
    if (recipient !== undefined && row.destination_account_id !== recipient) return;
    total += 1;
    if (items.length < maxFound) items.push({ row, matched });
  };
  const asked = byId.get(q);
  if (asked) add(asked, matchesOf(asked));
  for (let place = rows.length - 1; place >= 0; place -= 1) {
    const row = rows[place];
    if (!row) continue;
    const to = row.destination_account_id;
    if (accounts.has(to)) transfersTo.set(to, (transfersTo.get(to) ?? 0) + 1);
    if (row === asked) continue;
    const matched = matchesOf(row);
    if (matched.length > 0) add(row, matched);
  }

  function matchesOf(row: Transfer): Matched {
    return [
      ...(row.id === q ? (['id'] as const) : []),
      ...(hasAmount(row, readings) ? (['amount'] as const) : []),
      ...(accounts.has(row.destination_account_id) ? (['recipient'] as const) : []),
    ];
  }

  const ranked = [...accounts].sort(([a], [b]) => Number(b === q) - Number(a === q));
  const foundRecipients = ranked.slice(0, maxFound).flatMap(([id, matched]) => {
    const known = recipients.get(id);
    if (!known) return [];
    const { words: _words, numbers: _numbers, ...shown } = known;
    return [{ ...shown, matched: [...matched], transfers: transfersTo.get(id) ?? 0 }];
  });
  return {
    recipients: { items: foundRecipients, total: accounts.size },
    transfers: {
      items: items.map(({ row, matched }) => ({ ...withAlias(row, recipients), matched })),
      total,
    },
  };
}
