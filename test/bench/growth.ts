import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { startProcess } from '../support/giro-process.ts';
import { addRecipient, asShown } from '../support/recipients.ts';
import { withStore } from './bench-stores.ts';
import { quotePath } from './bff.ts';
import { fillMirror, listAge, readOnce } from './filled-mirror.ts';
import { type Call, latencies, perSecond } from './load.ts';
import {
  environmentOf,
  type MeasuredGiro,
  megabytesOf,
  type Person,
  signedIn,
  startMeasured,
} from './measured-giro.ts';
import { searchesOf } from './searches.ts';
import type { Line } from './section.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';

/** Giro is built for 100,000; the largest is only told. */
const sizes = [100, 10_000, 100_000, 300_000] as const;
/** The first list of more transfers takes minutes to write: the ledger has them before. */
const maxWritten = 100_000;
const fewRecipients = 10;
const manyRecipients = 5_000;
const enoughRecipients = 100_000;
const manyPeople = 200;
const firstAccount = 501;
const rounds = { warmUp: 10, measured: 100 };

/** Measures the same figures at growing sizes. Exponent 0: size has no effect; 1: proportional. */
export async function growth(): Promise<Line[]> {
  const byTransfers = new Map<string, Figure[]>();
  const lines: Line[] = [];
  for (const size of sizes) {
    const service = await startSeededService(size, { isElsewhere: true });
    try {
      const figures = { ...(await atSize(service, size)), ...(await besideReader(service)) };
      for (const [what, value] of Object.entries(figures)) {
        byTransfers.set(what, [...(byTransfers.get(what) ?? []), { size, value }]);
      }
      // The sandbox has an account for every 20 transfers: only the larger sizes have enough.
      if (size === enoughRecipients) {
        lines.push(...(await byRecipients(service)), ...(await searchesOf(service)));
      }
      if (size === sizes[0]) lines.push(...(await byPeople(service)));
    } finally {
      service.stop();
    }
  }
  return [...[...byTransfers].map(([what, figures]) => line(what, 'transfers', figures)), ...lines];
}

type Figure = { size: number; value: number };

async function atSize(service: SeededService, size: number): Promise<Record<string, number>> {
  const people: Person[] = [
    { role: 'support' },
    { role: 'sender' },
    { role: 'sender', recipients: [String(firstAccount)] },
  ];
  const isLarge = size > maxWritten;
  const prepare = (db: LedgerDb) => fillMirror(db, service);
  const giro = await startMeasured(service, people, isLarge ? { prepare } : {});
  try {
    const [support = '', sender = '', payer = ''] = giro.cookies;
    const ask = (path: string, cookie: string) => (): Call => ({
      url: giro.url,
      path,
      headers: { cookie },
    });
    await readOnce(giro, support);
    const window = '/api/transfers?limit=50';
    const search = (q: string) => ask(`/api/support/search?q=${encodeURIComponent(q)}`, support);
    const took = await latencies(
      {
        'a first window, ms': ask(window, support),
        'a window by amount, ms': ask(`${window}&sort=amount&currency=COP`, support),
        'a window with a search, ms': ask(`${window}&q=garcia`, support),
        "support's search by a name, ms": search('garcia'),
        "support's search by a name and a country, ms": search('garcia colombia'),
        "support's search by an amount, ms": search('1.234,56'),
        'a window of a sender without transfers, ms': ask(window, sender),
        'totals, ms': ask('/api/support/totals', support),
        'one transfer, ms': ask('/api/transfers/9001', support),
        'a quote, ms': ask(quotePath, sender),
      },
      isLarge ? { warmUp: 3, measured: 20 } : rounds,
    );
    const figures = Object.entries(took).map(([what, { p50 }]) => [what, p50] as const);
    const windows = await perSecond(ask(window, support)(), { seconds: 3 });
    return {
      ...Object.fromEntries(figures),
      'windows a second': windows,
      'memory, MB': giro.memory(),
      ...(await sendsBy(giro, payer, size)),
      'longest stall in a refresh, ms': await stallOf(giro, support),
      'memory after it, MB': giro.memory(),
      'memory at its peak, MB': giro.peakMemory(),
    };
  } finally {
    await giro.stop();
  }
}

const besideForMs = 60_000;

/** The memory of an instance of two on PostgreSQL: the one that does not read the list. */
async function besideReader(service: SeededService): Promise<Record<string, number>> {
  const memory = await withStore('PostgreSQL', async (database) => {
    const prepare = (db: LedgerDb) => fillMirror(db, service);
    const [cookie = ''] = await signedIn(database, [{ role: 'support' }], prepare);
    const start = () => startProcess(environmentOf(service, database));
    const ask = async ({ url }: { url: string }) => {
      for (const path of ['/api/transfers?limit=50', '/api/support/search?q=garcia']) {
        await (await fetch(url + path, { headers: { cookie } })).text();
      }
    };
    const reader = await start();
    await readOnce(reader, cookie);
    const other = await start();
    try {
      const ends = performance.now() + besideForMs;
      while (performance.now() < ends) await Promise.all([ask(reader), ask(other), pause(250)]);
      return megabytesOf(other.pid, 'VmHWM');
    } finally {
      await Promise.all([other.kill(), reader.kill()]);
    }
  });
  return { 'memory beside a reader at its peak, MB': memory };
}

/** Milliseconds of a send among all of these transfers, by whose transfers go to its recipient. */
async function sendsBy(
  { url }: MeasuredGiro,
  cookie: string,
  size: number,
): Promise<Record<string, number>> {
  const headers = { cookie, origin: url, 'content-type': 'application/json' };
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    return {
      status: answer.status,
      body: JSON.parse(await answer.text()),
      headers: answer.headers,
    };
  };
  const added = await addRecipient({ call });
  const sendTo = async (destination_account_id: string) => {
    const shown = await asShown({ call }, { destination_account_id });
    return (turn: number): Call => ({
      ...{ url, path: '/api/transfers', method: 'POST' },
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        ...shown,
        source_amount_cents: String(100_000 + turn),
        source_amount_currency: 'USD',
        destination_amount_currency: 'COP',
      }),
    });
  };
  const few = size > maxWritten ? { warmUp: 1, measured: 3 } : { warmUp: 2, measured: 8 };
  const often = size < enoughRecipients ? { warmUp: 5, measured: 30 } : few;
  const [own, others] = [await sendTo(added.id), await sendTo(String(firstAccount))];
  return {
    'a send to a recipient of Giro alone, ms': (await latencies({ own }, often)).own?.p50 ?? 0,
    'a send to one whom others pay too, ms': (await latencies({ others }, often)).others?.p50 ?? 0,
  };
}

const maxRefreshMs = 90_000;

/** The longest stall of the event loop until the list was read again, in milliseconds. */
async function stallOf({ url }: MeasuredGiro, cookie: string): Promise<number> {
  const readAt = async () => {
    const answer = await fetch(`${url}/api/transfers?limit=1`, { headers: { cookie } });
    return z.parse(listAge, await answer.json()).as_of;
  };
  const lag = async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1_000;
  };
  const before = await readAt();
  // Each scrape begins a new measurement.
  await lag();
  const ends = performance.now() + maxRefreshMs;
  while ((await readAt()) === before && performance.now() < ends) await pause(250);
  return lag();
}

async function byRecipients(service: SeededService): Promise<Line[]> {
  const owning = (count: number): Person => ({
    role: 'sender',
    recipients: Array.from({ length: count }, (_, index) => String(firstAccount + index)),
  });
  const values = new Map<string, Figure[]>();
  for (const size of [fewRecipients, manyRecipients]) {
    const giro = await startMeasured(service, [owning(size)]);
    try {
      const headers = { cookie: giro.cookies[0] ?? '' };
      const ask = (path: string) => (): Call => ({ url: giro.url, path, headers });
      const took = await latencies(
        {
          'the list of recipients, ms': ask('/api/destination_accounts'),
          'one recipient, ms': ask(`/api/destination_accounts/${firstAccount}`),
          'a first window of their transfers, ms': ask('/api/transfers?limit=50'),
        },
        { warmUp: 3, measured: 20 },
      );
      for (const [what, { p50: value }] of Object.entries(took)) {
        values.set(what, [...(values.get(what) ?? []), { size, value }]);
      }
    } finally {
      await giro.stop();
    }
  }
  return [...values].map(([what, figures]) => line(what, 'recipients', figures));
}

async function byPeople(service: SeededService): Promise<Line[]> {
  const people = Array.from({ length: manyPeople }, (): Person => ({ role: 'sender' }));
  const giro = await startMeasured(service, people);
  try {
    const figures = [
      { size: 1, value: await quoteBy(giro, 1) },
      { size: manyPeople, value: await quoteBy(giro, manyPeople) },
    ];
    return [line('a quote by each in turn, ms', 'people', figures)];
  } finally {
    await giro.stop();
  }
}

async function quoteBy({ url, cookies }: MeasuredGiro, people: number): Promise<number> {
  const quote = (turn: number): Call => ({
    url,
    path: quotePath,
    headers: { cookie: cookies[turn % people] ?? '' },
  });
  return (await latencies({ quote }, { warmUp: 50, measured: 400 })).quote?.p50 ?? 0;
}

function line(what: string, of: string, figures: readonly Figure[]): Line {
  const [first, last] = [figures.at(0), figures.at(-1)];
  if (!first || !last) throw new Error(`nothing measured: ${what}`);
  const exponent = Math.log(last.value / first.value) / Math.log(last.size / first.size);
  const at = figures.map(({ size }) => size.toLocaleString('en')).join(' / ');
  return {
    what: `${what}, at ${at} ${of}`,
    value: figures.map(({ value }) => written(value)).join(' / '),
    ratio: `exponent ${exponent.toFixed(2)}`,
  };
}

const written = (value: number) => (value < 100 ? value.toFixed(2) : value.toFixed(0));
