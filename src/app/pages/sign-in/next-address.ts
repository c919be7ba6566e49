import * as z from 'zod/mini';

// A browser reads a backslash, or two slashes, as the start of another site's name, and it drops tabs
// and line breaks before it looks; '/.//' comes down to two slashes as well.
const withinGiro = /^(?![^?#]*\/\/)\/[^\\\p{Cc}]*$/u;

const search = z.object({ next: z.string().check(z.regex(withinGiro)) });

/** The page of ours to go on to after signing in; null where the address names none of ours. */
export function nextAddress(params: URLSearchParams): string | null {
  const parsed = z.safeParse(search, { next: params.get('next') });
  return parsed.success ? parsed.data.next : null;
}
