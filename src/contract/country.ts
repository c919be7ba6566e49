import * as z from 'zod/mini';
import { wireId } from './wire.ts';

const orEmpty = z.codec(z.nullish(z.string()), z.string(), {
  decode: (code) => code ?? '',
  encode: (code) => code,
});
const orAbsent = z.codec(z.nullish(z.boolean()), z.optional(z.boolean()), {
  decode: (mark) => mark ?? undefined,
  encode: (mark) => mark,
});

/**
 * A country (contract 2.4). `is_asset` may be absent (contract 2.3, list of accounts): absent means a
 * country. Null is parsed as absent and a missing code as '', because the name is enough to show it.
 */
export const country = z.object({
  id: wireId,
  name: z.string(),
  code: orEmpty,
  is_asset: orAbsent,
});
export type Country = z.infer<typeof country>;
