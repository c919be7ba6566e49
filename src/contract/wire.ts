import * as z from 'zod/mini';
import { idPattern } from './paths.ts';

/**
 * A JSON integer of any size on the service's wire, read losslessly as a bigint (contract 2.5).
 * A fraction, an exponent or a quoted number is a wrong type and is refused.
 */
export const wireInteger = z.bigint();

/** An amount or a divisor on the service's wire: a JSON integer that is not negative. */
export const wireAmount = wireInteger.check(z.gte(0n));

/** An id: a JSON integer on the service's wire, a decimal string in Giro, exact at any size. */
export const wireId = z.codec(wireInteger.check(z.gte(0n)), z.string().check(z.regex(idPattern)), {
  decode: (id) => id.toString(),
  encode: (id) => BigInt(id),
});

/** A text that the service may leave out or send as null where a person gave none (contract 2.3). */
export const wireText = z.nullish(z.string());

/** A point in time as the service or Giro writes it: any ISO 8601 text that a clock can read. */
export const timestamp = z
  .string()
  .check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'is not a timestamp'));
