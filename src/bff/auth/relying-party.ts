/** Who passkeys are made for: a host name, and the only origin whose pages may use them. */
export type RelyingParty = { id: string; origin: string };

/**
 * The relying party of an origin. Null where browsers allow no passkeys: without https except on localhost, and
 * at an IP address.
 */
export function relyingParty(publicOrigin: string | null): RelyingParty | null {
  if (publicOrigin === null) return null;
  const { protocol, hostname, origin } = new URL(publicOrigin);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocal) return null;
  // An address: the URL parser writes every form of IPv4 as digits and dots, and IPv6 in brackets.
  if (/^[\d.]+$|^\[/.test(hostname)) return null;
  return { id: hostname, origin };
}
