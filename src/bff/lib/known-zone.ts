import { createTextCache } from './text-cache.ts';

// Intl takes some tenths of a millisecond for each new object.
const known = createTextCache<{ zone: string | undefined }>();

/** The canonical name of an IANA time zone; undefined for anything else, such as an offset. */
export function knownZone(zone: string | null | undefined): string | undefined {
  return zone ? known(zone, () => ({ zone: canonical(zone) })).zone : undefined;
}

function canonical(zone: string): string | undefined {
  try {
    if (!/^[A-Z]/i.test(zone)) return undefined;
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
