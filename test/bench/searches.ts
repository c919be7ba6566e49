import { Pool } from 'undici';
import { type OwnedKind, own } from '../../src/bff/ledger/people/owners.ts';
import { addUser } from '../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { startProcess } from '../support/giro-process.ts';
import { storeNames, withStore } from './bench-stores.ts';
import { fillMirror, listedBy, readOnce } from './filled-mirror.ts';
import { environmentOf, signedIn } from './measured-giro.ts';
import type { Line } from './section.ts';
import { type SeededService, startSeededService } from './seeded-service.ts';

const size = 100_000;
const senders = 300;
const rounds = { warmUp: 1, measured: 5 };

/** What support types: names and parts of them, of recipients and senders, amounts, ids, numbers, and nothing's. */
const phrases = [
  ...['garcia', 'maría', 'José', 'gon', 'a', 'munoz vega', 'gloria patiño', 'Lucía 17'],
  // Part of nearly every sender's e-mail address, so that nearly every transfer matches; then of few.
  ...[
    'kunden',
    '@kunden.example',
    'sender17@kunden.example',
    'verein',
    'Hilde Sommer 42',
    'sommer',
  ],
  ...['kunden garcia', 'sommer colombia', 'kunden 1.234,56', 'hilde rosa'],
  ...['1.234,56', '250,000 pesos', '125000', '100', 'usd', 'kunden clp'],
  ...['9001', 'transfer 59001', '4821', '···· 196', 'colombia', 'garcia colombia', 'maria brasil'],
  ...['zzzz', 'garcia zzzz', '99999999999', 'kunden zzzz'],
];
const pages = {
  "support's search": (q: string) => `/api/support/search?q=${encodeURIComponent(q)}`,
  'the list of transfers with a search': (q: string) =>
    `/api/transfers?limit=50&q=${encodeURIComponent(q)}`,
};

/** Measures searches of a large ledger on each store. */
export async function searches(): Promise<Line[]> {
  const service = await startSeededService(size, { isElsewhere: true });
  return searchesOf(service).finally(() => service.stop());
}

/** The same, with a service that has this many transfers. */
export async function searchesOf(service: SeededService): Promise<Line[]> {
  const lines: Line[] = [];
  for (const name of storeNames) {
    const found = await withStore(name, (database) => onStore(service, database));
    for (const [what, took] of Object.entries(found ?? {})) {
      lines.push(...linesOf(`${what} at ${size.toLocaleString('en')}, ${name}`, took));
    }
  }
  return lines;
}

/** Milliseconds of each answer, by the phrase. */
type Took = ReadonlyMap<string, readonly number[]>;

async function onStore(service: SeededService, database: string): Promise<Record<string, Took>> {
  const prepare = (db: LedgerDb) => fillLedger(db, service);
  const [cookie = ''] = await signedIn(database, [{ role: 'support' }], prepare);
  const giro = await startProcess(environmentOf(service, database));
  try {
    await readOnce(giro, cookie);
    const took: Record<string, Took> = {};
    for (const [what, path] of Object.entries(pages)) {
      took[what] = await timesOf(giro.url, cookie, path);
    }
    return took;
  } finally {
    await giro.kill();
  }
}

async function timesOf(url: string, cookie: string, path: (q: string) => string): Promise<Took> {
  const pool = new Pool(url, { connections: 1 });
  const took = new Map(phrases.map((q): [string, number[]] => [q, []]));
  for (let turn = 0; turn < rounds.warmUp + rounds.measured; turn += 1) {
    for (const [q, times] of took) {
      const began = performance.now();
      const answer = await pool.request({ method: 'GET', path: path(q), headers: { cookie } });
      await answer.body.dump({ limit: 2 ** 30 });
      if (answer.statusCode !== 200) throw new Error(`${q}: ${answer.statusCode}`);
      if (turn >= rounds.warmUp) times.push(performance.now() - began);
    }
  }
  await pool.close();
  return took;
}

function linesOf(what: string, took: Took): Line[] {
  const all = [...took.values()].flat().sort((a, b) => a - b);
  const at = (share: number) =>
    (all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0).toFixed(0);
  const slowest = [...took]
    .map(([q, times]) => ({ q, most: Math.max(...times) }))
    .sort((a, b) => b.most - a.most)
    .slice(0, 5);
  return [
    { what: `${what}, p50 / p95 / max, ms`, value: `${at(0.5)} / ${at(0.95)} / ${at(1)}` },
    {
      what: 'its slowest',
      value: slowest.map(({ q, most }) => `${q} ${most.toFixed(0)}`).join(' · '),
    },
  ];
}

/** Senders who own nearly all recipients and transfers, then the transfers. */
async function fillLedger(db: LedgerDb, service: SeededService) {
  const now = new Date().toISOString();
  const ids: string[] = [];
  for (let place = 0; place < senders; place += 1) {
    const name = `${place % 7 === 0 ? 'Hilde' : 'Karl'} ${place % 60 === 42 ? 'Sommer' : 'Winter'} ${place}`;
    const email = `sender${place}@${place % 20 === 0 ? 'verein' : 'kunden'}.example`;
    const sender = await addUser(db, { email, name, role: 'sender', password_hash: null }, now);
    if (sender) ids.push(sender.id);
  }
  const list = await listedBy(service);
  const owners = new Map<string, string>();
  await db.transaction().execute(async (tx) => {
    const give = (kind: OwnedKind, id: string, to: string) => own(tx, kind, id, to, now);
    for (const row of list) {
      const account = row.destination_account_id;
      const owner = owners.get(account) ?? ids[owners.size % ids.length] ?? '';
      if (!owners.has(account)) await give('account', account, owner);
      owners.set(account, owner);
      // One in twenty has no sender here.
      if (Number(row.id) % 20 !== 0) await give('transfer', row.id, owner);
    }
  });
  await fillMirror(db, service);
}
