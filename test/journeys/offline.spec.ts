import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { untilAlive } from '../support/hydrated.ts';
import { builtApp, openPage, startGiro } from '../support/journey.ts';
import { addRecipient, addWallet, sendMoney } from '../support/recipients.ts';
import { signIn, signOut } from '../support/sign-in.ts';

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** Waits until the service worker is active and has filled its cache. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });

const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

/** Everything in the caches: addresses, headers and bodies. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const answers: { path: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const text = `${JSON.stringify([...(answer?.headers ?? [])])} ${await answer?.text()}`;
        answers.push({ path: new URL(request.url).pathname, text });
      }
    }
    return answers;
  });

test('opens offline and says so without cached personal data, and continues online', async () => {
  const { url } = await startGiro();
  const page = await openPage(url, { serviceWorkers: 'allow' });
  await signIn(page, 'sender');
  await addWallet(callerOf(page), { alias: 'Canary Quispe' });
  await page.goto('/recipients');
  await page.getByText('Canary Quispe').first().waitFor();
  await kept(page);
  // A page with personal data goes through the worker, with a cookie.
  await page.reload();
  await page.getByText('Canary Quispe').first().waitFor();

  await page.context().setOffline(true);
  for (const path of ['/recipients', '/transfers?q=canary', '/nothing-of-this-name']) {
    await page.goto(path);
    await heading(page, 'No connection');
    expect(await page.getByRole('main').textContent()).toContain('You’re offline');
  }
  const answers = await cached(page);
  const paths = answers.map(({ path }) => path);
  expect(paths).toContain('/shell');
  expect(paths.filter((path) => path !== '/shell' && !path.startsWith('/assets/'))).toEqual([]);
  expect(JSON.stringify(answers)).not.toMatch(/Canary|Quispe|sender@giro\.example|set-cookie/i);

  await page.goto('/recipients');
  await heading(page, 'No connection');
  // Without a press.
  await page.context().setOffline(false);
  await page.getByText('Canary Quispe').first().waitFor();
  await page.reload();
  await page.getByText('Canary Quispe').first().waitFor();
});

test('shows the last list offline on the person’s own device, until they sign out', async () => {
  const { url } = await startGiro();
  const page = await openPage(url, { serviceWorkers: 'allow' });
  await signIn(page, 'sender');
  const { id } = await addRecipient(callerOf(page), { alias: 'Canary Quispe' });
  await sendMoney(callerOf(page), id);
  await page.goto('/transfers');
  const row = page.getByRole('main').getByText('Canary Quispe').first();
  await row.waitFor();
  await kept(page);

  // Nobody has said yet that the device is theirs.
  await page.context().setOffline(true);
  await page.goto('/transfers');
  await heading(page, 'No connection');
  await page.getByText('This device keeps no transfers').waitFor();
  await page.context().setOffline(false);

  await page.goto('/settings/security');
  await page.getByLabel('This device is mine').check();
  // Before it is alive a page keeps nothing.
  await untilAlive(page);
  await page.goto('/transfers');
  await row.waitFor();
  await untilAlive(page);
  // Left as on a phone, which may end the tab then.
  await page.goto('about:blank');
  await page.context().setOffline(true);
  await page.goto(`${url}/transfers`);
  await row.waitFor();
  await page.getByText(/^No network\. What you see is from/).waitFor();

  await page.context().setOffline(false);
  await page.reload();
  await row.waitFor();
  await signOut(page);
  await page.context().setOffline(true);
  await page.goto('/transfers');
  await heading(page, 'No connection');
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('Canary');
});

test('opens offline before sign-in too, in the person’s language', async () => {
  const { url } = await startGiro();
  const page = await openPage(url, { locale: 'pt-BR', serviceWorkers: 'allow' });
  await page.goto('/sign-in');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await kept(page);
  await page.context().setOffline(true);
  await page.goto('/sign-in');
  await heading(page, 'Sem conexão');
});

test('shows the operator’s name offline, and updates it after a change', async () => {
  const { url, app } = await startGiro({ env: { THEME_NAME: 'Casa Cambios' } });
  const page = await openPage(url, { serviceWorkers: 'allow' });
  await page.goto('/sign-in');
  await kept(page);
  await expectNameOffline(page, 'Casa Cambios');

  await app.close();
  await startGiro({ env: { THEME_NAME: 'Envíos Sol' }, port: Number(new URL(url).port) });
  await page.goto('/sign-in');
  const shell = () => cached(page).then((all) => all.find(({ path }) => path === '/shell')?.text);
  // The browser decides when it checks for a new worker. Polling the caches without a pause would block
  // the worker.
  await expect
    .poll(shell, { timeout: 40_000, interval: 1_000 })
    .toContain('<title>Envíos Sol</title>');
  await expectNameOffline(page, 'Envíos Sol');
});

async function expectNameOffline(page: Page, name: string) {
  await page.context().setOffline(true);
  await page.goto('/sign-in');
  await heading(page, 'No connection');
  expect(await page.title()).toBe(`No connection · ${name}`);
  const words = await page.locator('body').innerText();
  expect(words).toContain(name);
  expect(words).not.toContain('Giro');
  await page.context().setOffline(false);
}

test('replaces an older build at once and completely', async () => {
  const appFolder = mkdtempSync(join(tmpdir(), 'giro-offline-'));
  onTestFinished(() => rmSync(appFolder, { recursive: true }));
  cpSync(builtApp, appFolder, { recursive: true });
  const { url } = await startGiro({ appFolder });
  const page = await openPage(url, { serviceWorkers: 'allow' });
  await page.goto('/sign-in');
  await kept(page);
  const [before, ...others] = await cacheNames(page);
  expect([before, others]).toEqual([expect.stringMatching(/^giro-/), []]);

  const path = join(appFolder, 'sw.js');
  const old = before?.replace('giro-', '') ?? '';
  writeFileSync(path, readFileSync(path, 'utf8').replace(old, 'build-two'));
  for (const compressed of ['br', 'gz']) rmSync(`${path}.${compressed}`);
  await page.reload();
  await expect.poll(() => cacheNames(page)).toEqual(['giro-build-two']);
  await page.context().setOffline(true);
  await page.goto('/transfers');
  await heading(page, 'No connection');
});
