import { createServer, type RequestListener } from 'node:http';
import { type Account, createAccounts } from './accounts.ts';
import { catalogueRoutes } from './catalogue.ts';
import type { Clock } from './clock.ts';
import { createFailureInjector } from './failure-injector.ts';
import { createListener } from './http.ts';
import { createOddities, longIdsFrom, type Oddity } from './oddities.ts';
import { createRandom } from './random.ts';
import { createRates } from './rates.ts';
import { seed as fill } from './seed.ts';
import { createTokens } from './tokens.ts';
import { createTransferStore, type Transfer } from './transfer-store.ts';
import { transferRoutes } from './transfers.ts';

export type SandboxOptions = {
  /** Controls states, rates, expiries and the Date header. The system clock by default. */
  clock?: Clock;
  /** Seeds the rates and the initial transfers. */
  seed?: number;
  /** The failures of scenarios.ts; false switches them off. */
  scenarios?: false | { slow_ms?: number };
  credentials?: { client_id: string; client_secret: string };
  token_lifetime_ms?: number;
  /** Milliseconds from a transfer's creation until it is assigned, and until it is executed or rejected. */
  assigned_after_ms?: number;
  settled_after_ms?: number;
  /**
   * Whether an edit keeps or clears the fields that it leaves out. 'merge' is the default because it is
   * stricter: it reveals a client that leaves a field out in order to clear it.
   */
  edits?: 'merge' | 'replace';
  /** False to answer all banks, whatever country was requested. */
  filters_banks?: boolean;
  /** The number of initial transfers, with one account for every 20 of them. */
  transfers?: number;
  /** The oddities that are on from the start. */
  odd?: readonly Oddity[];
};

/** A call that was received, whatever its answer. */
type ReceivedCall = { method: string; path: string; at: number };

export type Sandbox = {
  client_id: string;
  client_secret: string;
  /** The latest calls, oldest first, at most 100,000. */
  readonly requests: readonly ReceivedCall[];
  readonly transfers: readonly Transfer[];
  readonly accounts: readonly Account[];
  /** Invalidates every token, as if it had expired. */
  revokeTokens(): void;
  /** The oddities that are on; can be changed at any time. */
  readonly odd: Set<Oddity>;
  handle: RequestListener;
  /** Starts listening; port 0 takes a free port. `close` drops open connections. */
  listen(port?: number, host?: string): Promise<{ url: string; close(): Promise<void> }>;
};

const maxRequests = 100_000;

/** Creates an in-memory stand-in for the service that implements the whole contract. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const {
    clock = Date,
    seed = 1,
    scenarios = {},
    credentials = { client_id: 'sandbox-client', client_secret: 'sandbox-secret' },
    token_lifetime_ms = 60 * 60 * 1000,
    assigned_after_ms = 4_000,
    settled_after_ms = 10_000,
    edits = 'merge',
    filters_banks = true,
  } = options;

  const requests: ReceivedCall[] = [];
  const odd = new Set(options.odd);
  const first_id = odd.has('long-ids') ? longIdsFrom : undefined;
  const { alter } = createOddities(odd, clock);
  const tokens = createTokens({ clock, token_lifetime_ms, ...credentials });
  const rates = createRates({ clock, seed });
  const transfers = createTransferStore({
    ...{ clock, assigned_after_ms, settled_after_ms },
    first_id,
  });
  const injector = createFailureInjector({
    enabled: scenarios !== false,
    slow_ms: scenarios ? (scenarios.slow_ms ?? 12_000) : 0,
    revokeTokens: tokens.revokeAll,
  });
  const accounts = createAccounts({
    injector,
    hasExecutedTransfer: transfers.hasExecuted,
    edits,
    first_id,
  });

  fill({
    count: options.transfers ?? 0,
    random: createRandom(seed),
    rates,
    before: clock.now() - settled_after_ms,
    addAccount: accounts.add,
    addTransfer: transfers.add,
  });

  const handle = createListener({
    clock,
    authorise: tokens.authorise,
    alter,
    received(method, path) {
      if (requests.length >= maxRequests) requests.splice(0, maxRequests / 10);
      requests.push({ method, path, at: clock.now() });
    },
    routes: [
      ...tokens.routes,
      ...transferRoutes({ transfers, rates, injector, accountExists: accounts.has }),
      ...accounts.routes,
      ...catalogueRoutes({ filters_banks }),
    ],
  });

  return {
    ...credentials,
    requests,
    get transfers() {
      return transfers.all();
    },
    get accounts() {
      return accounts.all();
    },
    revokeTokens: tokens.revokeAll,
    odd,
    handle,
    listen: (port = 0, host = '127.0.0.1') => listen(handle, port, host),
  };
}

async function listen(handle: RequestListener, port: number, host: string) {
  const server = createServer(handle);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actualPort = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
