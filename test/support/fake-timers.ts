import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/**
 * From here on to the end of the test timers go on by a clock of the test's, as quickly as the real one.
 * Answers how to let milliseconds pass at once, with all that comes of it.
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
