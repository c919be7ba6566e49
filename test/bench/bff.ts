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
const transfer = '9001';
export const quotePath =
  '/api/quotes?source_amount_cents=100000&source_amount_currency=CLP&country_id=6&destination_amount_currency=COP';

/** What the BFF adds to a call, how many it answers a second, what it holds, how fast it starts. */
export async function bff(): Promise<Line[]> {
  const service = await startSeededService(transfers);
  const giro = await startMeasured(service, [{ role: 'support' }, { role: 'sender' }]);
  try {
    const atRest = giro.memory();
    return [
      ...(await whatItAdds(service, giro)),
      ...(await whatItServes(giro)),
      { what: 'memory at rest', value: inMegabytes(atRest) },
      await memoryUnderConnections(giro),
      await startToListening(service),
    ];
  } finally {
    await giro.stop();
    service.stop();
  }
}

async function whatItAdds(service: SeededService, giro: MeasuredGiro): Promise<Line[]> {
  const authorization = `Bearer ${await tokenOf(service)}`;
  const proxies = {
    'a bare node:http proxy': await startProxy('bare', service.baseUrl),
    '@fastify/http-proxy': await startProxy('fastify', service.baseUrl),
    nginx: await startNginx(service.baseUrl),
  };
  const path = `/api/v3/transfers/${transfer}`;
  const throughProxy = (url: string) => (): Call => ({ url, path, headers: { authorization } });
  const calls: Record<string, (turn: number) => Call> = {
    'the service': throughProxy(service.baseUrl),
  };
  for (const [name, proxy] of Object.entries(proxies)) {
    if (proxy) calls[name] = throughProxy(proxy.url);
  }
  const cookie = giro.cookies[0] ?? '';
  calls.Giro = () => ({
    url: giro.url,
    path: `/api/transfers/${transfer}`,
    headers: { cookie },
  });
  const took = await latencies(calls);
  for (const proxy of Object.values(proxies)) proxy?.stop();

  const base = took['the service'] ?? { p50: 0, p99: 0 };
  const lines = Object.entries(took).map(([name, latency]) => ({
    what: `one transfer, asked of ${name}, p50 and p99`,
    value: both(latency),
    ratio: `adds ${both({ p50: latency.p50 - base.p50, p99: latency.p99 - base.p99 })}`,
  }));
  if (proxies.nginx) return lines;
  return [
    ...lines,
    { what: 'one transfer, asked of nginx', value: 'skipped: not on this machine' },
  ];
}

async function whatItServes(giro: MeasuredGiro): Promise<Line[]> {
  const [support = '', sender = ''] = giro.cookies;
  const { url } = giro;
  const alive = await perSecond({ url, path: '/healthz' });
  const countries = { url, path: '/api/countries', headers: { cookie: support } };
  const { headers } = await fetch(url + countries.path, { headers: countries.headers });
  const known = { cookie: support, 'if-none-match': headers.get('etag') ?? '' };
  const line = (what: string, value: number): Line => ({
    what: `${what}, a second`,
    value: value.toFixed(0),
    ratio: ratio(value, alive, 'alive'),
  });
  return [
    { what: 'the answer that it is alive, a second', value: alive.toFixed(0) },
    line('reads of the countries', await perSecond(countries)),
    line(
      'reads of the countries, known already',
      await perSecond({ ...countries, headers: known }, { notModified: true }),
    ),
    line(
      'first windows of the transfers',
      await perSecond({ url, path: '/api/transfers?limit=50', headers: { cookie: support } }),
    ),
    line(
      'quotes',
      await perSecond(
        { url, path: quotePath, headers: { cookie: sender } },
        // As many as reach the service at once; more would wait in line.
        { connections: 12 },
      ),
    ),
  ];
}

/** With that many connections kept open, each of which has asked something. */
async function memoryUnderConnections(giro: MeasuredGiro): Promise<Line> {
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
  const value = inMegabytes(giro.memory());
  agent.destroy();
  return { what: `memory with ${connections} connections open, after the load above`, value };
}

async function startToListening(service: SeededService): Promise<Line> {
  const times: number[] = [];
  for (let turn = 0; turn < starts; turn += 1) {
    const giro = await startMeasured(service, []);
    times.push(giro.startedIn);
    await giro.stop();
  }
  return { what: `start to listening, of ${starts}`, value: `${median(times).toFixed(0)} ms` };
}

const both = ({ p50, p99 }: Latency) => `${p50.toFixed(2)} / ${p99.toFixed(2)} ms`;
const inMegabytes = (value: number) => `${value.toFixed(0)} MB`;
