import { setImmediate as nextTurn } from 'node:timers/promises';

const maxSliceMs = 4;
const looksAtClockEvery = 64;

/**
 * Cuts long work into slices of a few milliseconds, so that other calls are answered in between.
 * The work awaits what it answers, if anything, after each of its steps: to await nothing costs too.
 */
export function createYield(): () => Promise<void> | undefined {
  let steps = 0;
  let began = performance.now();
  return () => {
    steps += 1;
    if (steps % looksAtClockEvery !== 0 || performance.now() - began < maxSliceMs) return;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
}
