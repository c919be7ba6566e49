import { ServiceError } from './errors.ts';
import type { Log } from './log.ts';
import type { IssuedToken, TokenCalls } from './token-calls.ts';
import type { StoredToken, TokenStore } from './token-store.ts';

/** A Date header is cut to whole seconds, so that up to one of them is not the token's. */
const margin_ms = 1_000;
/** A shorter lifetime is not believed, so that an odd `expires_at` can't cause a storm of renewals. */
const minLife_ms = 5_000;
/** Of its life, when a token is renewed. */
const renewAt = 0.8;
/** So long after it was given or accepted a token is taken to hold. */
const provenFor_ms = 60_000;
const maxTimer_ms = 2 ** 31 - 1;
const credentialsBackoff = { first_ms: 1_000, max_ms: 60_000 };
const otherBackoff = { first_ms: 250, max_ms: 5_000 };

/** `life_ms` is how long it lives from when it was issued. */
export type TokenTimes = { expires_at: string; remaining_ms: number; life_ms: number };

export type TokenKeeper = {
  /** A token that is alive by our clock. Throws a ServiceError: credentials or not-written. */
  get(): Promise<string>;
  /** After a 401 with `bad`: another token, renewed once however many callers report it. */
  replace(bad: string): Promise<string>;
  /** Notes that the service accepted a token just now. */
  accepted(token: string): void;
  /** Whether the service gave or accepted this token a short while ago. */
  isProven(token: string): boolean;
  /** Ends the shared token at the service; false when there is none. Throws a ServiceError. */
  deactivate(): Promise<boolean>;
  /** The shared token's times, never its value; null when there is none. */
  describe(): Promise<TokenTimes | null>;
  /** Ends the background refresh. */
  close(): void;
};

export type TokenKeeperOptions = {
  calls: TokenCalls;
  store: TokenStore;
  now: () => number;
  log: Log;
};

type Setback = { failures: number; until: number; error: ServiceError };

/** What the keeper knows and works with: the functions below share it. */
type KeeperState = TokenKeeperOptions & {
  current: StoredToken | null;
  renewal: Promise<string> | null;
  setback: Setback | null;
  timer: NodeJS.Timeout | undefined;
  closed: boolean;
  proof: { token: string; at: number } | null;
};

/** Keeps one token alive for everybody: obtained when first needed, refreshed at 80% of its life. */
export function createTokenKeeper(options: TokenKeeperOptions): TokenKeeper {
  const { calls, store, now } = options;
  const state: KeeperState = {
    ...options,
    current: null,
    renewal: null,
    setback: null,
    timer: undefined,
    closed: false,
    proof: null,
  };

  return {
    async get() {
      return liveToken(state) ?? renew(state);
    },

    async replace(bad) {
      // Whatever a renewal under way ends with, what counts is whether it brought another token.
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
      // Its beginning is not stored, but both of its other times are fixed parts of its life.
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

/** Renews it once, however many callers need it. */
function renew(state: KeeperState, bad?: string): Promise<string> {
  const { setback, now } = state;
  if (!state.renewal && setback && now() < setback.until) {
    return Promise.reject(setback.error);
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
    const token = await store.withLock(async () => {
      const stored = await store.read();
      if (stored && stored.token === bad) await store.write(null);
      live = stored && stored.token !== bad && lives(stored, now) ? stored : null;
      if (!live) return issue(state, calls.authorize);
      // Another instance may have renewed it meanwhile.
      return isFresh(live, now) ? live : refresh(state, live);
    });
    state.setback = null;
    return keep(state, token);
  } catch (error) {
    state.setback = setbackAfter(state, error);
    if (live) return keep(state, live);
    throw state.setback.error;
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
  // By the service's own clock, so that a difference between the clocks doesn't matter.
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
  const { setback, closed, now } = state;
  clearTimeout(state.timer);
  const at = Math.max(token.refresh_at, setback?.until ?? 0);
  // A token that will be dead by then is renewed by the next call that needs one.
  if (closed || at >= token.dies_at) return;
  state.timer = setTimeout(
    // A failure was logged and made a setback; the next call that needs a token meets it.
    () => renew(state).catch(() => undefined),
    Math.min(at - now(), maxTimer_ms),
  );
  state.timer.unref();
}

function setbackAfter({ setback, now, log }: KeeperState, error: unknown): Setback {
  const wrong = error instanceof ServiceError && error.kind === 'credentials';
  const { first_ms, max_ms } = wrong ? credentialsBackoff : otherBackoff;
  const failures = (setback?.failures ?? 0) + 1;
  const backoff_ms = Math.min(first_ms * 2 ** (failures - 1), max_ms);
  const until = now() + backoff_ms;
  if (wrong) {
    log.error(
      { kind: 'credentials', failures, backoff_ms },
      'The service refuses the Client ID or Secret Key',
    );
    return { failures, until, error };
  }
  const kind = error instanceof ServiceError ? error.kind : 'store';
  const why = error instanceof ServiceError && kind !== 'refused' ? `: ${error.message}` : '';
  const message = `no token could be had, so that nothing was written${why}`;
  log.warn(
    { kind, failures, backoff_ms, reason: message },
    'No token could be had from the service',
  );
  const retry_after_ms = error instanceof ServiceError ? error.retry_after_ms : undefined;
  const details = { cause: error, retry_after_ms };
  return { failures, until, error: new ServiceError('not-written', message, details) };
}

/** contract 7: a token that the service no longer knows. */
function isNotFound(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === 'refused' && error.status === 404;
}
