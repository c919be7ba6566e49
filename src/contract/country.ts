import * as z from 'zod/mini';
import { wireId } from './wire.ts';

/** contract 2.4. `is_asset` may be absent (2.3, list of accounts): absent means a country. */
export const country = z.object({
  id: wireId,
  name: z.string(),
  code: z.string(),
  is_asset: z.optional(z.boolean()),
});
export type Country = z.infer<typeof country>;
