import { expect, onTestFinished, test } from 'vitest';
import { callerWith, cookieFor, startProcess } from '../support/giro-process.ts';
import { asShown } from '../support/recipients.ts';
import { createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { sqlite } from '../support/stores.ts';

test('60 tries of strangers at the sign-in hold up nobody who is signed in, nor who signs in', async () => {
  const { env, account_id, close } = await createSenderFixture(sqlite);
  const giro = await startProcess({
    ...env,
    // By a name, whose look-up waits for the same threads as passwords and compression do.
    REMITTANCE_BASE_URL: env.REMITTANCE_BASE_URL.replace('127.0.0.1', 'localhost'),
    TRUST_PROXY: '1',
  });
  onTestFinished(async () => {
    await giro.kill();
    await close();
  });
  const signIn = (address: number, body: { email: string; password: string }) =>
    giro.call('POST', '/api/session', body, { 'x-forwarded-for': `10.0.0.${address}` });
  const cookie = await cookieFor(giro, sender);

  let refused = 0;
  const strangers = Array.from({ length: 60 }, async (_, index) => {
    const guess = { email: `nobody${index}@giro.example`, password: 'a guess' };
    const { status } = await signIn(index % 3, guess);
    expect([401, 429]).toContain(status);
    refused += 1;
  });
  await expect.poll(() => refused).toBeGreaterThan(0);

  const begun = performance.now();
  const caller = callerWith(giro, cookie);
  const body = await asShown(caller, transferTo(account_id, 100_000));
  const [sent, page] = await Promise.all([
    caller.call('POST', '/api/transfers', body, { 'idempotency-key': crypto.randomUUID() }),
    fetch(giro.url, { headers: { cookie, 'accept-encoding': 'br' } }),
  ]);
  expect([sent.status, page.status]).toEqual([201, 200]);
  expect(performance.now() - begun).toBeLessThan(3_000);

  const honest = await signIn(9, sender);
  expect(honest.status).toBe(200);
  // In turn with the three addresses, and not behind all of their tries.
  expect(refused).toBeLessThan(45);
  await Promise.all(strangers);
});
