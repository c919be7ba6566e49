import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, type Latency, latencies, perSecond } from './load.ts';
import { type MeasuredGiro, startMeasured } from './measured-giro.ts';
import { startNginx, startProxy } from './proxies/start.ts';
import { type Line, median, ratio } from './section.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';
import { tokenOf } from './service-token.ts';

const transfers = 1_000;
const connections = 500;
const starts = 5;
const firstTransfer = 9_001;
export const quotePath =
  '/api/quotes?source_amount_cents=100000&source_amount_currency=CLP&country_id=6&destination_amount_currency=COP';

/** Measures the BFF: latency that it adds, requests per second, memory, start-up time. */
export async function bff(): Promise<Line[]> {
  const service = await startSeededService(transfers);
  const ids = Array.from({ length: transfers }, (_, index) => String(firstTransfer + index));
  const giro = await startMeasured(service, [
    { role: 'support' },
    { role: 'sender', transfers: ids },
  ]);
  try {
    const atRest = giro.memory();
    const held = async (when: string): Promise<Line> => {
      const value = await memoryUnderConnections(giro);
      const what = `memory with ${connections} connections open, ${when}`;
      return { what, value: inMegabytes(value), ratio: ratio(value, atRest, 'at rest') };
    };
    const fresh = await held('after one request each');
    return [
      ...(await whatItAdds(service, giro, ids)),
      ...(await whatItServes(giro)),
      { what: 'memory at rest', value: inMegabytes(atRest) },
      fresh,
      await held('after the load'),
      await startToListening(service),
    ];
  } finally {
    await giro.stop();
    service.stop();
  }
}

async function whatItAdds(
  service: SeededService,
  giro: MeasuredGiro,
  ids: readonly string[],
): Promise<Line[]> {
  const authorization = `Bearer ${await tokenOf(service)}`;
  const proxies = {
    'a bare node:http proxy': await startProxy('bare', service.baseUrl),
    '@fastify/http-proxy': await startProxy('fastify', service.baseUrl),
    nginx: await startNginx(service.baseUrl),
  };
  // Another transfer each time, so that Giro's shared reads are not measured.
  const id = (turn: number) => ids[turn % ids.length] ?? '';
  const throughProxy =
    (url: string) =>
    (turn: number): Call => ({
      url,
      path: `/api/v3/transfers/${id(turn)}`,
      headers: { authorization },
    });
  const calls: Record<string, (turn: number) => Call> = {
    'the service': throughProxy(service.baseUrl),
  };
  for (const [name, proxy] of Object.entries(proxies)) {
    if (proxy) calls[name] = throughProxy(proxy.url);
  }
  const [support = '', sender = ''] = giro.cookies;
  const throughGiro =
    (cookie: string) =>
    (turn: number): Call => ({
      url: giro.url,
      path: `/api/transfers/${id(turn)}`,
      headers: { cookie },
    });
  calls['Giro as its sender'] = throughGiro(sender);
  calls['Giro as support, with an audit entry'] = throughGiro(support);
  const took = await latencies(calls);
  for (const proxy of Object.values(proxies)) proxy?.stop();

  const base = took['the service'] ?? { p50: 0, p99: 0 };
  const lines = Object.entries(took).map(([name, latency]) => ({
    what: `one transfer from ${name}, p50 / p99`,
    value: both(latency),
    ratio: `adds ${both({ p50: latency.p50 - base.p50, p99: latency.p99 - base.p99 })}, p50 ${ratio(latency.p50, base.p50, 'the service')}`,
  }));
  if (proxies.nginx) return lines;
  return [...lines, { what: 'one transfer from nginx', value: 'skipped: not installed' }];
}

async function whatItServes(giro: MeasuredGiro): Promise<Line[]> {
  const [support = '', sender = ''] = giro.cookies;
  const { url } = giro;
  const alive = await perSecond({ url, path: '/healthz' });
  const countries = { url, path: '/api/countries', headers: { cookie: support } };
  const { headers } = await fetch(url + countries.path, { headers: countries.headers });
  const known = { cookie: support, 'if-none-match': headers.get('etag') ?? '' };
  const line = (what: string, value: number): Line => ({
    what: `${what} per second`,
    value: value.toFixed(0),
    ratio: ratio(value, alive, '/healthz'),
  });
  return [
    { what: '/healthz per second', value: alive.toFixed(0) },
    line('countries', await perSecond(countries)),
    line(
      'countries with a known ETag',
      await perSecond({ ...countries, headers: known }, { notModified: true }),
    ),
    line(
      'first windows of transfers',
      await perSecond({ url, path: '/api/transfers?limit=50', headers: { cookie: support } }),
    ),
    line(
      'quotes',
      await perSecond(
        { url, path: quotePath, headers: { cookie: sender } },
        // The limit of simultaneous calls to the service; more would queue.
        { connections: 12 },
      ),
    ),
  ];
}

/** Megabytes with `connections` open keep-alive connections, each after one request. */
async function memoryUnderConnections(giro: MeasuredGiro): Promise<number> {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: connections,
    maxFreeSockets: connections,
  });
  const headers = { cookie: giro.cookies[0] ?? '' };
  const ask = () =>
    new Promise<void>((done, fail) => {
      get(`${giro.url}/api/transfers?limit=50`, { agent, headers }, (answer) => {
        answer.resume().once('end', done);
      }).once('error', fail);
    });
  await Promise.all(Array.from({ length: connections }, ask));
  await pause(1_000);
  const value = giro.memory();
  agent.destroy();
  return value;
}

async function startToListening(service: SeededService): Promise<Line> {
  const ours: number[] = [];
  const others: number[] = [];
  for (let turn = 0; turn < starts; turn += 1) {
    const giro = await startMeasured(service, []);
    ours.push(giro.startedIn);
    await giro.stop();
    const began = performance.now();
    const proxy = await startProxy('fastify', service.baseUrl);
    others.push(performance.now() - began);
    proxy.stop();
  }
  const value = median(ours);
  return {
    what: `start to listening, median of ${starts} warm starts`,
    value: `${value.toFixed(0)} ms`,
    ratio: ratio(value, median(others), '@fastify/http-proxy'),
  };
}

const both = ({ p50, p99 }: Latency) => `${p50.toFixed(2)} / ${p99.toFixed(2)} ms`;
const inMegabytes = (value: number) => `${value.toFixed(0)} MB`;
