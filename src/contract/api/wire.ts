import * as z from 'zod/mini';
import { idPattern } from '../paths.ts';

/**
 * A non-negative integer of up to 60 digits: a decimal string between BFF and browser, a bigint on both
 * sides. A safe JSON integer is accepted too, so that requests can be written by hand.
 */
export const integer = z.codec(
  z.union([z.string().check(z.regex(/^\d{1,60}$/)), z.int().check(z.gte(0))]),
  z.bigint(),
  { decode: (text) => BigInt(text), encode: (value) => value.toString() },
);

/** An id of the service, a decimal string; a safe JSON integer is accepted too. */
export const id = z.codec(
  z.union([z.string().check(z.regex(idPattern)), z.int().check(z.gte(0))]),
  z.string(),
  { decode: (text) => String(text), encode: (value) => value },
);

/** A point in time that the BFF wrote: ISO 8601 in UTC. */
export const instant = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/));

/** The maximum length of a search text, in characters. */
export const maxSearchLength = 200;
