import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Sink, sinks } from '../../contract/api/news.ts';
import { sendStates } from '../../contract/api/send-states.ts';
import type { Config } from '../config/config.ts';
import { waitingDeliveries } from '../ledger/news/deliveries.ts';
import { openLookAlikes } from '../ledger/sends/look-alikes.ts';
import { countSends } from '../ledger/sends/sends.ts';
import { isHeld } from '../ledger/store/holds.ts';
import { ledgerFailures, poolUse } from '../ledger/store/ledger.ts';
import type { LedgerDb } from '../ledger/store/schema.ts';
import type { StoreClock } from '../ledger/store/store-clock.ts';
import { notFound } from '../lib/problem.ts';
import { createSharedRead } from '../lib/shared-read.ts';
import { timestamp } from '../lib/timestamp.ts';
import { version } from '../lib/version.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Log } from '../service/log.ts';
import type { Live } from '../tracking/live.ts';
import type { LiveTracking } from '../tracking/tracking.ts';
import { measureOrders } from './order-metrics.ts';

export type Metrics = {
  contentType: string;
  /** The current metrics in Prometheus text format. */
  text(): Promise<string>;
  /** Counts an answered request by the route's pattern, never by its URL. */
  request(method: string, route: string, status: number, seconds: number): void;
  /** Counts an attempt to tell a person news. */
  newsAttempt(sink: Sink, outcome: string): void;
};

type Deps = {
  client: Pick<ServiceClient, 'onAttempt' | 'breaker' | 'lists'>;
  db: LedgerDb;
  storeClock: Pick<StoreClock, 'ahead_ms' | 'now'>;
  /** Whether statements fail, and no write has worked since. */
  isLedgerFailing: () => boolean;
  /** The service's token; null without one. */
  token: () => Promise<{ remaining_ms: number } | null>;
  tracking: Pick<LiveTracking, 'effort' | 'asOf'>;
  live: Pick<Live, 'streams'>;
  now: () => number;
  log: Log;
};

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
const breakerStates = ['closed', 'trying', 'open'] as const;

/** In milliseconds: by up to this much a stall of the event loop is reported as longer than it is. */
const eventLoopMonitoringPrecision = 5;

// Shared: default metrics are of the process, and several servers can run in it.
let processMetrics: Registry | undefined;

/** Creates the metrics of one server: requests, service calls, sends, event streams. */
export function createMetrics(deps: Deps): Metrics {
  const { client } = deps;
  if (!processMetrics) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics, eventLoopMonitoringPrecision });
  }
  const registry = new Registry();
  const registers = [registry];

  const requests = new Histogram({
    name: 'giro_http_request_duration_seconds',
    help: 'Duration of answered HTTP requests, by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers,
  });
  const calls = new Histogram({
    name: 'giro_service_call_duration_seconds',
    help: 'Duration of attempts to call the payment service, by operation and outcome.',
    labelNames: ['operation', 'outcome'],
    buckets: durationBuckets,
    registers,
  });
  const newsAttempts = new Counter({
    name: 'giro_news_attempts_total',
    help: 'Attempts of this instance to tell people news, by way and outcome.',
    labelNames: ['sink', 'outcome'],
    registers,
  });
  measureLedger(deps, registers);
  measureOrders(deps, registers);
  measurePool(deps, registers);
  measureNews(deps, registers);
  measureInstance(deps, registers);
  measureService(deps, registers);

  client.onAttempt(({ operation, outcome, took_ms }) => {
    calls.observe({ operation, outcome }, took_ms / 1_000);
  });
  const all = Registry.merge([processMetrics, registry]);
  return {
    contentType: all.contentType,
    text: () => all.metrics(),
    request: (method, route, status, took) => requests.observe({ method, route, status }, took),
    newsAttempt: (sink, outcome) => newsAttempts.inc({ sink, outcome }),
  };
}

/** Metrics of the ledger, the same in all instances. */
function measureLedger({ db, isLedgerFailing, log }: Deps, registers: Registry[]) {
  new Gauge({
    name: 'giro_ledger_failing',
    help: '1 while statements of the database fail and no write has worked since. 0 otherwise.',
    registers,
    collect() {
      this.set(isLedgerFailing() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'giro_sends',
    help: 'Sends in the database by state, for all instances.',
    labelNames: ['state'],
    registers,
    async collect() {
      try {
        const counts = await countSends(db);
        this.reset();
        for (const state of sendStates) this.set({ state }, counts.get(state) ?? 0);
      } catch (error) {
        // A failing store must not hide the other metrics.
        this.reset();
        log.warn({ err: error }, 'metrics: sends not counted');
      }
    },
  });
  new Gauge({
    name: 'giro_held',
    help: '1 while the database is on hold, after a restore or a loss of its latest records: nothing is sent. 0 otherwise.',
    registers,
    async collect() {
      // Unknown, and not 0, if it can't be read.
      this.remove();
      try {
        this.set((await isHeld(db)) ? 1 : 0);
      } catch (error) {
        log.warn({ err: error }, 'metrics: hold not read');
      }
    },
  });
  new Counter({
    name: 'giro_ledger_failures_total',
    help: 'Failed statements and connections of the database.',
    registers,
    collect() {
      this.reset();
      this.inc(ledgerFailures(db));
    },
  });
  new Gauge({
    name: 'giro_look_alikes',
    help: 'Transfers that appeared late, match a past send and wait for support.',
    registers,
    async collect() {
      this.remove();
      try {
        this.set((await openLookAlikes(db)).length);
      } catch (error) {
        log.warn({ err: error }, 'metrics: look-alikes not counted');
      }
    },
  });
}

/** The connections of this instance to PostgreSQL; SQLite has none. */
function measurePool({ db }: Deps, registers: Registry[]) {
  new Gauge({
    name: 'giro_ledger_connections',
    help: 'Connections of this instance to the database: in use, or idle.',
    labelNames: ['state'],
    registers,
    collect() {
      const { inUse = 0, idle = 0 } = poolUse(db) ?? {};
      this.set({ state: 'in_use' }, inUse);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'giro_ledger_waiting',
    help: 'Statements and transactions that wait for a free connection to the database.',
    registers,
    collect() {
      this.set(poolUse(db)?.waiting ?? 0);
    },
  });
  new Counter({
    name: 'giro_ledger_busy_total',
    help: 'Statements and transactions that found no free connection to the database in time.',
    registers,
    collect() {
      this.reset();
      this.inc(poolUse(db)?.refused ?? 0);
    },
  });
}

/** The outbox of news, the same in all instances. */
function measureNews({ db, now, log }: Deps, registers: Registry[]) {
  // Both metrics are collected at once, and neither waits for what the other sets.
  const waiting = createSharedRead(() => waitingDeliveries(db, timestamp(now())), now);
  type Waiting = Awaited<ReturnType<typeof waitingDeliveries>>[number];

  function measure(name: string, help: string, amountOf: (found: Waiting | undefined) => number) {
    new Gauge({
      ...{ name, help, registers },
      labelNames: ['sink'],
      async collect() {
        this.reset();
        try {
          const { value } = await waiting.get(0);
          for (const sink of sinks) {
            this.set({ sink }, amountOf(value.find((one) => one.sink === sink)));
          }
        } catch (error) {
          log.warn({ err: error }, 'metrics: news not counted');
        }
      },
    });
  }

  measure(
    'giro_news_waiting',
    'News that are due and not told yet, by way: mail or push.',
    (found) => found?.count ?? 0,
  );
  measure(
    'giro_news_oldest_seconds',
    'Seconds since the oldest news that is due and not told was written, by way.',
    (found) => (found ? Math.max(now() - Date.parse(found.oldest_at), 0) / 1_000 : 0),
  );
}

/** Metrics of this instance. */
function measureInstance({ storeClock, tracking, live, now }: Deps, registers: Registry[]) {
  new Gauge({
    name: 'giro_list_age_seconds',
    help: 'Age of the list of transfers that people see. Absent before the first list.',
    registers,
    collect() {
      this.remove();
      const asOf = tracking.asOf();
      if (asOf) this.set(Math.max(now() - Date.parse(asOf.as_of), 0) / 1_000);
    },
  });
  new Gauge({
    name: 'giro_build_info',
    help: 'Always 1; the label is the version of Giro.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1);
  new Gauge({
    name: 'giro_clock_ahead_seconds',
    help: 'Seconds that this machine’s clock is ahead of the database’s. No transfer is sent beyond 5 either way.',
    registers,
    collect() {
      this.set(storeClock.ahead_ms() / 1_000);
    },
  });
  new Gauge({
    name: 'giro_watchers',
    help: 'Event streams and jobs that keep the transfer list refreshed in the background.',
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

/** Metrics of the payment service, as this instance sees it. */
function measureService({ client, token, log }: Deps, registers: Registry[]) {
  new Gauge({
    name: 'giro_token_remaining_seconds',
    help: 'Seconds until the payment service’s token ends, for all instances. Absent without a token.',
    registers,
    async collect() {
      this.remove();
      try {
        const found = await token();
        if (found) this.set(found.remaining_ms / 1_000);
      } catch (error) {
        log.warn({ err: error }, 'metrics: token not read');
      }
    },
  });
  new Gauge({
    name: 'giro_service_breaker',
    help: 'Circuit breaker of the payment service: 1 for its current state. Closed lets calls through.',
    labelNames: ['state'],
    registers,
    collect() {
      const now = client.breaker();
      for (const state of breakerStates) this.set({ state }, state === now ? 1 : 0);
    },
  });
  new Gauge({
    name: 'giro_service_list_readable',
    help: '1 if the last read of this list of the payment service succeeded, else 0.',
    labelNames: ['list'],
    registers,
    collect() {
      for (const { list, failing } of client.lists.report()) this.set({ list }, failing ? 0 : 1);
    },
  });
  new Gauge({
    name: 'giro_service_list_odd_rows',
    help: 'Rows of this list of the payment service that are left out because they can’t be read.',
    labelNames: ['list'],
    registers,
    collect() {
      for (const { list, odd } of client.lists.report()) this.set({ list }, odd.length);
    },
  });
}

/** GET /metrics: from this machine or with METRICS_TOKEN. Anyone else gets 404. */
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
 * True for a direct connection from this machine: no proxy headers, and a Host of this machine, because
 * DNS rebinding lets a web page reach 127.0.0.1 under its own name.
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
