import { expect, onTestFinished, test } from 'vitest';
import { callerWith, cookieFor, startProcess } from '../support/giro-process.ts';
import { asShown } from '../support/recipients.ts';
import { createSenderFixture, sender, transferTo } from '../support/sender-fixture.ts';
import { strictestStore } from '../support/stores.ts';

test('60 sign-in attempts of strangers delay neither signed-in people nor other sign-ins', async () => {
  const { env, account_id, close } = await createSenderFixture(strictestStore());
  const giro = await startProcess({
    ...env,
    // A host name, because DNS look-ups share the thread pool with passwords and compression.
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
  // The queue serves the addresses in turn, so this one did not wait for all of the attempts.
  expect(refused).toBeLessThan(45);
  await Promise.all(strangers);
});

test('150 attempts from 150 addresses keep out neither a known device nor a newcomer', async () => {
  const { env, close } = await createSenderFixture(strictestStore());
  const giro = await startProcess({ ...env, TRUST_PROXY: '1' });
  onTestFinished(async () => {
    await giro.kill();
    await close();
  });
  const signIn = (address: string, body: object, cookie = '') =>
    fetch(`${giro.url}/api/session`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
        'x-forwarded-for': address,
      },
      body: JSON.stringify(body),
    });
  const before = await signIn('10.1.0.1', sender);
  const device = before.headers.getSetCookie().find((one) => one.startsWith('giro-device='));
  if (device === undefined) throw new Error('no cookie of a known device');

  const strangers = Array.from({ length: 150 }, (_, index) =>
    signIn(`10.0.0.${index}`, { email: `nobody${index}@giro.example`, password: 'a guess' }),
  );
  // One of them has its answer: the others wait.
  await Promise.race(strangers);
  const known = signIn('10.0.1.1', sender, device.split(';')[0]);
  const newcomer = signIn('10.0.1.2', sender);
  expect([(await known).status, (await newcomer).status]).toEqual([200, 200]);
  const statuses = new Set((await Promise.all(strangers)).map(({ status }) => status));
  expect([...statuses].filter((status) => ![401, 429].includes(status))).toEqual([]);
});
