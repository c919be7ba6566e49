import { subscribe } from 'node:diagnostics_channel';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSessions } from '../../src/bff/auth/sessions.ts';
import { readConfig } from '../../src/bff/config/config.ts';
import { addUser } from '../../src/bff/ledger/people/users.ts';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import { createServer } from '../../src/bff/server.ts';
import { createService } from '../../src/bff/service/service.ts';
import { createMemoryTokenStore } from '../../src/bff/service/token-store.ts';
import { createTracking } from '../../src/bff/tracking/tracking.ts';
import { createBrowser } from '../support/browser.ts';
import { openStream } from '../support/event-stream.ts';
import { type Line, median, ratio } from './section.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';

const many = 100_000;
const rounds = 7;
const watchedFor = 30_000;
const pagesOfOne = 8;
// Fixed, so that the three counts are comparable.
const readEveryMs = 4_000;

/** Milliseconds: the duration, and the longest event-loop stall in it. */
type Stalled = { took: number; stall: number };

/** Measures the list of 100,000 transfers: windows, searches, stalls, memory, requests to the service. */
export async function tracking(): Promise<Line[]> {
  const service = await startSeededService(many);
  try {
    const lines = await windowsAndStalls(service);
    for (const watchers of [1, 10, 200]) lines.push(await requestsFor(service, watchers));
    return lines;
  } finally {
    service.stop();
  }
}

async function windowsAndStalls(seeded: SeededService): Promise<Line[]> {
  let bytes = 0;
  const bff = await startBff(seeded);
  const { client } = bff.service;
  const list = (query = '') => bff.support.call('GET', `/api/transfers?limit=50${query}`);
  const first = await tookMs(() => list());

  const used = memory();
  const alone = createTracking({ client, db: bff.db, now: Date.now });
  const slices = await stalling(() => alone.list(0, []));
  const held = memory() - used;

  const whole: Stalled[] = [];
  for (let round = 0; round < 3; round += 1) {
    whole.push(await stalling(() => client.listTransfers()));
  }
  const idle: Stalled[] = [];
  const same: Stalled[] = [];
  const changes: Stalled[] = [];
  for (let round = 0; round < rounds; round += 1) {
    idle.push(await stalling(() => pause(500)));
    same.push(await stalling(() => alone.list(0, [])));
    const [account] = await client.listAccounts();
    await client.createTransfer({
      destination_account_id: account?.id ?? '',
      source_amount_cents: 100_000n,
      source_amount_currency: 'CLP',
      destination_amount_currency: 'USD',
    });
    changes.push(await stalling(() => alone.list(0, [])));
  }
  const base = median(whole.map(({ took }) => took));
  const timed = async (query: string) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await tookMs(() => list(query)));
    return median(times);
  };
  const line = (what: string, value: number) => ({
    what,
    value: inMs(value),
    ratio: ratio(value, base, 'the service'),
  });
  const [window, name, amount] = [
    await timed(''),
    await timed('&q=garcia'),
    await timed('&q=1.234,56'),
  ];
  const url = await bff.app.listen({ host: '127.0.0.1', port: 0 });
  const cookie = `giro=${bff.support.cookies.get('giro')}`;
  const file = await stalling(async () => {
    const answer = await fetch(`${url}/api/transfers.csv`, {
      method: 'POST',
      headers: { cookie, origin: url },
    });
    for await (const part of answer.body ?? []) bytes += part.length;
  });
  await bff.close();
  const stall = (of: Stalled[]) => inMs(median(of.map(({ stall }) => stall)));
  const took = (of: Stalled[]) => inMs(median(of.map(({ took }) => took)));
  return [
    { what: `fetch and parse the service's list of ${many}`, value: inMs(base) },
    line('a first window from Giro, list not read yet', first),
    line('a first window from Giro', window),
    line('a window with a search by name', name),
    line('a window with a search by amount', amount),
    line(`the whole list as CSV, ${(bytes / 2 ** 20).toFixed(1)} MB`, file.took),
    { what: 'longest stall, idle', value: stall(idle) },
    { what: 'longest stall, list parsed at once', value: stall(whole) },
    { what: 'longest stall, first read in slices', value: stall([slices]) },
    { what: 'longest stall, a refresh with a change', value: stall(changes) },
    { what: 'longest stall, a refresh without one', value: stall(same) },
    { what: 'longest stall, the whole list as CSV', value: stall([file]) },
    { what: 'a refresh with a change', value: took(changes) },
    { what: 'a refresh without one', value: took(same) },
    { what: `memory held for ${many} transfers`, value: `${(held / 2 ** 20).toFixed(0)} MB` },
  ];
}

/** Requests to the service per minute with this many open pages. */
async function requestsFor(seeded: SeededService, watchers: number): Promise<Line> {
  const bff = await startBff(seeded);
  const url = await bff.app.listen({ host: '127.0.0.1', port: 0 });
  await bff.support.call('GET', '/api/transfers');
  const sessions = createSessions(bff.db, Date.now, { idle: 3_600_000, max: 3_600_000 });
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(watchers / pagesOfOne) }, async (_, index) => {
      const person = {
        email: `${index}@giro.example`,
        name: '',
        role: 'support',
        password_hash: null,
      } as const;
      const user = await addUser(bff.db, person, new Date().toISOString());
      if (!user) throw new Error('the user already exists');
      const session = await sessions.open(user);
      const open = Math.min(pagesOfOne, watchers - index * pagesOfOne);
      return Promise.all(Array.from({ length: open }, () => openStream(url, session)));
    }),
  );
  let requests = 0;
  const count = () => {
    requests += 1;
  };
  subscribe('undici:request:create', count);
  await pause(watchedFor);
  for (const page of pages.flat()) page.drop();
  await bff.close();
  const perMinute = (requests * 60_000) / watchedFor;
  return {
    what: `requests to the service per minute, read every ${readEveryMs / 1_000} s, ${watchers} open`,
    value: perMinute.toFixed(0),
  };
}

async function startBff({ baseUrl, clientId, clientSecret }: SeededService) {
  const db = await openLedger('sqlite::memory:');
  const access = { baseUrl, clientId, clientSecret, tokenStore: createMemoryTokenStore() };
  const service = createService(access);
  const app = await createServer({
    config: readConfig({}),
    db,
    client: service.client,
    appFolder: null,
    tracking: { intervals: { min: readEveryMs, max: readEveryMs } },
  });
  await app.ready();
  const person = {
    email: 's@giro.example',
    name: '',
    role: 'support',
    password_hash: null,
  } as const;
  const user = await addUser(db, person, new Date().toISOString());
  if (!user) throw new Error('the user already exists');
  const sessions = createSessions(db, Date.now, { idle: 3_600_000, max: 3_600_000 });
  const support = createBrowser(app);
  support.cookies.set('giro', await sessions.open(user));
  return {
    app,
    db,
    service,
    support,
    async close() {
      await app.close();
      await service.close();
      await db.destroy();
    },
  };
}

async function tookMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function stalling(work: () => Promise<unknown>): Promise<Stalled> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await pause(20);
  delay.reset();
  const took = await tookMs(work);
  await pause(20);
  delay.disable();
  return { took, stall: delay.max / 1e6 };
}

function memory(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const inMs = (value: number) => `${value.toFixed(1)} ms`;
