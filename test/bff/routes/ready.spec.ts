import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { isSimulate, type Rule, startHoldingProxy } from '../../support/holding-proxy.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { startBff } from '../../support/start-bff.ts';

test('a read-only store is not ready, and its failures are counted', async () => {
  const clock = { time: Date.now(), now: () => clock.time };
  const bff = await startBff({
    store: {
      only: 'SQLite',
      because: 'a pragma makes it read-only; the next one stops PostgreSQL',
    },
    sandbox: { clock },
  });
  onTestFinished(() => bff.close());
  const browser = createBrowser(bff.app);
  const ready = async () => {
    const { status, body } = await browser.call('GET', '/readyz');
    return { status, body };
  };
  const good = { status: 200, body: { store: true, service: true, clock: true } };
  expect(await ready()).toEqual(good);
  const metrics = async () => (await bff.app.inject({ url: '/metrics' })).body;
  expect(await metrics()).toContain('giro_ledger_failures_total 0');
  await sql`pragma query_only = on`.execute(bff.db);
  // The last write still counts.
  clock.time += 9_000;
  expect(await ready()).toEqual(good);
  clock.time += 2_000;
  expect(await ready()).toEqual({
    status: 503,
    body: { store: false, service: true, clock: true },
  });
  expect(await metrics()).toContain('giro_ledger_failures_total 1');
  await sql`pragma query_only = off`.execute(bff.db);
  expect(await ready()).toEqual(good);
});

test('a hanging PostgreSQL is reported as not ready within the timeout', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const bff = await startBff({ env: { DATABASE_URL: server.url } });
  const pids = [server.pid, ...(await childrenOf(server.url))];
  onTestFinished(async () => {
    signalAll(pids, 'SIGCONT');
    await bff.close();
  });
  const browser = createBrowser(bff.app);
  signalAll(pids, 'SIGSTOP');
  const begun = performance.now();
  expect((await browser.call('GET', '/readyz')).status).toBe(503);
  expect(performance.now() - begun).toBeLessThan(6_000);
  signalAll(pids, 'SIGCONT');
  await expect
    .poll(async () => (await browser.call('GET', '/readyz')).status, { timeout: 15_000 })
    .toBe(200);
});

/** A BFF with a proxy before the service, and how often estimates are asked for. */
async function startCounted() {
  let now = Date.now();
  const through = Promise.withResolvers<Awaited<ReturnType<typeof startHoldingProxy>>>();
  const bff = await startBff({
    sandbox: { clock: { now: () => now } },
    through: async (url) => {
      through.resolve(await startHoldingProxy(url));
      return (await through.promise).url;
    },
  });
  const proxy = await through.promise;
  onTestFinished(async () => {
    await bff.close();
    await proxy.close();
  });
  const browser = createBrowser(bff.app);
  const isReady = async () => (await browser.call('GET', '/readyz')).body.service;
  let simulations = 0;
  return {
    isReady,
    simulations: () => simulations,
    aMinuteLater() {
      now += 61_000;
    },
    /** What becomes of each estimate from now on; a call that is `cut` gets no answer. */
    hold(what?: Rule['body'] | 'cut') {
      proxy.hold({
        matches: isSimulate,
        async beforeCall() {
          simulations += 1;
          if (what === 'cut') throw new Error('cut');
        },
        ...(what && what !== 'cut' && { body: what }),
      });
    },
  };
}

test('what drops the body of GET requests on the way is not ready, until it is mended', async () => {
  const { isReady, simulations, hold, aMinuteLater } = await startCounted();
  hold('dropped');
  expect(await isReady()).toBe(false);
  const asked = simulations();
  expect(await isReady()).toBe(false);
  expect(simulations()).toBe(asked);

  hold();
  aMinuteLater();
  expect(await isReady()).toBe(true);
  expect(simulations()).toBe(asked + 1);
  aMinuteLater();
  expect(await isReady()).toBe(true);
  expect(simulations()).toBe(asked + 1);
});

test('estimates that fail otherwise are asked for once a minute, and nothing against it', async () => {
  const { isReady, simulations, hold, aMinuteLater } = await startCounted();
  hold('cut');
  expect(await isReady()).toBe(true);
  const asked = simulations();
  expect(asked).toBeGreaterThan(0);
  expect(await isReady()).toBe(true);
  expect(simulations()).toBe(asked);
  aMinuteLater();
  expect(await isReady()).toBe(true);
  expect(simulations()).toBeGreaterThan(asked);
});

/** The process ids of a PostgreSQL's connections and its own workers. */
async function childrenOf(connectionString: string): Promise<number[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where pid <> pg_backend_pid()',
  );
  await client.end();
  return rows.map(({ pid }) => pid);
}

/** A backend ends whenever it likes (a vacuum is done, its client gave up): those that are gone are left out. */
function signalAll(pids: number[], signal: 'SIGSTOP' | 'SIGCONT') {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}
