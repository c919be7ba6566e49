import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import { ServiceError } from './errors.ts';

const mostRetries = 2;

export type RetryOptions = { clock: Clock; deadline: number; signal?: AbortSignal | undefined };

/**
 * Runs a read, again after what may pass (broken, busy, not-written), at most twice and only while
 * the deadline (milliseconds since 1970) allows the wait. Throws the last failure.
 */
export async function retryRead<T>(read: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { clock, deadline, signal } = options;
  for (let retries = 0; ; retries += 1) {
    try {
      return await read();
    } catch (error) {
      const wait_ms = retries < mostRetries ? waitAfter(error, retries) : undefined;
      if (wait_ms === undefined || clock.now() + wait_ms >= deadline || signal?.aborted) {
        throw error;
      }
      // When the caller leaves during the pause, the failure that caused it is the one to tell.
      await pause(wait_ms, undefined, signal ? { signal } : {}).catch(() => {
        throw error;
      });
    }
  }
}

function waitAfter(error: unknown, retries: number): number | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const jitter_ms = Math.ceil((0.5 + Math.random()) * 100 * 2 ** retries);
  if (error.kind === 'busy') return (error.retry_after_ms ?? 0) + jitter_ms;
  // Refused on our own side, which knows for how long.
  if (error.kind === 'not-written' && error.retry_after_ms !== undefined) return undefined;
  return error.kind === 'broken' || error.kind === 'not-written' ? jitter_ms : undefined;
}
