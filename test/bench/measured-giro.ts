import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSessions } from '../../src/bff/auth/sessions.ts';
import { own } from '../../src/bff/ledger/people/owners.ts';
import { addUser } from '../../src/bff/ledger/people/users.ts';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
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
  /** Of its process. */
  pid: number;
  /** Resident memory in MB. */
  memory(): number;
  /** The most of it since the start, in MB. */
  peakMemory(): number;
  stop(): Promise<void>;
};

type Options = {
  /** Fills the ledger before the server starts. */
  prepare?: (db: LedgerDb) => Promise<void>;
  env?: Record<string, string>;
};

/** Starts the server in its own process, as an operator does, with these people signed in. */
export async function startMeasured(
  service: SeededService,
  people: readonly Person[],
  { prepare, env }: Options = {},
): Promise<MeasuredGiro> {
  const folder = mkdtempSync(join(tmpdir(), 'giro-bench-'));
  const database = `sqlite:${join(folder, 'giro.db')}`;
  const cookies = await signedIn(database, people, prepare);
  const began = performance.now();
  const giro = await startProcess({ ...environmentOf(service, database), ...env });
  const startedIn = performance.now() - began;
  return {
    url: giro.url,
    pid: giro.pid,
    cookies,
    startedIn,
    memory: () => megabytesOf(giro.pid, 'VmRSS'),
    peakMemory: () => megabytesOf(giro.pid, 'VmHWM'),
    async stop() {
      await giro.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The environment of a server that is measured. */
export const environmentOf = (service: SeededService, database: string) => ({
  REMITTANCE_BASE_URL: service.baseUrl,
  REMITTANCE_CLIENT_ID: service.clientId,
  REMITTANCE_CLIENT_SECRET: service.clientSecret,
  GIRO_SECRET: 'a secret of the benchmark, thirty-two or more',
  DATABASE_URL: database,
  QUOTES_PER_MINUTE: '1000000',
  SENDS_PER_MINUTE: '1000000',
});

/** Adds these people to a ledger. @returns their session cookies */
export async function signedIn(
  database: string,
  people: readonly Person[],
  prepare?: Options['prepare'],
): Promise<string[]> {
  const db = await openLedger(database);
  await prepare?.(db);
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

/** CPU time of the thread that runs a process's event loop, in milliseconds since its start. */
export function eventLoopTime(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/** Of a process since its start, in milliseconds. `waited` is how long its event loop was ready and had no core. */
type Times = { cpu: number; waited: number };

/** CPU time of all threads of a process, and how long its event loop waited for a core. */
export function timesOf(pid: number): Times {
  const threads = readdirSync(`/proc/${pid}/task`);
  const cpu = threads.map((thread) => schedule(`${pid}/task/${thread}`)[0] ?? 0);
  return { cpu: cpu.reduce((a, b) => a + b, 0), waited: schedule(String(pid))[1] ?? 0 };
}

/** CPU time of each child of a process, such as PostgreSQL's connections, in milliseconds by its id. */
export function childrenTimes(pid: number): Map<string, number> {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.filter((one) => Number(afterName(one)[1]) === pid);
  return new Map(children.map((one) => [one, schedule(one)[0] ?? 0]));
}

/** The fields of a process behind its name; none once it has ended. */
function afterName(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

/** Milliseconds that a process or thread ran, and waited for a core. */
function schedule(of: string): number[] {
  try {
    const fields = readFileSync(`/proc/${of}/schedstat`, 'utf8').split(' ', 2);
    return fields.map((nanoseconds) => Number(nanoseconds) / 1e6);
  } catch {
    return [];
  }
}

/** Resident memory of a process, now or the most of it. */
export function megabytesOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1024;
}
