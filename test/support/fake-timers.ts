import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/**
 * Uses fake timers until the test ends; they advance with real time.
 * @returns a function that advances them at once, inside `act`
 */
export function startFakeTimers(): (milliseconds: number) => Promise<void> {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  onTestFinished(() => void vi.useRealTimers());
  return (milliseconds) =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(milliseconds);
    });
}
