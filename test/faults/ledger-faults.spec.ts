import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../src/bff/cli/cli.ts';
import { readConfig } from '../../src/bff/config/config.ts';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../src/bff/ledger/store/schema.ts';
import { causeCode } from '../../src/bff/lib/cause-code.ts';
import { createServer } from '../../src/bff/server.ts';
import { silentLog } from '../../src/bff/service/log.ts';
import { createService } from '../../src/bff/service/service.ts';
import { createMemoryTokenStore } from '../../src/bff/service/token-store.ts';
import { createBrowser } from '../support/browser.ts';
import { holdAnswer } from '../support/holding-proxy.ts';
import { createSenderFixture, sender, signInSender } from '../support/sender-fixture.ts';
import { type Store, sqlite, stores } from '../support/stores.ts';
import { startGate } from '../support/tcp-gate.ts';

type Fault = {
  name: string;
  store: Store;
  /** What a sign-in, a read and a send answer meanwhile. */
  answers: { read: [number, string | null]; send: string };
  says: RegExp;
  /** What `doctor` says; null if another process does not meet the fault. */
  doctor: RegExp | null;
  begin(at: { db: LedgerDb; url: string }): Promise<void>;
  end(at: { db: LedgerDb; url: string }): Promise<void>;
};

const postgres = stores().find(({ name }) => name === 'PostgreSQL');

const mount = (folder: string) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'giro-test', folder], { stdio: 'pipe' });
const unmount = (folder: string) => execFileSync('umount', [folder], { stdio: 'pipe' });

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'giro-disk-'));
  try {
    mount(folder);
    unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

/** SQLite on a disk of 16 MB. */
const smallDisk: Store = {
  name: 'SQLite',
  async create() {
    const folder = mkdtempSync(join(tmpdir(), 'giro-disk-'));
    mount(folder);
    return {
      url: `sqlite:${join(folder, 'giro.db')}`,
      async remove() {
        unmount(folder);
        rmdirSync(folder);
      },
    };
  },
};

const ballastBeside = (url: string) => join(dirname(url.replace(/^sqlite:/, '')), 'ballast');

function fill(path: string) {
  const chunk = Buffer.alloc(4_096);
  try {
    for (;;) appendFileSync(path, chunk);
  } catch (error) {
    if (causeCode(error) !== 'ENOSPC') throw error;
  }
}

/** PostgreSQL behind a gate that a test can shut. */
function behindGate(store: Store) {
  let gate: Awaited<ReturnType<typeof startGate>> | undefined;
  const gated: Store = {
    name: store.name,
    async create() {
      const { url: direct, remove } = await store.create();
      const url = new URL(direct);
      gate = await startGate({ host: url.hostname, port: Number(url.port) });
      url.port = String(gate.port);
      return {
        url: url.href,
        async remove() {
          await gate?.close();
          await remove();
        },
      };
    },
  };
  return { gated, shut: async () => gate?.shut(), open: async () => gate?.open() };
}

/** Makes new transactions read-only, or not, and ends the connections that do not know it yet. */
async function setReadOnly(url: string, isReadOnly: boolean) {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const name = new URL(url).pathname.slice(1);
  await admin.query('set session characteristics as transaction read write');
  await admin.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly}`);
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await admin.end();
}

const faults: Fault[] = [
  {
    name: 'a read-only SQLite file',
    store: sqlite,
    answers: { read: [200, null], send: '/problems/send-not-saved' },
    says: /is read-only for this user \(SQLITE_READONLY\)\. Give the user/,
    doctor: null,
    begin: async ({ db }) => void (await sql`pragma query_only = on`.execute(db)),
    end: async ({ db }) => void (await sql`pragma query_only = off`.execute(db)),
  },
];
if (canMount()) {
  faults.push({
    name: 'a full disk',
    store: smallDisk,
    answers: { read: [200, null], send: '/problems/send-not-saved' },
    says: /has no space left \(SQLITE_FULL\)\. Make room on its disk/,
    doctor: /FAIL {2}only 0 MB are free on the disk of .*\. Make room/,
    begin: async ({ url }) => fill(ballastBeside(url)),
    end: async ({ url }) => rmSync(ballastBeside(url)),
  });
} else {
  process.stderr.write(
    '\n*** SKIPPED: a full disk. This user may not mount a small one (tmpfs) ***\n',
  );
}
if (postgres) {
  const gate = behindGate(postgres);
  faults.push(
    {
      name: 'a read-only PostgreSQL',
      store: postgres,
      answers: { read: [200, null], send: '/problems/send-not-saved' },
      says: /is read-only \(25006\)\. Set DATABASE_URL to the primary/,
      doctor: /FAIL .*is read-only \(25006\)\. Set DATABASE_URL to the primary/,
      begin: ({ url }) => setReadOnly(url, true),
      end: ({ url }) => setReadOnly(url, false),
    },
    {
      name: 'a PostgreSQL that is gone for a while',
      store: gate.gated,
      answers: { read: [503, '/problems/ledger-failed'], send: '/problems/ledger-failed' },
      says: /closed the connection.*Check whether PostgreSQL was stopped/,
      doctor: /FAIL .*closed the connection.*Check whether PostgreSQL was stopped/,
      begin: gate.shut,
      end: gate.open,
    },
  );
}

/** Giro in this process, over a service whose answers the test can hold. */
async function startGiro(store: Store) {
  const { sandbox, proxy, account_id, databaseUrl, env, close, made, posts } =
    await createSenderFixture(store);
  const lines: { level: number; msg: string; key?: string; detail?: string }[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const db = await openLedger(databaseUrl);
  const service = createService({
    baseUrl: proxy.url,
    clientId: sandbox.client_id,
    clientSecret: sandbox.client_secret,
    tokenStore: createMemoryTokenStore(),
  });
  const app = await createServer({
    config: readConfig(env),
    ...{ db, client: service.client, log: pino(stream), appFolder: null },
    // Short, as the outcome of the send in flight is not written.
    reconcile: { intervals: [100], intentLivesFor: 3_000 },
  });
  await app.ready();
  onTestFinished(async () => {
    await app.close();
    await service.close();
    await db.destroy();
    await close();
  });
  const { browser, send } = await signInSender(app, account_id);
  return { ...{ app, env, proxy, db, url: databaseUrl, lines, browser, send, made, posts } };
}

async function doctor(env: Record<string, string>): Promise<string[]> {
  const said: string[] = [];
  await runCommand(['doctor'], {
    env: { ...env, ALLOW_HTTP: 'true' },
    ...{ say: (line) => said.push(line), log: silentLog },
    ...{ readStdin: async () => '', now: () => Date.now() },
  });
  return said;
}

describe.each(faults)('$name', ({ store, answers, says, doctor: diagnosis, begin, end }) => {
  test('is told once, loses nothing and doubles nothing', async () => {
    const giro = await startGiro(store);
    const { app, proxy, lines, browser, send, made, posts } = giro;
    expect((await send(1_000)).status).toBe(201);
    const held = holdAnswer(proxy);
    const lostKey = crypto.randomUUID();
    const lost = send(2_000, lostKey);
    await held.posted;
    lines.length = 0;

    await begin(giro);
    held.answer();
    // After the POST the outcome is unknown to the ledger, and never failed.
    expect(await lost).toMatchObject({ status: 202, body: { send: { state: 'unconfirmed' } } });
    proxy.hold(null);
    const before = posts();
    const [status, type] = answers.read;
    const key = crypto.randomUUID();
    for (let count = 0; count < 8; count += 1) {
      const read = await browser.call('GET', '/api/transfers');
      expect([read.status, read.body?.type ?? null]).toEqual([status, type]);
      const refused = await send(3_000, key);
      expect([refused.status, refused.body.type]).toEqual([503, answers.send]);
      const signIn = await createBrowser(app).call('POST', '/api/session', sender);
      expect([signIn.status, signIn.body.type]).toEqual([503, '/problems/ledger-failed']);
      const ready = await browser.call('GET', '/readyz');
      expect(ready).toMatchObject({ status: 503, body: { store: false } });
    }
    expect(posts()).toBe(before);
    const isAudit = ({ msg }: { msg: string }) => msg === 'audit: entry not written';
    // Of the send in flight, which was made.
    expect(lines.filter(isAudit)).toHaveLength(1);
    const grave = lines.filter(
      (line) => line.level >= 40 && line.key === undefined && !isAudit(line),
    );
    // Whatever fails with it. PostgreSQL closes the connections before it says why.
    expect(grave.length).toBeLessThanOrEqual(store.name === 'SQLite' ? 1 : 3);
    for (const { msg } of grave) expect(msg).toBe('ledger: fails');
    expect(grave.map(({ detail }) => detail)).toContainEqual(expect.stringMatching(says));
    if (diagnosis) {
      expect((await doctor(giro.env)).filter((line) => line.startsWith('database'))).toEqual([
        expect.stringMatching(diagnosis),
      ]);
    }

    await end(giro);
    await expect.poll(async () => (await browser.call('GET', '/readyz')).status).toBe(200);
    const state = async () => (await browser.call('GET', `/api/sends/${lostKey}`)).body.state;
    await expect.poll(state, { timeout: 60_000 }).toBe('sent');
    expect((await send(3_000, key)).status).toBe(201);
    expect([made(1_000), made(2_000), made(3_000)]).toEqual([1, 1, 1]);
    await expect
      .poll(() => lines.map(({ msg }) => msg), { timeout: 15_000 })
      .toContain('ledger: works again');
    expect((await browser.call('GET', '/api/session')).status).toBe(200);
  });
});
