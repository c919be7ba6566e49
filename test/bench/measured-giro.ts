import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessions } from '../../src/bff/auth/sessions.ts';
import { openLedger } from '../../src/bff/ledger/ledger.ts';
import { own } from '../../src/bff/ledger/owners.ts';
import { addUser } from '../../src/bff/ledger/users.ts';
import { startProcess } from '../support/giro-process.ts';
import type { SeededService } from './seeded-service.ts';

export type Person = {
  role: 'sender' | 'support';
  /** Ids that this person owns. */
  recipients?: readonly string[];
  transfers?: readonly string[];
};

export type MeasuredGiro = {
  url: string;
  /** The session cookies, in the order of `people`. */
  cookies: string[];
  /** Milliseconds from the start of the process until it prints that it is ready. */
  startedIn: number;
  /** Resident memory in MB. */
  memory(): number;
  stop(): Promise<void>;
};

/** Starts the server in its own process, as an operator does, with these people signed in. */
export async function startMeasured(
  { baseUrl, clientId, clientSecret }: SeededService,
  people: readonly Person[],
): Promise<MeasuredGiro> {
  const folder = mkdtempSync(join(tmpdir(), 'giro-bench-'));
  const database = `sqlite:${join(folder, 'giro.db')}`;
  const cookies = await signedIn(database, people);
  const began = performance.now();
  const giro = await startProcess({
    REMITTANCE_BASE_URL: baseUrl,
    REMITTANCE_CLIENT_ID: clientId,
    REMITTANCE_CLIENT_SECRET: clientSecret,
    GIRO_SECRET: 'a secret of the benchmark, thirty-two or more',
    DATABASE_URL: database,
    QUOTES_PER_MINUTE: '1000000',
  });
  const startedIn = performance.now() - began;
  return {
    url: giro.url,
    cookies,
    startedIn,
    memory: () => residentMegabytes(giro.pid),
    async stop() {
      await giro.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function signedIn(database: string, people: readonly Person[]): Promise<string[]> {
  const db = await openLedger(database);
  const sessions = createSessions(db, Date.now, { idle: 3_600_000, max: 3_600_000 });
  const cookies: string[] = [];
  const now = new Date().toISOString();
  for (const [index, { role, recipients = [], transfers = [] }] of people.entries()) {
    const email = `${index}@giro.example`;
    const user = await addUser(db, { email, name: 'Bench', role, password_hash: null }, now);
    if (!user) throw new Error(`${email} already exists`);
    await db.transaction().execute(async (transaction) => {
      for (const id of recipients) await own(transaction, 'account', id, user.id, now);
      for (const id of transfers) await own(transaction, 'transfer', id, user.id, now);
    });
    cookies.push(`giro=${await sessions.open(user)}`);
  }
  await db.destroy();
  return cookies;
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
