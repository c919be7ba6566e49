import { createServiceClient, type ServiceClient } from './client.ts';
import { createHttp, type ProxyAccess, type Timeouts } from './http.ts';
import { type Log, silentLog } from './log.ts';
import { createServiceGateway, type GatewayLimits, gatewayLimits } from './service-gateway.ts';
import { createTokenKeeper, type TokenKeeper } from './token.ts';
import { createTokenCalls } from './token-calls.ts';
import type { TokenStore } from './token-store.ts';

/** In milliseconds. A transfer gets more time than a page, because its answer matters more. */
const defaultTimeouts = {
  connect: 3_000,
  headers: 10_000,
  body: 10_000,
  total: 15_000,
  createTransfer: 20_000,
  tokenCall: 10_000,
};

export type ServiceOptions = {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  proxy?: ProxyAccess | undefined;
  tokenStore: TokenStore;
  now?: () => number;
  log?: Log;
  timeouts?: Partial<Timeouts & { createTransfer: number; tokenCall: number }>;
  limits?: Partial<GatewayLimits>;
};

export type Service = {
  client: ServiceClient;
  tokens: TokenKeeper;
  /** Waits for calls under way. */
  close(): Promise<void>;
  /** Ends calls under way. A transfer that was asked for is then unconfirmed. */
  end(): void;
};

/** Creates the client of the payment service and its token keeper. */
export function createService(options: ServiceOptions): Service {
  const { baseUrl, clientId, clientSecret, proxy, tokenStore } = options;
  const { now = () => Date.now(), log = silentLog } = options;
  const { createTransfer, tokenCall, ...timeouts } = { ...defaultTimeouts, ...options.timeouts };
  const limits = { ...gatewayLimits, ...options.limits };
  const maxConnections = limits.quotes.active + limits.reads.active + limits.changes.active;
  const direct = createHttp({ baseUrl, proxy, timeouts, maxConnections });
  const http = createServiceGateway(direct, { limits, total_ms: timeouts.total, now, log });
  const calls = createTokenCalls({ http, clientId, clientSecret, total_ms: tokenCall });
  const tokens = createTokenKeeper({ calls, store: tokenStore, now, log });
  const totals = { call: timeouts.total, createTransfer };
  const client = createServiceClient({ http, tokens, now, log, totals });

  return {
    client,
    tokens,
    async close() {
      tokens.close();
      await http.close();
    },
    end: () => http.end(),
  };
}
