import * as z from 'zod/mini';
import { wireId } from './wire.ts';

/** A destination bank (contract 2.6). Its `id` is the `bank_id` of an account. */
export const bank = z.object({
  id: wireId,
  code: z.string(),
  name: z.string(),
  country_name: z.string(),
});
export type Bank = z.infer<typeof bank>;
