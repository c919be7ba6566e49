import * as z from 'zod/mini';
import { alpha2Of } from './country-codes.ts';
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
 * A country (contract 2.4), its code of two letters. `is_asset` may be absent (contract 2.3, list of accounts):
 * absent means a country. Null is parsed as absent and a missing code as '', because the name is enough to show it.
 */
export const country = z
  .object({ id: wireId, name: z.string(), code: orEmpty, is_asset: orAbsent })
  .check(z.overwrite((one) => (one.is_asset === false ? withAlpha2(one) : one)));
export type Country = z.infer<typeof country>;

/** Returns a country that is no digital asset with its code of two letters. */
export function withAlpha2<One extends { code: string }>(one: One): One {
  return { ...one, code: alpha2Of(one.code) };
}
