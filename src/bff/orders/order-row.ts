import type { Order } from '../../contract/api/order.ts';
import { acceptedDrift } from '../../contract/api/order-states.ts';
import type { Send } from '../../contract/api/send.ts';
import type { TransferRequest } from '../../contract/api/transfer.ts';
import type { OrderRow } from '../ledger/orders/orders.ts';
import { bodyHash, quoteOf, requestOf } from '../sends/send-row.ts';

/** The least that may arrive by the estimate that the person accepted, in subunits; null without one. */
export function floorOf(quote: TransferRequest['quote']): string | null {
  if (!quote) return null;
  const { destination_amount_cents: shown } = quote;
  return `${shown - shown / acceptedDrift}`;
}

/** An order as the API shows it. @param send its last release */
export function orderOf(row: OrderRow, send: Send | null): Order {
  const { first_day, time, zone, ends_on, ends_after } = row;
  // Words of a person, which only support leaves; the name of a reason of an erased person, and of a skipped last day.
  const isStoppedBy = row.state === 'stopped' && row.ended_by !== null && row.reason !== 'skipped';
  const isOnDays = first_day !== null && time !== null && zone !== null;
  return {
    ...{ id: row.id, kind: row.kind, state: row.state, waits_for: row.waits_for },
    ...{ revision: row.revision, ...requestOf(row), quote: quoteOf(row) },
    floor: row.floor === null ? null : BigInt(row.floor),
    ...(row.floor_once !== null && { floor_once: BigInt(row.floor_once) }),
    ...{ release_at: row.release_at, expires_at: row.expires_at },
    days: isOnDays ? { first_day, time, zone, ends_on, ends_after } : null,
    ...{ occurrence: row.occurrence, reason: isStoppedBy ? null : row.reason, send },
    ...(row.unsure_since !== null && { unsure_since: row.unsure_since }),
    ...(isStoppedBy && row.reason !== null && { stopped_because: row.reason }),
    ...{ created_at: row.created_at, updated_at: row.updated_at },
  };
}

/** The request for a transfer that an order stands for. */
export function requestOfOrder(row: OrderRow): TransferRequest {
  const { note, reference, after_unresolved, after_sent } = row;
  const quote = quoteOf(row);
  return {
    ...requestOf(row),
    destination_account_fingerprint: row.fingerprint,
    ...(quote !== null && { quote }),
    ...(after_unresolved !== null && { after_unresolved }),
    ...(after_sent !== null && { after_sent }),
    ...(note !== null && { note }),
    ...(reference !== null && { reference }),
  };
}

/** As of sends: of what the service is asked for. */
export const orderHash = (row: OrderRow) => bodyHash(requestOf(row));
