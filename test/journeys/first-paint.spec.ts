import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appLocales, languageTags } from '../../src/contract/api/languages.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { signIn } from '../support/sign-in.ts';

const figures =
  '/?source_amount_cents=100000&source_amount_currency=CLP&country_id=6&destination_amount_currency=COP';

// What `openPage` says of script errors holds here too: React reports what does not match as one.

/** Holds back every script of the page until it is let go. */
async function holdScripts(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** How far things have moved since the page began, as the browser tells it. */
const shifts = (page: Page) =>
  page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    return observer.takeRecords().map((entry) => JSON.stringify(entry));
  });

/** Where what a person sees of the page stands, in pixels. */
const places = (page: Page, selectors: string[]) =>
  page.evaluate(
    (all) =>
      all.map((selector) => {
        const { x, y, width, height } =
          document.querySelector(selector)?.getBoundingClientRect() ?? {};
        return { selector, x, y, width, height };
      }),
    selectors,
  );

const submits = (page: Page) => page.locator('form button').getAttribute('type');

/** The sign-in form with both fields filled in, its script held back. */
async function typedEarly(url: string) {
  const page = await openPage(url);
  const letGo = await holdScripts(page);
  await page.goto('/transfers?q=ana', { waitUntil: 'commit' });
  await page.getByLabel('E-mail').fill('sender@giro.example');
  await page.getByLabel('Password').fill('sandbox');
  return { page, letGo };
}

test('what is typed into the sign-in form before the script is there stays, and signs in', async () => {
  const { url } = await startGiro();
  const { page, letGo } = await typedEarly(url);
  const parts = ['h1', '[name=email]', '[name=password]', 'form button', 'section'];
  const before = await places(page, parts);
  await page.getByLabel('Password').focus();
  letGo();
  await expect.poll(() => submits(page)).toBe('submit');
  expect(await places(page, parts)).toEqual(before);
  expect(await shifts(page)).toEqual([]);
  expect(await page.getByLabel('E-mail').inputValue()).toBe('sender@giro.example');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');
  expect(await page.title()).toBe('Sign in · Giro');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(page.url()).toBe(`${url}/transfers?q=ana`);
});

test.each(['Enter', 'the button'])(
  'a sign-in by %s before the script is there is sent by it',
  async (how) => {
    const { url } = await startGiro();
    const { page, letGo } = await typedEarly(url);
    if (how === 'Enter') await page.getByLabel('Password').press('Enter');
    else await page.getByRole('button', { name: 'Sign in' }).click();
    // It leads nowhere yet, least of all with a password in the address.
    expect(page.url()).toBe(`${url}/transfers?q=ana`);
    letGo();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(page.url()).toBe(`${url}/transfers?q=ana`);
  },
);

test('a page that has no frames, for nobody looks at it, begins all the same', async () => {
  const { url } = await startGiro();
  const page = await openPage(url);
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
  });
  await page.goto('/sign-in');
  await expect.poll(() => submits(page)).toBe('submit');
});

test.each(appLocales)('the form stands in %s before any script, and goes on so', async (locale) => {
  const { url } = await startGiro({ env: oidc });
  const page = await openPage(url, { locale: languageTags[locale] });
  const letGo = await holdScripts(page);
  await page.goto('/sign-in', { waitUntil: 'commit' });
  await page.locator('form button').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(languageTags[locale]);
  const words = await page.locator('main').textContent();
  letGo();
  await expect.poll(() => submits(page)).toBe('submit');
  expect(await page.locator('main').textContent()).toBe(words);
  expect(await shifts(page)).toEqual([]);
  // What is said of a field is tied to it, so the ids are the same on both sides.
  await page.locator('form button').click();
  const field = page.locator('[name=email]');
  const described = (await field.getAttribute('aria-describedby')) ?? '';
  expect(await page.locator(`[id="${described}"]`).textContent()).not.toBe('');
});

test.each([
  ['a phone', 390],
  ['a desk', 1280],
])(
  'on %s the frame stands before any script, and nothing moves when the app comes',
  async (_where, width) => {
    const { url } = await startGiro();
    const page = await openPage(url, { viewport: { width, height: 844 } });
    await signIn(page, 'sender');
    for (const path of ['/', figures]) {
      // The estimate that then takes the place of these words is not what this is about.
      await page.route('**/api/quotes?*', () => undefined);
      const letGo = await holdScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      await page.getByText('Choose who gets it', { exact: true }).waitFor();
      expect(await page.locator('#root').getAttribute('inert')).toBe('');
      const parts = ['nav', '[aria-current]', 'header button', 'h1', 'main p', 'footer'];
      const before = await places(page, parts);
      letGo();
      await page.locator('form').waitFor();
      expect(await places(page, parts)).toEqual(before);
      expect(await shifts(page)).toEqual([]);
      expect(await page.locator('#root').getAttribute('inert')).toBeNull();
      await page.unroute('**/assets/*.js');
    }
  },
);

test('support sees its own places at once', async () => {
  const { url } = await startGiro();
  const page = await openPage(url);
  await signIn(page, 'support');
  const letGo = await holdScripts(page);
  await page.goto('/support/health', { waitUntil: 'commit' });
  const nav = page.locator('nav');
  await nav.waitFor();
  expect(await nav.locator('a').allTextContents()).toEqual([
    'Look up',
    'Transfers',
    'Recipients',
    'Health',
  ]);
  expect(await nav.locator('[aria-current=page]').textContent()).toBe('Health');
  letGo();
  await page.getByRole('heading', { level: 1 }).waitFor();
});

const oidc = {
  PUBLIC_ORIGIN: 'http://127.0.0.1',
  OIDC_ISSUER: 'http://localhost:1',
  OIDC_CLIENT_ID: 'giro',
  OIDC_CLIENT_SECRET: 'secret',
};
