import * as z from 'zod/mini';
import { wireInteger } from './wire.ts';

/** A currency (contract 2.5). `subunit_to_unit` is any positive integer, not always a power of ten. */
export const currency = z.object({
  name: z.string(),
  iso_code: z.string(),
  subunit_to_unit: wireInteger.check(z.gte(1n)),
});
export type Currency = z.infer<typeof currency>;
