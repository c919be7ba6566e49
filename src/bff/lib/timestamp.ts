/** Formats milliseconds since 1970 as the ledger and the API do: ISO 8601 in UTC. */
export const timestamp = (time: number): string => new Date(time).toISOString();
