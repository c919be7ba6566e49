import * as z from 'zod/mini';
import { idPattern } from '../paths.ts';

/**
 * An integer of any size: a decimal string between the BFF and the browser, a bigint on both sides.
 * A safe JSON integer is accepted too, so that a request can be written by hand.
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

/** A point in time, ISO 8601 in UTC, written by the BFF. */
export const instant = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/));

/** A text to look for has at most this many characters. */
export const maxSearchLength = 200;
