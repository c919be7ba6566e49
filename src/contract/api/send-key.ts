import * as z from 'zod/mini';

// Written out: zod's own pattern of every kind of them would be brought to each page, the first included.
export const sendKeyPattern =
  /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** The Idempotency-Key of a sending: a UUID. */
export const sendKey = z.string().check(z.regex(sendKeyPattern));

/** What a person tells support in place of a key: its first eight characters, in two groups. */
export function referenceOf(key: string): string {
  return `${key.slice(0, 4)} ${key.slice(4, 8)}`.toUpperCase();
}
