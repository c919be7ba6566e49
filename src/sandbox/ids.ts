/** Parses the id in a path; returns -1, which nothing has, when it is malformed. */
export function idOf(segment: string): bigint {
  return /^[1-9]\d{0,29}$/.test(segment) ? BigInt(segment) : -1n;
}
