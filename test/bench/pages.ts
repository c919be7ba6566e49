import { Pool } from 'undici';
import { build } from 'vite';
import { eventLoopTime, type MeasuredGiro, type Person, startMeasured } from './measured-giro.ts';
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
 * the page's data. What is compressed takes another thread.
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
    const took: [string, number][] = [];
    for (const [what, path, role] of paths) {
      const cookie = role === null ? '' : role === 'sender' ? sender : support;
      took.push([what, await loopTimeOf(giro, path, cookie)]);
    }
    const base = took[0]?.[1] ?? 0;
    return took.map(([what, value]) => ({
      what: `the event loop for one answer: ${what}, median of ${series} series of ${perSeries}`,
      value: `${value.toFixed(2)} ms`,
      ratio: ratio(value, base, 'a file'),
    }));
  } finally {
    await giro.stop();
    service.stop();
  }
}

/** Milliseconds of the event loop for each answer. */
async function loopTimeOf(
  { url, pid }: MeasuredGiro,
  path: string,
  cookie: string,
): Promise<number> {
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
  const times: number[] = [];
  for (let count = 0; count < series; count += 1) {
    const before = eventLoopTime(pid);
    await askMany(perSeries);
    times.push((eventLoopTime(pid) - before) / perSeries);
  }
  await pool.close();
  return median(times);
}
