/** How one attempt to deliver ended. */
export type Attempt =
  | { is: 'told' }
  /** The device no longer takes messages: forget it. */
  | { is: 'gone' }
  /** Refused for good: another attempt would end the same. */
  | { is: 'refused'; error: string }
  /** Try again, this delivery alone, at the earliest after `waitMs`. */
  | { is: 'later'; error: string; waitMs?: number }
  /** The whole sink is out of order: pause it. */
  | { is: 'down'; error: string };

const minWaitMs = 15_000;
const maxWaitMs = 15 * 60_000;

/** Milliseconds to wait after so many failed attempts: doubled each time, up to 15 minutes, with jitter. */
export function waitAfter(attempts: number, random = Math.random()): number {
  const wait = Math.min(minWaitMs * 2 ** Math.min(attempts - 1, 10), maxWaitMs);
  return wait * (0.75 + random / 4);
}
