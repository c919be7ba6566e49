/** A time, in milliseconds since 1970, as the ledger and the API write it: ISO 8601 in UTC. */
export const timestamp = (time: number): string => new Date(time).toISOString();
