import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { type LedgerDb, ledgerFailures } from '../ledger/ledger.ts';
import { openLookAlikes } from '../ledger/look-alikes.ts';
import { countSends } from '../ledger/sends.ts';
import type { StoreClock } from '../ledger/store-clock.ts';
import { notFound } from '../lib/problem.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Log } from '../service/log.ts';
import type { Live } from '../tracking/live.ts';
import type { LiveTracking } from '../tracking/tracking.ts';

export type Metrics = {
  contentType: string;
  /** All of them now, as Prometheus reads them. */
  text(): Promise<string>;
  /** Counts an answered request by its route's pattern, never its address. */
  request(method: string, route: string, status: number, seconds: number): void;
};

type Deps = {
  client: Pick<ServiceClient, 'onAttempt' | 'breaker' | 'lists'>;
  db: LedgerDb;
  storeClock: Pick<StoreClock, 'ahead_ms'>;
  tracking: Pick<LiveTracking, 'effort'>;
  live: Pick<Live, 'streams'>;
  log: Log;
};

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
const breakerStates = ['closed', 'trying', 'open'] as const;

// Of the process, however many servers run in it: measured from the first one on.
let ofProcess: Registry | undefined;

/** What Prometheus is told of one server: requests, calls to the service, sendings, open pages. */
export function createMetrics(deps: Deps): Metrics {
  const { client } = deps;
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  const registry = new Registry();
  const registers = [registry];

  const requests = new Histogram({
    name: 'giro_http_request_duration_seconds',
    help: 'Requests answered, by the pattern of their route.',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers,
  });
  const calls = new Histogram({
    name: 'giro_service_call_duration_seconds',
    help: 'Attempts at a call of the remittance service, by how they ended.',
    labelNames: ['operation', 'outcome'],
    buckets: seconds,
    registers,
  });
  measureLedger(deps, registers);
  measureInstance(deps, registers);
  measureService(deps, registers);

  client.onAttempt(({ operation, outcome, took_ms }) => {
    calls.observe({ operation, outcome }, took_ms / 1_000);
  });
  const all = Registry.merge([ofProcess, registry]);
  return {
    contentType: all.contentType,
    text: () => all.metrics(),
    request: (method, route, status, took) => requests.observe({ method, route, status }, took),
  };
}

/** What all instances share. */
function measureLedger({ db, log }: Deps, registers: Registry[]) {
  new Gauge({
    name: 'giro_sends',
    help: 'Sendings in the ledger, which all instances share, by state.',
    labelNames: ['state'],
    registers,
    async collect() {
      try {
        const counts = await countSends(db);
        this.reset();
        for (const [state, count] of counts) this.set({ state }, count);
      } catch (error) {
        // The others are worth reading all the more while the store fails.
        this.reset();
        log.warn({ err: error }, 'sendings could not be counted');
      }
    },
  });
  new Counter({
    name: 'giro_ledger_failures_total',
    help: 'Statements that the store has failed, and connections to it that could not be had.',
    registers,
    collect() {
      this.reset();
      this.inc(ledgerFailures(db));
    },
  });
  new Gauge({
    name: 'giro_look_alikes',
    help: 'Transfers that are like a past sending, turned up later, and wait for support.',
    registers,
    async collect() {
      this.reset();
      try {
        this.set((await openLookAlikes(db)).length);
      } catch (error) {
        log.warn({ err: error }, 'transfers that turned up late could not be counted');
      }
    },
  });
}

/** What is this instance's own. */
function measureInstance({ storeClock, tracking, live }: Deps, registers: Registry[]) {
  new Gauge({
    name: 'giro_clock_ahead_seconds',
    help: 'By how much the clock of this machine is ahead of the store’s; with more than 5 either way nothing is sent.',
    registers,
    collect() {
      this.set(storeClock.ahead_ms() / 1_000);
    },
  });
  new Gauge({
    name: 'giro_watchers',
    help: 'Who keeps the list of transfers being read in the background.',
    registers,
    collect() {
      this.set(tracking.effort().watchers);
    },
  });
  new Gauge({
    name: 'giro_event_streams',
    help: 'Open streams of server-sent events.',
    registers,
    collect() {
      this.set(live.streams());
    },
  });
}

/** How the remittance service does, as this instance sees it. */
function measureService({ client }: Deps, registers: Registry[]) {
  new Gauge({
    name: 'giro_service_breaker',
    help: '1 for the state of the way to the remittance service: closed lets every call through.',
    labelNames: ['state'],
    registers,
    collect() {
      const now = client.breaker();
      for (const state of breakerStates) this.set({ state }, state === now ? 1 : 0);
    },
  });
  new Gauge({
    name: 'giro_service_list_readable',
    help: '1 while the last read of a list of the remittance service succeeded, else 0.',
    labelNames: ['list'],
    registers,
    collect() {
      for (const { list, failing } of client.lists.report()) this.set({ list }, failing ? 0 : 1);
    },
  });
  new Gauge({
    name: 'giro_service_list_odd_rows',
    help: 'Rows of a list of the remittance service that can not be read and are set aside.',
    labelNames: ['list'],
    registers,
    collect() {
      for (const { list, odd } of client.lists.report()) this.set({ list }, odd.length);
    },
  });
}

/** GET /metrics: for who asks from this machine, or has the token. To others nothing is there. */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, config: Config) {
  app.get('/metrics', async (request, reply) => {
    if (!hasToken(request, config.metricsToken) && !isFromHere(request)) throw notFound();
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (token === null || given === undefined) return false;
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string) => createHash('sha256').update(text).digest();

const forwarding = ['forwarded', 'via', 'x-real-ip'];
const hostHere = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Whether the connection itself comes from this machine, and nothing says that somebody else is
 * behind it: a proxy here, or a page in a browser here that was led to this address by another name.
 */
function isFromHere({ raw }: FastifyRequest): boolean {
  const { remoteAddress = '' } = raw.socket;
  const names = Object.keys(raw.headers);
  const isForwarded = names.some(
    (name) => forwarding.includes(name) || name.startsWith('x-forwarded-'),
  );
  const isLoopback = remoteAddress === '::1' || /^(::ffff:)?127\./.test(remoteAddress);
  return isLoopback && !isForwarded && hostHere.test(raw.headers.host ?? '');
}
