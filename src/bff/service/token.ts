import { ServiceError } from './errors.ts';
import type { Log } from './log.ts';
import type { IssuedToken, TokenCalls } from './token-calls.ts';
import type { StoredToken, TokenStore } from './token-store.ts';

/** A Date header has whole seconds, so the computed lifetime may be up to 1 s too long. */
const margin_ms = 1_000;
/** Shorter lifetimes are raised to this, so that a wrong `expires_at` can't cause constant renewals. */
const minLife_ms = 5_000;
/** The share of its lifetime after which a token is refreshed. */
const renewAt = 0.8;
/** A token counts as valid this long after it was issued or accepted. */
const provenFor_ms = 60_000;
const maxTimer_ms = 2 ** 31 - 1;
const credentialsBackoff = { first_ms: 1_000, max_ms: 60_000 };
const otherBackoff = { first_ms: 250, max_ms: 5_000 };

/** `life_ms` is the lifetime from when the token was issued. */
type TokenTimes = { expires_at: string; remaining_ms: number; life_ms: number };

export type TokenKeeper = {
  /** A token that has not expired by this machine's clock. Throws a ServiceError: credentials or not-written. */
  get(): Promise<string>;
  /** Another token after a 401 with `bad`; concurrent callers share one renewal. */
  replace(bad: string): Promise<string>;
  /** Records that the service accepted a token now. */
  accepted(token: string): void;
  /** True if the service issued or accepted this token in the last minute. */
  isProven(token: string): boolean;
  /** Deactivates the shared token (contract 4.1); false if there is none. Throws a ServiceError. */
  deactivate(): Promise<boolean>;
  /** The times of the shared token, never its value; null if there is none. */
  describe(): Promise<TokenTimes | null>;
  /** Stops the background refresh. */
  close(): void;
};

type TokenKeeperOptions = {
  calls: TokenCalls;
  store: TokenStore;
  now: () => number;
  log: Log;
};

/** Backoff after a failed renewal; `until` in milliseconds since 1970. */
type Backoff = { failures: number; until: number; error: ServiceError };

/** State shared by the functions below. */
type KeeperState = TokenKeeperOptions & {
  current: StoredToken | null;
  renewal: Promise<string> | null;
  backoff: Backoff | null;
  timer: NodeJS.Timeout | undefined;
  closed: boolean;
  proof: { token: string; at: number } | null;
};

/** Keeps a shared token valid: obtained on first use, refreshed after 80% of its lifetime (contract 5.5). */
export function createTokenKeeper(options: TokenKeeperOptions): TokenKeeper {
  const { calls, store, now } = options;
  const state: KeeperState = {
    ...options,
    current: null,
    renewal: null,
    backoff: null,
    timer: undefined,
    closed: false,
    proof: null,
  };

  return {
    async get() {
      return liveToken(state) ?? renew(state);
    },

    async replace(bad) {
      // Wait for a renewal under way, also if it fails: it may have brought another token.
      await state.renewal?.catch(() => undefined);
      if (state.current?.token === bad) state.current = null;
      return liveToken(state) ?? renew(state, bad);
    },

    accepted: (token) => accept(state, token),

    isProven: (token) => state.proof?.token === token && now() - state.proof.at <= provenFor_ms,

    deactivate() {
      return store.withLock(async () => {
        const stored = await store.read();
        if (!stored) return false;
        try {
          await calls.deactivate(stored.token);
        } catch (error) {
          if (!isNotFound(error)) throw error;
        }
        await store.write(null);
        clearTimeout(state.timer);
        state.current = null;
        return true;
      });
    },

    async describe() {
      const stored = await store.read();
      if (!stored) return null;
      const remaining_ms = Math.max(stored.dies_at - now(), 0);
      // The issue time is not stored, but follows from the other two times.
      const life_ms = Math.round((stored.dies_at - stored.refresh_at) / (1 - renewAt));
      return { expires_at: stored.expires_at, remaining_ms, life_ms };
    },

    close() {
      state.closed = true;
      clearTimeout(state.timer);
    },
  };
}

function liveToken({ current, now }: KeeperState): string | null {
  return current && lives(current, now) ? current.token : null;
}

const lives = (token: StoredToken, now: () => number) => now() < token.dies_at;
const isFresh = (token: StoredToken, now: () => number) => now() < token.refresh_at;

function accept(state: KeeperState, token: string): void {
  state.proof = { token, at: state.now() };
}

/** Renews the token; concurrent callers share one renewal. */
function renew(state: KeeperState, bad?: string): Promise<string> {
  const { backoff, now } = state;
  if (!state.renewal && backoff && now() < backoff.until) {
    return Promise.reject(backoff.error);
  }
  state.renewal ??= renewNow(state, bad).finally(() => {
    state.renewal = null;
  });
  return state.renewal;
}

async function renewNow(state: KeeperState, bad: string | undefined): Promise<string> {
  const { calls, store, now, current } = state;
  let live = current && current.token !== bad && lives(current, now) ? current : null;
  try {
    const shared = await store.read();
    // Used without the lock, so that a lock left by a killed process delays nobody while the token is fresh.
    const isUsable = shared && shared.token !== bad && isFresh(shared, now);
    const token = isUsable
      ? shared
      : await store.withLock(async () => {
          const stored = await store.read();
          if (stored && stored.token === bad) await store.write(null);
          live = stored && stored.token !== bad && lives(stored, now) ? stored : null;
          if (!live) return issue(state, calls.authorize);
          // Another instance may have renewed it while this one waited for the lock.
          return isFresh(live, now) ? live : refresh(state, live);
        });
    state.backoff = null;
    return keep(state, token);
  } catch (error) {
    state.backoff = backoffAfter(state, error);
    if (live) return keep(state, live);
    throw state.backoff.error;
  }
}

async function refresh(state: KeeperState, old: StoredToken): Promise<StoredToken> {
  const { calls } = state;
  try {
    return await issue(state, () => calls.refresh(old.token));
  } catch (error) {
    if (isNotFound(error)) return issue(state, calls.authorize);
    throw error;
  }
}

async function issue(state: KeeperState, call: () => Promise<IssuedToken>): Promise<StoredToken> {
  const { store, now } = state;
  const asked_at = now();
  const { token, expires_at, service_now = asked_at } = await call();
  // Both times are the service's, so that a difference between the clocks doesn't matter.
  const given_ms = Date.parse(expires_at) - service_now - margin_ms;
  const life_ms = Math.max(given_ms, minLife_ms);
  const stored = {
    token,
    expires_at,
    refresh_at: asked_at + Math.floor(life_ms * renewAt),
    dies_at: asked_at + life_ms,
  };
  await store.write(stored);
  accept(state, token);
  return stored;
}

function keep(state: KeeperState, token: StoredToken): string {
  state.current = token;
  schedule(state, token);
  return token.token;
}

function schedule(state: KeeperState, token: StoredToken): void {
  const { backoff, closed, now } = state;
  clearTimeout(state.timer);
  const at = Math.max(token.refresh_at, backoff?.until ?? 0);
  // If the token expires before that, the next call that needs one renews it.
  if (closed || at >= token.dies_at) return;
  state.timer = setTimeout(
    // The failure is logged and starts a backoff; the next call that needs a token gets its error.
    () => renew(state).catch(() => undefined),
    Math.min(at - now(), maxTimer_ms),
  );
  state.timer.unref();
}

function backoffAfter({ backoff, now, log }: KeeperState, error: unknown): Backoff {
  const wrong = error instanceof ServiceError && error.kind === 'credentials';
  const { first_ms, max_ms } = wrong ? credentialsBackoff : otherBackoff;
  const failures = (backoff?.failures ?? 0) + 1;
  const backoff_ms = Math.min(first_ms * 2 ** (failures - 1), max_ms);
  const until = now() + backoff_ms;
  if (wrong) {
    log.error(
      { kind: 'credentials', failures, backoff_ms },
      'token: the service rejects the Client ID or Secret Key',
    );
    return { failures, until, error };
  }
  const kind = error instanceof ServiceError ? error.kind : 'store';
  const why = error instanceof ServiceError && kind !== 'refused' ? `: ${error.message}` : '';
  const message = `no token from the service, so nothing was sent${why}`;
  log.warn({ kind, failures, backoff_ms, reason: message }, 'token: not obtained from the service');
  const retry_after_ms = error instanceof ServiceError ? error.retry_after_ms : undefined;
  const details = { cause: error, retry_after_ms };
  return { failures, until, error: new ServiceError('not-written', message, details) };
}

/** True if the service doesn't know the token (contract 7). */
function isNotFound(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === 'refused' && error.status === 404;
}
