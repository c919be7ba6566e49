/** The canonical name of an IANA time zone; undefined for anything else, such as an offset. */
export function knownZone(zone: string | null | undefined): string | undefined {
  try {
    if (!zone || !/^[A-Z]/i.test(zone)) return undefined;
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
