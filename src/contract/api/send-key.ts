import * as z from 'zod/mini';

// Written out, because importing zod's patterns for every version of UUID would grow the first page.
export const sendKeyPattern =
  /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** The Idempotency-Key of a send: a UUID. */
export const sendKey = z.string().check(z.regex(sendKeyPattern));

/** True if a key has the version of those that releases of orders have: nobody else may choose such a one. */
export const isReleaseKey = (key: string): boolean => key.charAt(14) === '5';

/** Returns the short reference of a key to tell support: its first 8 characters in two groups, upper case. */
export function referenceOf(key: string): string {
  return `${key.slice(0, 4)} ${key.slice(4, 8)}`.toUpperCase();
}
