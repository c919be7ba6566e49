import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { createMemoryTokenStore } from '../../../src/bff/service/token-store.ts';
import { keeperOf, settled, tokenService, unreachable, wrong } from './fake-token-service.ts';

// Timers and Date are Vitest's, so that a minute passes at once.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('obtaining', () => {
  it('makes one authorisation for 30 callers at once', async () => {
    const service = tokenService();
    const keeper = keeperOf(service);
    const tokens = await settled(Promise.all(Array.from({ length: 30 }, () => keeper.get())));
    expect(new Set(tokens)).toEqual(new Set(['token-1']));
    expect(service.tokenCalls()).toBe(1);
  });

  it('makes one authorisation for two instances that share a store', async () => {
    const service = tokenService();
    const store = createMemoryTokenStore();
    const one = keeperOf(service, store);
    const two = keeperOf(service, store);
    const tokens = await settled(Promise.all([one.get(), two.get(), one.get(), two.get()]));
    expect(new Set(tokens)).toEqual(new Set(['token-1']));
    expect(service.tokenCalls()).toBe(1);
  });

  it('takes up the token that a process before it left', async () => {
    const service = tokenService();
    const store = createMemoryTokenStore();
    const before = keeperOf(service, store);
    await settled(before.get());
    before.close();
    expect(await settled(keeperOf(service, store).get())).toBe('token-1');
    expect(service.tokenCalls()).toBe(1);
  });
});

describe('keeping alive', () => {
  it.each([
    ['another token at each refresh', { extends_same: false }],
    ['the same token extended', { extends_same: true }],
    ['a service whose clock is an hour ahead', { ahead_ms: 3_600_000 }],
    ['a service whose clock is an hour behind', { ahead_ms: -3_600_000 }],
  ])('lasts a minute of calls on tokens of 8 seconds: %s', async (_name, options) => {
    const service = tokenService(options);
    const keeper = keeperOf(service);
    await settled(keeper.get());
    for (let call = 0; call < 600; call += 1) {
      // Not waited for through timers: a live token must be at hand.
      expect(service.accepts(await keeper.get())).toBe(true);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(service.calls.authorize).toHaveBeenCalledTimes(1);
    expect(service.calls.refresh.mock.calls.length).toBeGreaterThanOrEqual(8);
    expect(service.calls.refresh.mock.calls.length).toBeLessThanOrEqual(12);
  });

  it('refreshes once for two instances', async () => {
    const service = tokenService();
    const store = createMemoryTokenStore();
    const keepers = [keeperOf(service, store), keeperOf(service, store)];
    await settled(Promise.all(keepers.map((keeper) => keeper.get())));
    await vi.advanceTimersByTimeAsync(7_000);
    expect(service.calls.refresh).toHaveBeenCalledTimes(1);
    const tokens = await Promise.all(keepers.map((keeper) => keeper.get()));
    expect(tokens).toEqual(['token-2', 'token-2']);
  });

  it('authorises anew when the service no longer knows the token', async () => {
    const service = tokenService();
    const keeper = keeperOf(service);
    await settled(keeper.get());
    service.revoke();
    await vi.advanceTimersByTimeAsync(7_000);
    expect(service.calls.refresh).toHaveBeenCalledTimes(1);
    expect(service.calls.authorize).toHaveBeenCalledTimes(2);
    expect(await keeper.get()).toBe('token-2');
  });

  it('serves the live token while a refresh fails, and tries again before it dies', async () => {
    const service = tokenService({ life_ms: 60_000 });
    const keeper = keeperOf(service);
    await settled(keeper.get());
    service.fail(unreachable);
    await vi.advanceTimersByTimeAsync(52_000);
    expect(service.calls.refresh.mock.calls.length).toBeGreaterThan(2);
    expect(await keeper.get()).toBe('token-1');
    service.fail(null);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await keeper.get()).toBe('token-2');
    expect(service.calls.authorize).toHaveBeenCalledTimes(1);
  });

  it('lets a token that died be followed by a new one', async () => {
    const service = tokenService();
    const keeper = keeperOf(service);
    await settled(keeper.get());
    service.fail(unreachable);
    await vi.advanceTimersByTimeAsync(20_000);
    await expect(settled(keeper.get())).rejects.toMatchObject({ kind: 'not-written' });
    service.fail(null);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(service.accepts(await settled(keeper.get()))).toBe(true);
  });

  it('is not stormed by an expiry that has passed already', async () => {
    const service = tokenService({ life_ms: -3_600_000 });
    const keeper = keeperOf(service);
    await settled(keeper.get());
    await vi.advanceTimersByTimeAsync(60_000);
    // Each refresh finds the token dead, and authorises: two calls every four seconds.
    expect(service.tokenCalls()).toBeLessThan(32);
  });

  it('waits out a life that is longer than a timer can be', async () => {
    const service = tokenService({ life_ms: 100 * 24 * 3_600_000 });
    const keeper = keeperOf(service);
    await settled(keeper.get());
    await vi.advanceTimersByTimeAsync(79 * 24 * 3_600_000);
    expect(service.calls.refresh).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2 * 24 * 3_600_000);
    expect(service.calls.refresh).toHaveBeenCalledTimes(1);
  });

  it('ends with close', async () => {
    const service = tokenService();
    const keeper = keeperOf(service);
    await settled(keeper.get());
    keeper.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(service.tokenCalls()).toBe(1);
  });
});

describe('replacing a token that was refused', () => {
  it('renews once for 30 callers, at once and late', async () => {
    const service = tokenService();
    const keeper = keeperOf(service);
    const bad = await settled(keeper.get());
    service.revoke();
    const replaced = Promise.all(Array.from({ length: 30 }, () => keeper.replace(bad)));
    expect(new Set(await settled(replaced))).toEqual(new Set(['token-2']));
    expect(await keeper.replace(bad)).toBe('token-2');
    expect(service.calls.authorize).toHaveBeenCalledTimes(2);
    expect(service.calls.refresh).not.toHaveBeenCalled();
  });

  it('takes what another instance renewed', async () => {
    const service = tokenService();
    const store = createMemoryTokenStore();
    const one = keeperOf(service, store);
    const two = keeperOf(service, store);
    const bad = await settled(one.get());
    await settled(two.get());
    service.revoke();
    expect(await settled(one.replace(bad))).toBe('token-2');
    expect(await settled(two.replace(bad))).toBe('token-2');
    expect(service.calls.authorize).toHaveBeenCalledTimes(2);
  });

  it('gives nobody the bad one meanwhile', async () => {
    const service = tokenService();
    const keeper = keeperOf(service);
    const bad = await settled(keeper.get());
    service.revoke();
    const [, other] = await settled(Promise.all([keeper.replace(bad), later(() => keeper.get())]));
    expect(other).toBe('token-2');
  });
});

function later<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, 20)).then(work);
}

describe('failing', () => {
  it('asks seldom with wrong credentials, and tells each call so', async () => {
    const service = tokenService();
    service.fail(wrong);
    const error = vi.fn();
    const keeper = keeperOf(service, createMemoryTokenStore(), { ...silentLog, error });
    for (let call = 0; call < 500; call += 1) {
      await expect(settled(keeper.get())).rejects.toMatchObject({ kind: 'credentials' });
      await vi.advanceTimersByTimeAsync(100);
    }
    // At 0, 1, 3, 7, 15 and 31 seconds.
    expect(service.tokenCalls()).toBe(6);
    expect(error).toHaveBeenCalledTimes(6);
  });

  it('asks at most once a minute in the long run, and recovers', async () => {
    const service = tokenService();
    service.fail(wrong);
    const keeper = keeperOf(service);
    for (let minute = 0; minute < 60; minute += 1) {
      await expect(settled(keeper.get())).rejects.toMatchObject({ kind: 'credentials' });
      await vi.advanceTimersByTimeAsync(60_000);
    }
    const asked = service.tokenCalls();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(service.tokenCalls()).toBe(asked);
    expect(asked).toBeLessThanOrEqual(60);
    service.fail(null);
    expect(await settled(keeper.get())).toBe('token-1');
  });

  it.each([
    ['unreachable', unreachable],
    ['refused in some other way', () => new ServiceError('refused', 'no', { status: 400 })],
    ['silent', () => new ServiceError('timeout', 'no answer')],
  ])('is not-written for the waiting call when the token service is %s', async (_name, error) => {
    const service = tokenService();
    service.fail(error);
    const keeper = keeperOf(service);
    await expect(settled(keeper.get())).rejects.toMatchObject({ kind: 'not-written' });
    await expect(keeper.get()).rejects.toMatchObject({ kind: 'not-written' });
    expect(service.tokenCalls()).toBe(1);
  });

  it('is not-written when the store fails', async () => {
    const store = { ...createMemoryTokenStore(), read: () => Promise.reject(new Error('disk')) };
    const keeper = keeperOf(tokenService(), store);
    await expect(settled(keeper.get())).rejects.toMatchObject({ kind: 'not-written' });
  });

  it('logs no token and no secret', async () => {
    const lines: unknown[] = [];
    const note = (...line: unknown[]) => void lines.push(line);
    const service = tokenService();
    const keeper = keeperOf(service, createMemoryTokenStore(), {
      info: note,
      warn: note,
      error: note,
    });
    const bad = await settled(keeper.get());
    service.fail(wrong);
    await expect(settled(keeper.replace(bad))).rejects.toThrow();
    expect(lines).not.toHaveLength(0);
    expect(JSON.stringify(lines)).not.toContain('token-1');
  });
});

describe('for an operator', () => {
  it('describes the token without its value', async () => {
    const keeper = keeperOf(tokenService());
    expect(await keeper.describe()).toBeNull();
    await settled(keeper.get());
    const description = await keeper.describe();
    expect(description?.remaining_ms).toBeGreaterThan(5_000);
    expect(description?.life_ms).toBeGreaterThanOrEqual(description?.remaining_ms ?? 0);
    expect(description?.life_ms).toBeLessThan(8_000);
    expect(JSON.stringify(description)).not.toContain('token-1');
  });

  it('deactivates the token, also one that is gone already', async () => {
    const service = tokenService();
    const keeper = keeperOf(service);
    expect(await settled(keeper.deactivate())).toBe(false);
    const token = await settled(keeper.get());
    expect(await settled(keeper.deactivate())).toBe(true);
    expect(service.accepts(token)).toBe(false);
    expect(await keeper.describe()).toBeNull();
    expect(await settled(keeper.get())).toBe('token-2');
    service.revoke();
    expect(await settled(keeper.deactivate())).toBe(true);
  });
});
