import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { cookieFor, startProcess } from '../support/giro-process.ts';
import { asShown } from '../support/recipients.ts';

const email = 'ana@giro.example';
const password = 'correct horse battery';

/** Starts the sandbox in another process, as a real service. */
async function startService(): Promise<string> {
  const child = spawn(process.execPath, ['src/sandbox/main.ts', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGTERM');
  });
  return new Promise((done, fail) => {
    child.stdout.on('data', (chunk) => {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk))?.[0];
      if (url) done(url);
    });
    child.once('exit', () => fail(new Error('the service did not start')));
  });
}

async function command(args: string[], env: Record<string, string>, input = '') {
  const child = spawn(process.execPath, ['src/bff/cli/cli.ts', ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
  child.stdin.end(input);
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  await once(child, 'exit');
  return { said, code: child.exitCode };
}

test('works with a real service, configured by environment variables only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'giro-real-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = {
    REMITTANCE_BASE_URL: await startService(),
    REMITTANCE_CLIENT_ID: 'sandbox-client',
    REMITTANCE_CLIENT_SECRET: 'sandbox-secret',
    GIRO_SECRET: 'a secret of the tests, thirty-two or more',
    DATABASE_URL: `sqlite:${join(folder, 'giro.db')}`,
  };
  const health = await command(['doctor'], env);
  expect(health).toMatchObject({ code: 0, said: expect.stringContaining('All checks passed') });

  // The first start makes the database, without which no command changes anything.
  await (await startProcess(env)).kill();
  const add = ['user', 'add', email, '--role', 'sender', '--name', 'Ana', '--password-stdin'];
  expect((await command(add, env, password)).code).toBe(0);

  const stranger = await startProcess(env);
  onTestFinished(() => stranger.kill());
  const cookie = await cookieFor(stranger, { email, password });
  await stranger.kill();
  const giro = await startProcess(env, cookie);
  onTestFinished(() => giro.kill());

  const settings = await giro.call('GET', '/api/settings');
  expect(settings.body).toMatchObject({ sandbox: false, demo_accounts: [] });
  const demo = { email: 'sender@giro.example', password: 'sandbox' };
  expect((await giro.call('POST', '/api/session', demo)).status).toBe(401);

  const countries = await giro.call('GET', '/api/countries');
  const list = z.parse(z.array(z.object({ id: z.string(), code: z.string() })), countries.body);
  const colombia = list.find(({ code }) => code === 'CO')?.id ?? '';
  const query = new URLSearchParams({
    source_amount_cents: '10000',
    source_amount_currency: 'USD',
    destination_amount_currency: 'COP',
    country_id: colombia,
  });
  const quote = await giro.call('GET', `/api/quotes?${query}`);
  expect(quote).toMatchObject({ status: 200, body: { source_amount_cents: '10000' } });

  const wallet = { alias: 'Cold wallet', category: 'wallet', additional_data: '0xabc' };
  const created = await giro.call('POST', '/api/destination_accounts', wallet);
  expect(created.status).toBe(201);
  const { id } = z.parse(z.object({ id: z.string() }), created.body);
  const body = await asShown(giro, {
    destination_account_id: id,
    source_amount_cents: '10000',
    source_amount_currency: 'USD',
    destination_amount_currency: 'COP',
  });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const sent = await giro.call('POST', '/api/transfers', body, headers);
  expect(sent).toMatchObject({ status: 201, body: { state: 'pending' } });
  expect((await giro.call('GET', '/api/transfers')).body).toMatchObject({ total: 1 });

  expect((await command(['token', 'show'], env)).said).toMatch(
    /the token expires at .*, in \d+ min/,
  );
  expect((await command(['token', 'deactivate'], env)).said).toContain('is deactivated');
  expect((await giro.call('GET', '/api/transfers')).status).toBe(200);
});
