import { vi } from 'vitest';

/** As long as `expect.poll` waits. Vitest's own second is less than a busy machine may stand still. */
const patienceMs = 10_000;

/** Tries again until nothing is thrown, and answers what the work returns. */
export const eventually = <T>(
  work: () => T | Promise<T>,
  options: { timeout?: number; interval?: number } = {},
): Promise<T> => vi.waitFor(work, { timeout: patienceMs, ...options });
