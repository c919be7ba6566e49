import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashPassword } from '../../src/bff/auth/passwords.ts';
import { openLedger } from '../../src/bff/ledger/ledger.ts';
import { own } from '../../src/bff/ledger/owners.ts';
import { addUser } from '../../src/bff/ledger/users.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { cookieFor, startProcess } from '../support/giro-process.ts';
import { asShown } from '../support/recipients.ts';
import { addAccountDirectly } from '../support/service-account.ts';

const email = 'rent@giro.example';
const password = 'correct horse battery';

test('60 tries of strangers at the sign-in hold up nobody who is signed in, nor who signs in', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'giro-flood-'));
  const sandbox = createSandbox();
  const service = await sandbox.listen();
  const account_id = await addAccountDirectly(sandbox, service.url);
  const databaseUrl = `sqlite:${join(folder, 'giro.db')}`;
  const db = await openLedger(databaseUrl);
  const now = new Date().toISOString();
  const password_hash = await hashPassword(password);
  const user = await addUser(db, { email, name: 'Rent', role: 'sender', password_hash }, now);
  await own(db, 'account', account_id, user?.id ?? '', now);
  await db.destroy();
  const giro = await startProcess({
    // By a name, whose look-up waits for the same threads as passwords and compression do.
    REMITTANCE_BASE_URL: service.url.replace('127.0.0.1', 'localhost'),
    REMITTANCE_CLIENT_ID: sandbox.client_id,
    REMITTANCE_CLIENT_SECRET: sandbox.client_secret,
    GIRO_SECRET: 'a secret of the tests, thirty-two or more',
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: '1',
  });
  onTestFinished(async () => {
    await giro.kill();
    await service.close();
    rmSync(folder, { recursive: true });
  });
  const signIn = (address: number, body: { email: string; password: string }) =>
    giro.call('POST', '/api/session', body, { 'x-forwarded-for': `10.0.0.${address}` });
  const cookie = await cookieFor(giro, email, password);

  let refused = 0;
  const strangers = Array.from({ length: 60 }, async (_, index) => {
    const guess = { email: `nobody${index}@giro.example`, password: 'a guess' };
    const { status } = await signIn(index % 3, guess);
    expect([401, 429]).toContain(status);
    refused += 1;
  });
  await expect.poll(() => refused).toBeGreaterThan(0);

  const begun = performance.now();
  const caller = {
    call: (method: string, path: string) => giro.call(method, path, undefined, { cookie }),
  };
  const body = await asShown(caller, {
    destination_account_id: account_id,
    source_amount_cents: '100000',
    source_amount_currency: 'USD',
    destination_amount_currency: 'COP',
  });
  const [sent, page] = await Promise.all([
    giro.call('POST', '/api/transfers', body, { cookie, 'idempotency-key': crypto.randomUUID() }),
    fetch(giro.url, { headers: { cookie, 'accept-encoding': 'br' } }),
  ]);
  expect([sent.status, page.status]).toEqual([201, 200]);
  expect(performance.now() - begun).toBeLessThan(3_000);

  const honest = await signIn(9, { email, password });
  expect(honest.status).toBe(200);
  // In turn with the three addresses, and not behind all of their tries.
  expect(refused).toBeLessThan(45);
  await Promise.all(strangers);
});
