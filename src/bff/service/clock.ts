/** Where the service client reads the time from. Milliseconds since 1970. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };
