import * as z from 'zod/mini';
import { writeJson } from '../../../src/bff/service/json.ts';
import { type Transfer, transfer } from '../../../src/contract/transfer.ts';

/** A transfer of the service, by default 1,000 CLP to USD. */
export const row = (id: string, fields: Partial<Transfer> = {}): Transfer => ({
  id,
  source_amount_cents: 1_000n,
  source_amount_currency: 'CLP',
  destination_amount_cents: 105n,
  destination_amount_currency: 'USD',
  state: 'pending',
  destination_account_id: '501',
  ...fields,
});

/** A transfer as the JSON of the service. */
export const textOf = (one: Transfer): string => writeJson(z.encode(transfer, one));
/** The accounts of the rows in tests. */
export const accounts = ['501', '502'];
export const listText = (rows: Transfer[]): string => `[${rows.map(textOf).join(',')}]`;

/** What the client answers if the service has these rows. */
export const answerOf = (rows: Transfer[], etag?: string) => ({ parts: [listText(rows)], etag });
