import * as z from 'zod/mini';
import { idPattern } from './paths.ts';

/**
 * A JSON integer of any size, parsed losslessly as a bigint (contract 2.5). A fraction, an exponent or a
 * quoted number is refused.
 */
export const wireInteger = z.bigint();

/** An amount in subunits: a non-negative JSON integer. */
export const wireAmount = wireInteger.check(z.gte(0n));

/** An id: a JSON integer for the service, a decimal string in Giro, exact at any size. */
export const wireId = z.codec(wireInteger.check(z.gte(0n)), z.string().check(z.regex(idPattern)), {
  decode: (id) => id.toString(),
  encode: (id) => BigInt(id),
});

/** A text that the service may omit or send as null when none was given (contract 2.3). */
export const wireText = z.nullish(z.string());

/** A point in time: any text that `Date.parse` accepts. */
export const timestamp = z
  .string()
  .check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'is not a timestamp'));
