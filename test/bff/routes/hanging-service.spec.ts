import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { createBrowser } from '../../support/browser.ts';
import { startHoldingProxy } from '../../support/holding-proxy.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { startLoggedBff } from '../../support/start-logged-bff.ts';

test('100 hanging quotes delay no sign-in, page, reference data, recipient or transfer', async () => {
  const sandbox = createSandbox();
  const service = await sandbox.listen();
  const proxy = await startHoldingProxy(service.url);
  const appFolder = mkdtempSync(join(tmpdir(), 'giro-app-'));
  writeFileSync(
    join(appFolder, 'index.html'),
    '<html lang="en"><head><title>Giro</title></head><body><div id="root"></div></body></html>',
  );
  onTestFinished(async () => {
    await proxy.close();
    await service.close();
    rmSync(appFolder, { recursive: true });
  });
  const { app, browser } = await startLoggedBff({ sandbox, baseUrl: proxy.url, appFolder });
  await browser.signIn('sender');
  const { body: countries } = await browser.call('GET', '/api/countries');
  const { id } = await addRecipient(browser);

  let held = 0;
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  proxy.hold({
    matches: (_method, path) => path.endsWith('/simulate'),
    beforeCall: () => {
      held += 1;
      return released;
    },
  });
  const done: string[] = [];
  const query = `source_amount_cents=100000&source_amount_currency=CLP&destination_amount_currency=COP&country_id=${countries[0].id}`;
  const quotes = Array.from({ length: 100 }, async () => {
    const { status } = await browser.call('GET', `/api/quotes?${query}`);
    done.push(`quote ${status}`);
  });
  await expect.poll(() => held).toBeGreaterThan(10);

  done.push(`sign-in ${(await createBrowser(app).signIn('support')).status}`);
  for (const path of [
    '/api/countries',
    '/api/currencies',
    '/api/settings',
    '/healthz',
    '/readyz',
  ]) {
    done.push(`${path} ${(await browser.call('GET', path)).status}`);
  }
  done.push(`/ ${(await app.inject('/')).statusCode}`);
  done.push(`recipients ${(await browser.call('GET', '/api/destination_accounts')).status}`);
  done.push(`send ${(await sendMoney(browser, id)).status}`);
  expect(done).toEqual([
    'sign-in 200',
    '/api/countries 200',
    '/api/currencies 200',
    '/api/settings 200',
    '/healthz 200',
    '/readyz 200',
    '/ 200',
    'recipients 200',
    'send 201',
  ]);

  release();
  await Promise.all(quotes);
  expect(done.slice(9)).toEqual(Array(100).fill('quote 200'));
  // The bulkhead let them through a few at a time, and the one estimate by which readiness is asked.
  expect(held).toBe(101);
});

test('the circuit breaker answers 503 with Retry-After at once while the service gives no answers', async () => {
  const sandbox = createSandbox();
  const service = await sandbox.listen();
  const proxy = await startHoldingProxy(service.url);
  onTestFinished(async () => {
    await proxy.close();
    await service.close();
  });
  const { browser, lines } = await startLoggedBff({ sandbox, baseUrl: proxy.url });
  await browser.signIn('sender');
  const { id } = await addRecipient(browser);
  await browser.call('GET', '/api/currencies');
  // A send before the first list waits for it, and fails by its own timeout.
  await expect
    .poll(async () => (await browser.call('GET', '/api/transfers')).body.service)
    .toBe('ok');
  // However slow the machine is: after its pause the breaker would let a call through.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let reached = 0;
  proxy.hold({
    matches: () => {
      reached += 1;
      return true;
    },
    // The connection breaks.
    beforeCall: () => Promise.reject(new Error('gone')),
  });
  const account = `/api/destination_accounts/${id}`;
  for (let count = 0; count < 3; count += 1) await browser.call('GET', account);
  const before = reached;
  for (const answer of [
    await browser.call('GET', '/api/banks?country_name=Chile'),
    await sendMoney(browser, id),
  ]) {
    expect([answer.status, answer.body.type]).toEqual([503, '/problems/service-unreachable']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(reached).toBe(before);
  expect((await browser.call('GET', '/api/currencies')).status).toBe(200);
  expect(lines.join('')).toContain('service: circuit breaker opened');
});
