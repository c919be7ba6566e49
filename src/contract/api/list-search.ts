import * as z from 'zod/mini';
import { idPattern } from '../paths.ts';
import { transferSorts } from './transfer.ts';
import { maxSearchLength } from './wire.ts';

/** YYYY-MM-DD. */
const calendarDay = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/),
  z.refine((day) => !Number.isNaN(Date.parse(day))),
);

export const searchText = z.string().check(z.maxLength(maxSearchLength));

const currencyCode = z.string().check(z.maxLength(20));

/** Filters and order of the list of transfers, as its address and saved views have them. */
export const listSearch = z.object({
  q: z.optional(searchText),
  state: z.optional(z.string().check(z.maxLength(50))),
  currency: z.optional(currencyCode),
  source_amount_currency: z.optional(currencyCode),
  destination_amount_currency: z.optional(currencyCode),
  country_id: z.optional(z.string().check(z.regex(idPattern))),
  destination_account_id: z.optional(z.string().check(z.regex(idPattern))),
  /** The first and the last day on which Giro first saw a transfer, in the person's time zone. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
  sort: z.optional(z.enum(transferSorts)),
});
export type ListSearch = z.infer<typeof listSearch>;
