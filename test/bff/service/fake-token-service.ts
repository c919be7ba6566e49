import { vi } from 'vitest';
import { ServiceError } from '../../../src/bff/service/errors.ts';
import { silentLog } from '../../../src/bff/service/log.ts';
import { createTokenKeeper } from '../../../src/bff/service/token.ts';
import type { TokenCalls } from '../../../src/bff/service/token-calls.ts';
import { createMemoryTokenStore } from '../../../src/bff/service/token-store.ts';

export const unreachable = () =>
  new ServiceError('not-written', 'the service could not be reached');
const notFound = () => new ServiceError('refused', 'record_not_found', { status: 404 });
export const wrong = () => new ServiceError('credentials', 'not authorised', { status: 401 });

/** A fake token service with its own clock; every answer takes 50 ms. */
export function tokenService({ life_ms = 8_000, ahead_ms = 0, extends_same = false } = {}) {
  const expiries = new Map<string, number>();
  let given = 0;
  let failing: (() => ServiceError) | null = null;
  const now = () => Date.now() + ahead_ms;

  async function answer(token: string) {
    expiries.set(token, now() + life_ms);
    // Like a Date header, without milliseconds.
    const service_now = Math.floor(now() / 1000) * 1000;
    return { token, expires_at: new Date(now() + life_ms).toISOString(), service_now };
  }
  async function work() {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (failing) throw failing();
  }

  const calls = {
    authorize: vi.fn<TokenCalls['authorize']>(async () => {
      await work();
      given += 1;
      return answer(`token-${given}`);
    }),
    refresh: vi.fn<TokenCalls['refresh']>(async (old) => {
      await work();
      if ((expiries.get(old) ?? 0) <= now()) throw notFound();
      if (extends_same) return answer(old);
      expiries.delete(old);
      given += 1;
      return answer(`token-${given}`);
    }),
    deactivate: vi.fn<TokenCalls['deactivate']>(async (old) => {
      await work();
      if (!expiries.delete(old)) throw notFound();
    }),
  };
  return {
    calls,
    accepts: (token: string) => (expiries.get(token) ?? 0) > now(),
    revoke: () => expiries.clear(),
    fail: (error: (() => ServiceError) | null) => {
      failing = error;
    },
    tokenCalls: () => calls.authorize.mock.calls.length + calls.refresh.mock.calls.length,
  };
}

export function keeperOf(
  service: { calls: TokenCalls },
  store = createMemoryTokenStore(),
  log = silentLog,
) {
  return createTokenKeeper({ calls: service.calls, store, now: () => Date.now(), log });
}

/** Advances the fake timers until the promise settles. */
export async function settled<T>(promise: Promise<T>): Promise<T> {
  const safe = promise.catch(() => undefined);
  let done = false;
  safe.then(() => {
    done = true;
  });
  while (!done) await vi.advanceTimersByTimeAsync(10);
  return promise;
}
