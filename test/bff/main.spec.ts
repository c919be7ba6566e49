import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { runCommand } from '../../src/bff/cli/cli.ts';
import { ConfigError, readConfig } from '../../src/bff/config/config.ts';
import { ledgerFault, listenFault } from '../../src/bff/config/start-faults.ts';
import { LedgerError } from '../../src/bff/ledger/store/ledger-error.ts';
import { start } from '../../src/bff/server.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { createBrowser } from '../support/browser.ts';
import { startLoggedBff } from '../support/start-logged-bff.ts';

test('a changed password of a demo account is the shown one again at the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'giro-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { DATABASE_URL: `sqlite:${join(folder, 'giro.db')}` };
  const first = await startLoggedBff({ env });
  await first.browser.signIn('sender');
  const body = { current_password: 'sandbox', new_password: 'changed by somebody' };
  expect((await first.browser.call('PUT', '/api/session/password', body)).status).toBe(200);
  expect((await first.browser.signIn('sender')).status).toBe(401);
  await first.app.close();
  const second = await startLoggedBff({ env });
  expect((await second.browser.signIn('sender')).status).toBe(200);
  await second.app.close();
});

test('the demo accounts work in the sandbox, and never with a real service on its ledger', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'giro-start-'));
  const env = { DATABASE_URL: `sqlite:${join(folder, 'giro.db')}` };
  const sandbox = createSandbox();
  const service = await sandbox.listen();
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const first = await startLoggedBff({ env });
  expect((await first.browser.signIn('sender')).status).toBe(200);
  await first.app.close();

  const realEnv = {
    ...env,
    REMITTANCE_BASE_URL: service.url,
    REMITTANCE_CLIENT_ID: sandbox.client_id,
    REMITTANCE_CLIENT_SECRET: sandbox.client_secret,
    GIRO_SECRET: 'a secret of thirty-two characters',
  };
  const startReal = () =>
    start({
      config: readConfig(realEnv),
      log: pino({ level: 'silent' }),
      appFolder: null,
      startSandbox: () => Promise.reject(new Error('a real service needs no sandbox')),
    });
  // In another service, the sandbox's ids would belong to other people.
  await expect(startReal()).rejects.toThrow(LedgerError);
  const silent = { info() {}, warn() {}, error() {} };
  const context = { say() {}, readStdin: async () => '', now: () => Date.now(), log: silent };
  expect(await runCommand(['service', 'accept'], { ...context, env: realEnv })).toBe(0);
  const app = await startReal();
  const real = createBrowser(app);
  expect((await real.signIn('sender')).status).toBe(401);
  for (const [name, value] of first.browser.cookies) real.cookies.set(name, value);
  expect((await real.call('GET', '/api/session')).status).toBe(401);
  const { body: settings } = await real.call('GET', '/api/settings');
  expect(settings).toMatchObject({ sandbox: false, demo_accounts: [] });
  expect((await real.call('GET', '/readyz')).body).toEqual({
    store: true,
    service: true,
    clock: true,
  });
  await app.close();

  await expect(startLoggedBff({ env })).rejects.toThrow(/another service/);
});

/** Starts with a real service. Returns the app, or throws the operator's message. */
const startWith = (env: Record<string, string>) =>
  start({
    config: readConfig(env),
    log: pino({ level: 'silent' }),
    appFolder: null,
    startSandbox: () => Promise.reject(new Error('a real service needs no sandbox')),
  });

test('a start with a wrong address or client binds nothing, and one with a wrong secret is refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'giro-start-'));
  const sandbox = createSandbox();
  const service = await sandbox.listen();
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });
  const right = {
    DATABASE_URL: `sqlite:${join(folder, 'giro.db')}`,
    REMITTANCE_BASE_URL: service.url,
    REMITTANCE_CLIENT_ID: sandbox.client_id,
    REMITTANCE_CLIENT_SECRET: sandbox.client_secret,
    GIRO_SECRET: 'a secret of thirty-two characters',
  };
  const isReady = async (app: Awaited<ReturnType<typeof start>>) =>
    (await createBrowser(app).call('GET', '/readyz')).body;
  for (const wrong of [
    { REMITTANCE_BASE_URL: `${service.url}/elsewhere` },
    { REMITTANCE_BASE_URL: 'http://localhost:9' },
    { REMITTANCE_CLIENT_ID: 'a slip' },
  ]) {
    const app = await startWith({ ...right, ...wrong });
    expect(await isReady(app)).toMatchObject({ service: false });
    await app.close();
  }
  // `idle` has made no call, so the ledger is not bound yet: the first accepted client binds it.
  const idle = await startWith({ ...right, REMITTANCE_BASE_URL: `${service.url}/later` });
  const app = await startWith(right);
  expect(await isReady(app)).toMatchObject({ service: true });
  await app.close();
  await idle.close();
  const next = 'another secret of thirty-two characters';
  await expect(startWith({ ...right, GIRO_SECRET: next })).rejects.toThrow(
    /GIRO_SECRET: this database was made with another one/,
  );
  const changed = { ...right, GIRO_SECRET: next, GIRO_SECRET_PREVIOUS: right.GIRO_SECRET };
  await (await startWith(changed)).close();
  await expect(startWith(right)).rejects.toThrow(ConfigError);
  await expect(startWith({ ...changed, REMITTANCE_CLIENT_ID: 'another' })).rejects.toThrow(
    /another service/,
  );
});

test('only the owner can read the ledger and its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'giro-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { app } = await startLoggedBff({ env: { DATABASE_URL: `sqlite:${folder}/data/giro.db` } });
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  expect(modeOf(join(folder, 'data'))).toBe(0o700);
  const files = readdirSync(join(folder, 'data'));
  expect(files).toContain('giro.db-wal');
  for (const file of files)
    expect([file, modeOf(join(folder, 'data', file))]).toEqual([file, 0o600]);
  await app.close();
});

describe('a start that fails', () => {
  const fatal = z.object({ level: z.literal(60), msg: z.string() });

  /** Starts Giro as a supervisor does. Returns the words of its one line of error output, and its exit code. */
  async function startProcess(env: Record<string, string>) {
    const child = spawn(process.execPath, ['src/bff/main.ts'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += String(chunk);
    });
    await once(child, 'close');
    expect(said).toMatch(/^[^\n]+\n$/);
    return { said: z.parse(fatal, JSON.parse(said)).msg, code: child.exitCode };
  }

  test('names the variable when the port is in use', async () => {
    const [taken, second] = [createServer(), createServer()];
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    onTestFinished(() => void taken.close());
    const { port } = z.parse(z.object({ port: z.number() }), taken.address());
    second.listen(port, '127.0.0.1');
    const [error] = await once(second, 'error').catch((thrown: unknown) => [thrown]);
    const fault = listenFault(error, { host: '127.0.0.1', port });
    expect(fault).toBeInstanceOf(ConfigError);
    expect(String(fault)).toContain(
      `PORT: another program already uses 127.0.0.1:${port}; stop it, or set another port`,
    );
    const other = new Error('something else');
    expect(listenFault(other, { host: '127.0.0.1', port })).toBe(other);
  });

  test('prints the path of a file that is no ledger, and the cause', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'giro-start-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'giro.db');
    writeFileSync(path, 'a letter, not a ledger'.repeat(100));
    const { said, code } = await startProcess({ DATABASE_URL: `sqlite:${path}` });
    expect(code).toBe(1);
    expect(said).toBe(
      `Giro can't start:\n  DATABASE_URL: the database ${path} is not an SQLite database (SQLITE_NOTADB). Check the path in DATABASE_URL`,
    );
  });

  test('prints the error code of an unreachable PostgreSQL', async () => {
    const { said, code } = await startProcess({ DATABASE_URL: 'postgres://giro@127.0.0.1:9/giro' });
    expect(code).toBe(1);
    expect(said).toMatch(
      /^Giro can't start:\n {2}DATABASE_URL: the database .* does not answer \(ECONNREFUSED\)\. .*$/,
    );
  });

  test('names a ledger that turns out to be damaged once it is open', () => {
    const error = Object.assign(new Error('database disk image is malformed'), { errcode: 11 });
    const config = { databaseUrl: 'sqlite:/data/giro.db' };
    expect(String(ledgerFault(new Error('no reader', { cause: error }), config))).toContain(
      'DATABASE_URL: the database /data/giro.db is damaged (SQLITE_CORRUPT). Stop Giro',
    );
    const other = new Error('something else');
    expect(ledgerFault(other, config)).toBe(other);
    const fault = ledgerFault(new LedgerError('this database belongs to another service'), config);
    expect(fault).toBeInstanceOf(ConfigError);
    expect(String(fault)).toContain('DATABASE_URL: this database belongs to another service');
  });

  test.each([
    ['service.invalid', /HOST: service\.invalid (is an unknown name|can't be resolved); set/],
    ['192.0.2.1', /HOST: 192\.0\.2\.1 is not an address of this machine; set/],
  ])('names HOST when it is %s', async (host, words) => {
    const error = await new Promise<unknown>((done) => {
      createServer().once('error', done).listen(0, host);
    });
    expect(String(listenFault(error, { host, port: 3000 }))).toMatch(words);
  });
});
