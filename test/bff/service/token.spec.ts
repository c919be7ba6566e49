import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { createMemoryTokenStore } from '../../../src/bff/service/token-store.ts';
import { keeperOf, settled, tokenService, unreachable, wrong } from './fake-token-service.ts';

// Fake timers and Date, so that a minute passes at once.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('get', () => {
  it('authorises once for 30 concurrent callers', async () => {
    const service = tokenService();
    const keeper = keeperOf(service);
    const tokens = await settled(Promise.all(Array.from({ length: 30 }, () => keeper.get())));
    expect(new Set(tokens)).toEqual(new Set(['token-1']));
    expect(service.tokenCalls()).toBe(1);
  });

  it('authorises once for two instances that share a store', async () => {
    const service = tokenService();
    const store = createMemoryTokenStore();
    const one = keeperOf(service, store);
    const two = keeperOf(service, store);
    const tokens = await settled(Promise.all([one.get(), two.get(), one.get(), two.get()]));
    expect(new Set(tokens)).toEqual(new Set(['token-1']));
    expect(service.tokenCalls()).toBe(1);
  });

  it('uses the stored token of an earlier process', async () => {
    const service = tokenService();
    const store = createMemoryTokenStore();
    const before = keeperOf(service, store);
    await settled(before.get());
    before.close();
    expect(await settled(keeperOf(service, store).get())).toBe('token-1');
    expect(service.tokenCalls()).toBe(1);
  });

  it('uses the stored token while a killed process holds the lock', async () => {
    const service = tokenService();
    const store = createMemoryTokenStore();
    await settled(keeperOf(service, store).get());
    void store.withLock(() => new Promise(() => {}));
    expect(await settled(keeperOf(service, store).get())).toBe('token-1');
  });
});

describe('the refresh', () => {
  it.each([
    ['another token at each refresh', { extends_same: false }],
    ['the same token extended', { extends_same: true }],
    ['a service whose clock is an hour ahead', { ahead_ms: 3_600_000 }],
    ['a service whose clock is an hour behind', { ahead_ms: -3_600_000 }],
  ])('keeps a token of 8 seconds valid over a minute of calls: %s', async (_name, options) => {
    const service = tokenService(options);
    const keeper = keeperOf(service);
    await settled(keeper.get());
    for (let call = 0; call < 600; call += 1) {
      // Without advancing the timers: a valid token must be ready.
      expect(service.accepts(await keeper.get())).toBe(true);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(service.calls.authorize).toHaveBeenCalledTimes(1);
    expect(service.calls.refresh.mock.calls.length).toBeGreaterThanOrEqual(8);
    expect(service.calls.refresh.mock.calls.length).toBeLessThanOrEqual(12);
  });

  it('runs once for two instances', async () => {
    const service = tokenService();
    const store = createMemoryTokenStore();
    const keepers = [keeperOf(service, store), keeperOf(service, store)];
    await settled(Promise.all(keepers.map((keeper) => keeper.get())));
    await vi.advanceTimersByTimeAsync(7_000);
    expect(service.calls.refresh).toHaveBeenCalledTimes(1);
    const tokens = await Promise.all(keepers.map((keeper) => keeper.get()));
    expect(tokens).toEqual(['token-2', 'token-2']);
  });

  it('authorises again when the service no longer knows the token', async () => {
    const service = tokenService();
    const keeper = keeperOf(service);
    await settled(keeper.get());
    service.revoke();
    await vi.advanceTimersByTimeAsync(7_000);
    expect(service.calls.refresh).toHaveBeenCalledTimes(1);
    expect(service.calls.authorize).toHaveBeenCalledTimes(2);
    expect(await keeper.get()).toBe('token-2');
  });

  it('returns the valid token while refreshing fails, and retries before it expires', async () => {
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

  it('authorises again after the token has expired', async () => {
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

  it('is limited when the service answers expiries in the past', async () => {
    const service = tokenService({ life_ms: -3_600_000 });
    const keeper = keeperOf(service);
    await settled(keeper.get());
    await vi.advanceTimersByTimeAsync(60_000);
    // Each refresh gets 404 and authorises: 2 calls every 4 seconds.
    expect(service.tokenCalls()).toBeLessThan(32);
  });

  it('waits for a lifetime longer than the maximum of a timer', async () => {
    const service = tokenService({ life_ms: 100 * 24 * 3_600_000 });
    const keeper = keeperOf(service);
    await settled(keeper.get());
    await vi.advanceTimersByTimeAsync(79 * 24 * 3_600_000);
    expect(service.calls.refresh).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2 * 24 * 3_600_000);
    expect(service.calls.refresh).toHaveBeenCalledTimes(1);
  });

  it('stops with close', async () => {
    const service = tokenService();
    const keeper = keeperOf(service);
    await settled(keeper.get());
    keeper.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(service.tokenCalls()).toBe(1);
  });
});

describe('replace', () => {
  it('renews once for 30 concurrent callers and for a late one', async () => {
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

  it('uses the token that another instance has renewed', async () => {
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

  it('gives nobody the bad token during the renewal', async () => {
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

describe('a failure', () => {
  it('with wrong credentials backs off, and rejects each call as credentials', async () => {
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

  it('backs off to once a minute, and recovers', async () => {
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
  ])('rejects the call as not-written when the token service is %s', async (_name, error) => {
    const service = tokenService();
    service.fail(error);
    const keeper = keeperOf(service);
    await expect(settled(keeper.get())).rejects.toMatchObject({ kind: 'not-written' });
    await expect(keeper.get()).rejects.toMatchObject({ kind: 'not-written' });
    expect(service.tokenCalls()).toBe(1);
  });

  it('of the store rejects the call as not-written', async () => {
    const store = { ...createMemoryTokenStore(), read: () => Promise.reject(new Error('disk')) };
    const keeper = keeperOf(tokenService(), store);
    await expect(settled(keeper.get())).rejects.toMatchObject({ kind: 'not-written' });
  });

  it('is logged without token and secret', async () => {
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

describe('for an administrator', () => {
  it('describes the token without its value', async () => {
    const keeper = keeperOf(tokenService());
    expect(await keeper.describe()).toBeNull();
    await settled(keeper.get());
    const description = await keeper.describe();
    expect(description?.remaining_ms).toBeGreaterThan(5_000);
    expect(description?.life_ms).toBeGreaterThanOrEqual(description?.remaining_ms ?? 0);
    expect(description?.life_ms).toBeLessThanOrEqual(8_000);
    expect(JSON.stringify(description)).not.toContain('token-1');
  });

  it('deactivates the token, also if the service no longer knows it', async () => {
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
