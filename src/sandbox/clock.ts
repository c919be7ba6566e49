/** The source of time, in milliseconds since 1970, so that a test can control it. */
export type Clock = { now(): number };
