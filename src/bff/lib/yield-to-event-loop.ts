import { setImmediate as nextTurn } from 'node:timers/promises';

const maxSliceMs = 4;
const stepsPerClockCheck = 64;

/**
 * Splits long work into slices of a few milliseconds, so that other requests are answered in between.
 * @param stepsPerCheck how many steps take less than a slice
 * Call the result after each step and await it only when it returns a promise: each await costs time.
 */
export function createYield(stepsPerCheck = stepsPerClockCheck): () => Promise<void> | undefined {
  let steps = 0;
  let began = performance.now();
  return () => {
    steps += 1;
    if (steps % stepsPerCheck !== 0 || performance.now() - began < maxSliceMs) return;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
}

/**
 * Ends turns of the event loop that last too long, whoever works in them. Work that waits for a promise alone never
 * ends a turn.
 * @returns a function to await before each step
 */
export function createTurnLimit(): () => Promise<void> | undefined {
  let began: number | null = null;
  return () => {
    if (began === null) {
      began = performance.now();
      void nextTurn().then(() => {
        began = null;
      });
      return;
    }
    return performance.now() - began < maxSliceMs ? undefined : nextTurn();
  };
}
