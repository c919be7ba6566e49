import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { build } from 'vite';
import { openStream } from '../support/event-stream.ts';
import { type GiroProcess, startProcess } from '../support/giro-process.ts';
import { addRecipient, asShown } from '../support/recipients.ts';
import { type StoreName, storeNames, withStore } from './bench-stores.ts';
import { readOnce } from './filled-mirror.ts';
import { environmentOf, megabytesOf, timesOf } from './measured-giro.ts';
import { startProxy } from './proxies/start.ts';
import { type Line, median, ratio } from './section.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';
import { askAll, type Cost, costOf, type Kind } from './served.ts';
import { emailOf, fillOwned, fillSent, makeRecipients, password } from './sized-ledger.ts';

const sizesMeasured = [1_000, 10_000, 100_000];
const toOneRecipient = [1, 100, 10_000, 100_000];
const poolSizes = [2, 5, 10, 20];
const payers = 30;
const watchedForMs = 40_000;
const sendsToOne = { warmUp: 3, measured: 15 };
const poolRounds = { warmUp: 2, measured: 7 };

/** Measures how large a machine an operator needs, on each store. */
export async function sizes(): Promise<Line[]> {
  await build({ logLevel: 'error' });
  const lines: Line[] = [];
  for (const size of sizesMeasured) {
    const service = await startSeededService(size);
    try {
      for (const name of storeNames) lines.push(...(await ofSize(service, name, size)));
      if (size === poolsMeasuredAt) lines.push(...(await ofPools(service)));
    } finally {
      service.stop();
    }
  }
  return [...lines, ...(await ofOneRecipient())];
}

const poolsMeasuredAt = 10_000;

/** What a server costs that holds this many transfers: each kind of call, memory, the list. */
function ofSize(service: SeededService, name: StoreName, size: number): Promise<Line[]> {
  return withStore(name, async (database, postgresPid) => {
    const cookies = await fillOwned(database, service);
    const giro = await startProcess(environment(service, database));
    const served = { url: giro.url, pid: giro.pid, postgresPid };
    const at = `${name}, ${size.toLocaleString('en')} transfers`;
    try {
      await readOnce(giro, cookies[0] ?? '');
      const lines: Line[] = [];
      for (const [what, kind] of Object.entries(await kindsOf(giro, cookies))) {
        lines.push(costLine(`${what}, ${at}`, await costOf(served, kind)));
      }
      lines.push({ what: `memory after them, ${at}`, value: megabytes(giro, 'VmRSS') });
      lines.push(await watching(giro, cookies[0] ?? '', at));
      lines.push({ what: `memory idle, ${at}`, value: megabytes(giro, 'VmRSS') });
      lines.push({ what: `memory at most, ${at}`, value: megabytes(giro, 'VmHWM') });
      return lines;
    } finally {
      await giro.kill();
    }
  });
}

const environment = (service: SeededService, database: string) => ({
  ...environmentOf(service, database),
  TRUST_PROXY: '1',
});

const megabytes = ({ pid }: GiroProcess, what: 'VmRSS' | 'VmHWM') =>
  `${megabytesOf(pid, what).toFixed(0)} MB`;

/** The kinds of call, each by all senders in turn. */
async function kindsOf(
  giro: GiroProcess,
  cookies: readonly string[],
): Promise<Record<string, Kind>> {
  const senders = cookies.slice(1);
  const cookieOf = (turn: number) => senders[turn % senders.length] ?? '';
  const get =
    (path: (turn: number) => string): Kind['call'] =>
    (turn) => ({ path: path(turn), headers: { cookie: cookieOf(turn), 'accept-encoding': 'br' } });
  const html = { count: 60, atOnce: 8 };
  return {
    '/healthz': { count: 4_000, atOnce: 8, call: () => ({ path: '/healthz' }) },
    session: { count: 1_200, atOnce: 8, call: get(() => '/api/session') },
    'list of transfers': { count: 300, atOnce: 8, call: get(listPath) },
    // Another amount each time, because Giro asks the service once for equal quotes at once.
    quote: { count: 300, atOnce: 8, call: get((turn) => quotePath(100_000 + turn)) },
    send: { count: 80, atOnce: 8, call: await sendsOf(giro, senders.slice(0, payers)) },
    'send, all by one sender': {
      count: 80,
      atOnce: 8,
      call: await sendsOf(giro, senders.slice(0, 1)),
    },
    'HTML of sign-in': { ...html, call: () => ({ path: '/sign-in' }) },
    'HTML of quote': { ...html, call: get(() => '/') },
    'HTML of transfers': { ...html, call: get(() => '/transfers') },
    'sign-in by a password': { count: 8, atOnce: 2, call: signIns(giro, senders.length) },
  };
}

const listPath = () => '/api/transfers?limit=50';
const quotePath = (cents: number) =>
  `/api/quotes?source_amount_cents=${cents}&source_amount_currency=CLP&country_id=6&destination_amount_currency=COP`;

/** Signs in one person after the other. */
function signIns({ url }: GiroProcess, senders: number): Kind['call'] {
  return (turn) => ({
    ...{ method: 'POST', path: '/api/session' },
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf((turn % senders) + 1), password }),
  });
}

/** Sends by each of these senders in turn, to a recipient of their own whom Giro alone pays. */
async function sendsOf(giro: GiroProcess, senders: readonly string[]): Promise<Kind['call']> {
  const calls: Kind['call'][] = [];
  for (const cookie of senders) {
    const { id } = await addRecipient(callerOf(giro, cookie), { alias: `Bench ${randomUUID()}` });
    calls.push(await sendTo(giro, cookie, id));
  }
  return (turn) => calls[turn % calls.length]?.(turn) ?? { path: '/' };
}

/** Sends to one recipient, each of another amount. */
async function sendTo(
  giro: GiroProcess,
  cookie: string,
  destination_account_id: string,
): Promise<Kind['call']> {
  const shown = await asShown(callerOf(giro, cookie), { destination_account_id });
  return (turn) => ({
    ...{ method: 'POST', path: '/api/transfers' },
    headers: {
      ...{ cookie, origin: giro.url, 'content-type': 'application/json' },
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      ...shown,
      source_amount_cents: String(1_000_000 + turn),
      source_amount_currency: 'USD',
      destination_amount_currency: 'COP',
    }),
  });
}

function callerOf({ url }: GiroProcess, cookie: string) {
  const headers = { cookie, origin: url, 'content-type': 'application/json' };
  return {
    async call(method: string, path: string, body?: unknown) {
      const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
      const { status } = answer;
      return { status, body: JSON.parse(await answer.text()), headers: answer.headers };
    },
  };
}

/** What it takes to keep the list up to date for one open page. */
async function watching(giro: GiroProcess, cookie: string, at: string): Promise<Line> {
  const stream = await openStream(giro.url, cookie.split('=')[1] ?? '');
  const before = timesOf(giro.pid).cpu;
  await pause(watchedForMs);
  const share = (timesOf(giro.pid).cpu - before) / watchedForMs;
  stream.drop();
  return {
    what: `an open page and the reads of the list, ${at}`,
    value: percent(share, 'of a core'),
  };
}

/** A send to one recipient, by how many transfers they have. */
async function ofOneRecipient(): Promise<Line[]> {
  const service = await startSeededService(0);
  try {
    const recipients = await makeRecipients(service, toOneRecipient);
    const lines: Line[] = [];
    for (const name of storeNames) {
      lines.push(...(await withStore(name, (url) => sendsToEach(service, name, url, recipients))));
    }
    return lines;
  } finally {
    service.stop();
  }
}

async function sendsToEach(
  service: SeededService,
  name: StoreName,
  database: string,
  recipients: readonly string[],
): Promise<Line[]> {
  const [support = '', cookie = ''] = await fillSent(database, service, recipients);
  const giro = await startProcess(environment(service, database));
  // While a page is open the list is read, as for people who send.
  const stream = await openStream(giro.url, cookie.split('=')[1] ?? '');
  const pool = new Pool(giro.url, { connections: 1 });
  const took = recipients.map(() => ({ cpu: [] as number[], wall: [] as number[] }));
  try {
    await readOnce(giro, support);
    const calls: Kind['call'][] = [];
    for (const id of recipients) calls.push(await sendTo(giro, cookie, id));
    for (let turn = 0; turn < sendsToOne.warmUp + sendsToOne.measured; turn += 1) {
      for (const [place, call] of calls.entries()) {
        const [cpu, wall] = [timesOf(giro.pid).cpu, performance.now()];
        await askAll(pool, { count: 1, atOnce: 1, call }, turn);
        if (turn < sendsToOne.warmUp) continue;
        took[place]?.cpu.push(timesOf(giro.pid).cpu - cpu);
        took[place]?.wall.push(performance.now() - wall);
      }
    }
  } finally {
    stream.drop();
    await pool.close();
    await giro.kill();
  }
  return took.map(({ cpu, wall }, place) => {
    const count = toOneRecipient[place];
    const whom = count === undefined ? 'whom others pay too' : `with ${count} transfers by Giro`;
    return {
      what: `a send to a recipient ${whom}, ${name}`,
      value: `${median(cpu).toFixed(1)} ms CPU`,
      ratio: `${median(wall).toFixed(0)} ms by the clock${loadNow()}`,
    };
  });
}

/** What the number of connections to a PostgreSQL that answers a millisecond later does to answers a second. */
function ofPools(service: SeededService): Promise<Line[]> {
  return withStore('PostgreSQL', async (database) => {
    const [, ...senders] = await fillOwned(database, service);
    const proxy = await startProxy('delayed', database);
    const far = new URL(database);
    far.port = new URL(proxy.url).port;
    const giros: GiroProcess[] = [];
    try {
      for (const pool of poolSizes) {
        const env = { ...environment(service, far.href), DATABASE_CONNECTIONS: String(pool) };
        giros.push(await startProcess(env));
      }
      const lists = await alternated(giros, async () => {
        const headers = (turn: number) => ({ cookie: senders[turn % senders.length] ?? '' });
        const call = (turn: number) => ({ path: listPath(), headers: headers(turn) });
        return { call, count: 200, atOnce: 50 };
      });
      const sends = await alternated(giros, async (giro) => {
        const call = await sendsOf(giro, senders.slice(0, payers));
        return { call, count: 60, atOnce: 30 };
      });
      return [poolLine('lists', lists), poolLine('sends', sends)];
    } finally {
      await Promise.all(giros.map((giro) => giro.kill()));
      proxy.stop();
    }
  });
}

/** Answers a second of each server, in turns, so that a slow moment of the machine affects all of them. */
async function alternated(
  giros: readonly GiroProcess[],
  kindOf: (giro: GiroProcess) => Promise<Kind>,
): Promise<number[]> {
  const kinds: Kind[] = [];
  for (const giro of giros) kinds.push(await kindOf(giro));
  const pools = giros.map(({ url }) => new Pool(url, { connections: 50 }));
  const rates = giros.map((): number[] => []);
  for (let round = 0; round < poolRounds.warmUp + poolRounds.measured; round += 1) {
    for (const [place, kind] of kinds.entries()) {
      const pool = pools[place];
      if (!pool) continue;
      const began = performance.now();
      await askAll(pool, kind, round * kind.count);
      const rate = (kind.count / (performance.now() - began)) * 1_000;
      if (round >= poolRounds.warmUp) rates[place]?.push(rate);
    }
  }
  await Promise.all(pools.map((pool) => pool.close()));
  return rates.map(median);
}

function poolLine(what: string, rates: readonly number[]): Line {
  return {
    what: `${what} a second by ${poolSizes.join(' / ')} connections to a PostgreSQL 1 ms away`,
    value: rates.map((rate) => rate.toFixed(0)).join(' / '),
    ratio: `${ratio(rates.at(-1) ?? 0, rates[0] ?? 1, `${poolSizes[0]} connections`)}${loadNow()}`,
  };
}

function costLine(what: string, { cpu, postgres, wall, ran, waited }: Cost): Line {
  const rest = Math.max(0, wall - ran - waited);
  const shares = [
    percent(ran / wall, 'ran'),
    percent(waited / wall, 'had no core'),
    percent(rest / wall, 'had nothing to do'),
  ];
  const beside = postgres > 0 ? `, PostgreSQL ${postgres.toFixed(2)} ms` : '';
  return {
    what,
    value: `${(1_000 / cpu).toFixed(0)} a second of a core`,
    ratio: `${cpu.toFixed(2)} ms${beside}; by the clock ${(1_000 / wall).toFixed(0)} a second: ${shares.join(', ')}${loadNow()}`,
  };
}

const percent = (share: number, of: string) => `${(share * 100).toFixed(0)} % ${of}`;
const loadNow = () => `, load ${loadavg()[0]?.toFixed(1)}`;
