import { asShown, type Caller } from './recipients.ts';

/** The first day of an order that tests make: a 31st that is not in the past. */
const first31st = `${new Date().getUTCFullYear() + 1}-01-31`;

/**
 * Schedules 4,000 CLP on each 31st for the signed-in person.
 * @returns what is sent
 */
export async function addOrder(
  caller: Caller,
  id: string,
  destination_account_id: string,
  more: Record<string, unknown> = {},
) {
  const transfer = await asShown(caller, {
    ...{ destination_account_id, source_amount_cents: '4000', source_amount_currency: 'CLP' },
    destination_amount_currency: 'COP',
    ...more,
  });
  const days = { first_day: first31st, time: '09:00', zone: 'America/Bogota' };
  const order = { id, ...transfer, kind: 'monthly', days };
  const { status, body } = await caller.call('POST', '/api/orders', order);
  if (status !== 201) throw new Error(`the order was not made: ${JSON.stringify(body)}`);
  return transfer;
}
