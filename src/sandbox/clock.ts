/** What the sandbox reads the time from, so that a test can drive it. Milliseconds since 1970. */
export type Clock = { now(): number };
