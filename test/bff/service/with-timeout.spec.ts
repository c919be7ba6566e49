import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { withTimeout } from '../../../src/bff/service/http.ts';

const never = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('withTimeout', () => {
  test('returns the result, and clears its timer and listener', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    const before = timers();
    const outer = new AbortController();
    let inner: AbortSignal | undefined;
    const answer = await withTimeout(60_000, outer.signal, async (signal) => {
      inner = signal;
      await turn();
      return 'done';
    });
    expect([answer, timers()]).toEqual(['done', before]);
    outer.abort();
    expect(inner?.aborted).toBe(false);
  });

  test('rejects when the time is over', async () => {
    await expect(withTimeout(1, undefined, never)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('aborts with the outer signal and its reason, also if that is aborted already', async () => {
    const outer = new AbortController();
    const ended = withTimeout(60_000, outer.signal, never);
    outer.abort(new Error('gone'));
    await expect(ended).rejects.toThrow('gone');
    await withTimeout(60_000, outer.signal, async (signal) => expect(signal.aborted).toBe(true));
  });

  test('rethrows the failure of the work', async () => {
    await expect(
      withTimeout(60_000, undefined, () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
  });
});
