import { Pool } from 'undici';
import { build } from 'vite';
import {
  eventLoopTime,
  type MeasuredGiro,
  type Person,
  startMeasured,
  timesOf,
} from './measured-giro.ts';
import { type Line, median, ratio } from './section.ts';
import { startSeededService } from './seeded-service.ts';

const transfers = 1_000;
const firstTransfer = 9_001;
const firstAccount = 501;
const recipients = 20;
const warmUp = 400;
const series = 10;
const perSeries = 40;
/** So many requests are under way that the event loop does not sleep between them. */
const atOnce = 4;

/** The first of these is what the others are compared with. */
const paths: readonly [what: string, path: string, role: Person['role'] | null][] = [
  ['a file', '/manifest.webmanifest', null],
  ['sign-in', '/sign-in', null],
  ['quote', '/', 'sender'],
  [
    'quote by its address',
    '/?source_amount_cents=100000&source_amount_currency=CLP&country_id=6&destination_amount_currency=COP',
    'sender',
  ],
  ['recipients', '/recipients', 'sender'],
  ['transfers', '/transfers', 'sender'],
  ['a transfer', `/transfers/${firstTransfer}`, 'sender'],
  ['settings', '/settings', 'sender'],
  ['support', '/support', 'support'],
];

/**
 * Measures how long the first HTML of each page takes the event loop: the CPU time of its thread, with the reads of
 * the page's data. Pages are rendered in one other thread and compressed in others: what all threads take, with what
 * they collect as garbage, is measured beside it, and the memory after all pages.
 */
export async function pages(): Promise<Line[]> {
  await build({ logLevel: 'error' });
  const service = await startSeededService(transfers);
  const owned = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => String(first + index));
  const people: Person[] = [
    {
      role: 'sender',
      recipients: owned(firstAccount, recipients),
      transfers: owned(firstTransfer, transfers),
    },
    { role: 'support' },
  ];
  // Each request comes from an address of its own, as there is a limit for one.
  const giro = await startMeasured(service, people, {
    env: { TRUST_PROXY: '1', BACKGROUND_READ_MINUTES: '60' },
  });
  const [sender = '', support = ''] = giro.cookies;
  try {
    const took: [what: string, times: Times][] = [];
    for (const [what, path, role] of paths) {
      const cookie = role === null ? '' : role === 'sender' ? sender : support;
      took.push([what, await timesFor(giro, path, cookie)]);
    }
    const base = took[0]?.[1];
    const lines = (['loop', 'threads'] as const).flatMap((of) =>
      took.map(([what, times]) => ({
        what: `${named[of]} for one answer: ${what}, median of ${series} series of ${perSeries}`,
        value: `${times[of].toFixed(2)} ms`,
        ratio: ratio(times[of], base?.[of] ?? 0, 'a file'),
      })),
    );
    return [...lines, { what: 'memory after all pages', value: `${giro.memory().toFixed(0)} MB` }];
  } finally {
    await giro.stop();
    service.stop();
  }
}

type Times = { loop: number; threads: number };
const named: Record<keyof Times, string> = { loop: 'the event loop', threads: 'all threads' };

/** Milliseconds of CPU for each answer. */
async function timesFor({ url, pid }: MeasuredGiro, path: string, cookie: string): Promise<Times> {
  const pool = new Pool(url, { connections: atOnce });
  const ask = async (turn: number) => {
    const answer = await pool.request({
      ...{ method: 'GET', path },
      headers: {
        ...{ cookie, 'accept-encoding': 'br', 'accept-language': 'en-US' },
        'x-forwarded-for': `10.0.${turn >> 8}.${turn & 255}`,
      },
    });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
  };
  let turn = 0;
  const askMany = async (count: number) => {
    const until = turn + count;
    const inTurn = async () => {
      while (turn < until) await ask(turn++);
    };
    await Promise.all(Array.from({ length: atOnce }, inTurn));
  };
  await askMany(warmUp);
  const times: Times[] = [];
  const sinceStart = () => ({ loop: eventLoopTime(pid), threads: timesOf(pid).cpu });
  for (let count = 0; count < series; count += 1) {
    const before = sinceStart();
    await askMany(perSeries);
    const after = sinceStart();
    times.push({
      loop: (after.loop - before.loop) / perSeries,
      threads: (after.threads - before.threads) / perSeries,
    });
  }
  await pool.close();
  return {
    loop: median(times.map(({ loop }) => loop)),
    threads: median(times.map(({ threads }) => threads)),
  };
}
