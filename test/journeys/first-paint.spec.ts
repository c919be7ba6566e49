import { createServer } from 'node:http';
import type { Page, Route } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { appLocales, languageTags } from '../../src/contract/api/languages.ts';
import { timeZoneCookie } from '../../src/contract/api/rendered-page.ts';
import type { Role } from '../../src/contract/api/session.ts';
import { isAtLength } from '../support/at-length.ts';
import { callerOf } from '../support/caller-of.ts';
import { type Ids, pagesOf, someOfEachPage, startWithTransfer } from '../support/every-page.ts';
import { holdScripts, isHydrated, isTaken } from '../support/hydrated.ts';
import { builtApp, openPage, startGiro } from '../support/journey.ts';
import { addRecipient, sendMoney } from '../support/recipients.ts';
import { seed } from '../support/seed.ts';
import { accountButton, signInUnseen } from '../support/sign-in.ts';

// `openPage` fails on script errors, and React reports a hydration mismatch as one.

/**
 * The layout shifts since the page's start, and what moved. An age that ticks moves its line by less than these; so
 * does a row that is painted while the parser has read half of it, before the page is `whole` (by its clock, in ms).
 */
const shifts = (page: Page, whole = 0) =>
  page.evaluate((whole) => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const entries = observer.takeRecords();
    const isSeen = (entry: PerformanceEntry) =>
      'value' in entry && Number(entry.value) >= (entry.startTime < whole ? 0.005 : 0.001);
    return entries.filter(isSeen).map((entry) => {
      const sources: unknown[] =
        'sources' in entry && Array.isArray(entry.sources) ? entry.sources : [];
      const moved = sources.map((source) => {
        const isNode = typeof source === 'object' && source !== null && 'node' in source;
        const node = isNode && source.node instanceof Node ? source.node : null;
        return node instanceof Element ? node.outerHTML.slice(0, 200) : node?.textContent;
      });
      return [JSON.stringify(entry), ...moved].join('\n');
    });
  }, whole);

/** The page's time once all that was read of it is painted. */
const wholeAt = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))),
      ),
  );

/** Position and size of elements, in pixels. */
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

/** The page's text without its ages, which grow while it loads. */
const mainText = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    const ages = [...(main?.querySelectorAll('time') ?? [])].map((age) => age.innerText);
    return ages.reduce((text, age) => text.replace(age, '<age>'), main?.innerText ?? '');
  });

/** The lines that only one of the texts has, because a report holds no two whole texts; empty if they are the same. */
function changed(before: string, after: string): string {
  if (before === after) return '';
  const [was, is] = [before.split('\n'), after.split('\n')];
  const gone = was.filter((line) => !is.includes(line));
  const come = is.filter((line) => !was.includes(line));
  return `gone: ${JSON.stringify(gone)}, come: ${JSON.stringify(come)}`;
}

/** Opens a page with its scripts held back, then lets them go; returns what it showed before and after. */
async function hydrate(page: Page, path: string) {
  // Once before, so that the server has read the service's lists: what is refused ends the wait for all others.
  await page.request.get(path);
  const letGo = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  await expect.poll(() => page.locator('main').isVisible(), { message: path }).toBe(true);
  await page.waitForFunction(() => document.readyState !== 'loading');
  const shown = await page.locator('#root').getAttribute('data-shown');
  const before = await mainText(page);
  const waiting = await page.locator('main [data-skeleton]').count();
  const whole = await wholeAt(page);
  letGo();
  await expect.poll(() => isHydrated(page), { message: path }).toBe(true);
  const after = await mainText(page);
  const moved = await shifts(page, whole);
  await page.unroute('**/assets/*.js');
  return { shown, before, waiting, after, moved };
}

/** Fills in the sign-in form while its script is delayed. */
async function fillInEarly(url: string) {
  const page = await openPage(url);
  const letGo = await holdScripts(page);
  await page.goto('/transfers?q=ana', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('sender@giro.example');
  await page.getByLabel('Password').fill('sandbox');
  return { page, letGo };
}

test('keeps what was typed into the sign-in form before hydration, and signs in', async () => {
  const { url } = await startGiro();
  const { page, letGo } = await fillInEarly(url);
  const parts = ['h1', '[name=email]', '[name=password]', 'form [type=submit]', 'section'];
  const before = await places(page, parts);
  await page.getByLabel('Password').focus();
  letGo();
  await expect.poll(() => isHydrated(page)).toBe(true);
  expect(await places(page, parts)).toEqual(before);
  expect(await shifts(page)).toEqual([]);
  expect(await page.getByLabel('Email').inputValue()).toBe('sender@giro.example');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');
  expect(await page.title()).toBe('Sign in · Giro');
  await page.keyboard.press('Enter');
  await accountButton(page).waitFor();
  expect(page.url()).toBe(`${url}/transfers?q=ana`);
});

test.each(['Enter', 'the button'])(
  'submits after hydration a sign-in by %s before it',
  async (how) => {
    const { url } = await startGiro();
    const { page, letGo } = await fillInEarly(url);
    if (how === 'Enter') await page.getByLabel('Password').press('Enter');
    else await page.getByRole('button', { name: 'Sign in' }).click();
    // No native submit, which would put the password into the address.
    expect(page.url()).toBe(`${url}/transfers?q=ana`);
    letGo();
    await accountButton(page).waitFor();
    expect(page.url()).toBe(`${url}/transfers?q=ana`);
  },
);

test('hydrates without animation frames, as in a background tab', async () => {
  const { url } = await startGiro();
  const page = await openPage(url);
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
  });
  await page.goto('/sign-in');
  await expect.poll(() => isHydrated(page)).toBe(true);
});

test.each(appLocales)(
  'shows the form in %s before any script, and hydrates it unchanged',
  async (locale) => {
    const { url } = await startGiro({ env: { ...oidc, SUPPORT_EMAIL: 'help@example.com' } });
    const page = await openPage(url, { locale: languageTags[locale] });
    const letGo = await holdScripts(page);
    await page.goto('/sign-in', { waitUntil: 'commit' });
    await page.locator('form [type=submit]').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(languageTags[locale]);
    const words = await page.locator('main').textContent();
    letGo();
    await expect.poll(() => isHydrated(page)).toBe(true);
    expect(await page.locator('main').textContent()).toBe(words);
    expect(await shifts(page)).toEqual([]);
    // An error is tied to its field, so the ids of prerender and app match.
    await page.locator('form [type=submit]').click();
    const field = page.locator('[name=email]');
    const described = (await field.getAttribute('aria-describedby')) ?? '';
    expect(await page.locator(`[id="${described}"]`).textContent()).not.toBe('');
  },
);

/** Pages whose error or own key the browser has to make. */
const isOfBrowser = (path: string, role: Role) =>
  path === '/transfers/999999' ||
  (role === 'sender' && /^\/support|^\/send\?.*account_id=\d+$/.test(path));

/** At length everything, else each third one: by the run's seed, and from page to page another. */
const isTurn = (index: number) => isAtLength || (seed + index) % 3 === 0;

/** At length each page at both widths, else two of three pages at one. */
const isShownAt = (width: number, index: number) => isTurn(index + (width === 390 ? 0 : 1));

test.each([
  ['sender', 390],
  ['sender', 1280],
  ['support', 390],
  ['support', 1280],
  ['admin', 390],
  ['admin', 1280],
] as const)(
  'shows each page of a %s %i px wide before any script, and hydrates it unchanged',
  async (role, width) => {
    const { url, page: sender, ids } = await startWithTransfer({ isOneOpen: true });
    const page = await openPage(url, { viewport: { width, height: 844 } });
    if (role === 'sender') await page.context().addCookies(await sender.context().cookies());
    else await signInUnseen(page, role);
    for (const path of someOfEachPage(ids, role).filter((_, index) => isShownAt(width, index))) {
      const isOwn = isOfBrowser(path, role);
      const { shown, before, waiting, after, moved } = await hydrate(page, path);
      if (isOwn) continue;
      expect.soft(waiting, `skeletons of ${path}`).toBe(0);
      expect.soft(shown, path).not.toBeNull();
      // Only the browser knows whether it can notify, and whether there is room for a second column.
      if (!/^\/settings(\/notifications)?$/.test(path))
        expect.soft(changed(before, after), path).toBe('');
      expect.soft(moved.join('\n'), path).toBe('');
    }
  },
  240_000,
);

test('shows the tabs of a phone only once all of them are there', async () => {
  const { url } = await startGiro();
  const support = await openPage(url);
  await signInUnseen(support, 'support');
  const { origin, goOn } = await startSlow(url);
  const phone = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false };
  const page = await openPage(origin, phone);
  await page.context().addCookies(await support.context().cookies());
  const tabs = page.locator('nav a');
  await page.goto('/transfers', { waitUntil: 'commit' });
  await expect.poll(() => tabs.count()).toBe(2);
  expect(await tabs.first().isVisible()).toBe(false);
  goOn();
  await expect.poll(() => tabs.count()).toBe(4);
  await expect.poll(() => tabs.first().isVisible()).toBe(true);
});

/** A proxy whose pages end after the second tab until `goOn` is called. */
async function startSlow(url: string) {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const { cookie = '' } = request.headers;
    const answer = await fetch(url + request.url, { headers: { cookie, accept: '*/*' } });
    const type = answer.headers.get('content-type') ?? '';
    const body = Buffer.from(await answer.arrayBuffer());
    response.setHeader('content-type', type);
    const second = type.startsWith('text/html') ? secondTabEnds(body.toString()) : 0;
    if (second > 0) response.write(body.toString().slice(0, second));
    if (second > 0) await promise;
    response.end(second > 0 ? body.toString().slice(second) : body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the proxy does not listen');
  return { origin: `http://127.0.0.1:${address.port}`, goOn };
}

function secondTabEnds(html: string): number {
  const end = '</a>';
  const first = html.indexOf(end, html.indexOf('<nav'));
  return html.indexOf(end, first + 1) + end.length;
}

test.each([
  ['en', 'en-GB', 'Pacific/Auckland', '2 transfers'],
  ['es', 'es-CL', 'America/Santiago', '2 transferencias'],
  ['pt', 'pt-BR', 'Pacific/Auckland', '2 transferências'],
] as const)(
  'hydrates pages in %s as %s in %s unchanged, and with the time zone once it is known',
  async (language, locale, timezoneId, count) => {
    const { url, page: sender, ids } = await startWithTransfer({ isOneOpen: true });
    const page = await openPage(url, { locale, timezoneId });
    for (const path of ['/sign-in', '/sign-in']) {
      const { before, after, moved } = await hydrate(page, path);
      expect(changed(before, after)).toBe('');
      expect(moved).toEqual([]);
    }
    const ownCookies = () => page.context().cookies();
    await expect.poll(ownCookies).toMatchObject([{ name: timeZoneCookie }]);
    const cookies = await sender.context().cookies();
    await page.context().addCookies(cookies.filter(({ name }) => !/zone|language/.test(name)));
    // Unanswered: estimates of other currencies are asked for only once they are in view.
    await page.route('**/api/quotes?*', () => undefined);
    // The first estimate of a pair of currencies has no course of rates beside it, the next ones have.
    for (const path of localizedPages(ids)) await page.request.get(url + path);
    // Each page in one language at least, and each language on a third of them.
    const place = Object.keys(languageTags).indexOf(language);
    for (const path of localizedPages(ids).filter((_, index) => isTurn(index + place))) {
      const { shown, before, after, moved } = await hydrate(page, path);
      expect.soft(shown, path).toBe(path);
      expect.soft(changed(before, after), path).toBe('');
      expect.soft(moved, path).toEqual([]);
    }
    expect(await page.locator('html').getAttribute('lang')).toBe(languageTags[language]);
    expect(await page.locator('html').getAttribute('data-time-zone')).toBe(timezoneId);
    await page.goto('/transfers');
    await page.getByText(count, { exact: true }).waitFor();
  },
  120_000,
);

const localizedPages = ({ wallet, transfer }: Ids) => [
  '/',
  '/?source_amount_cents=100000&source_amount_currency=CLP&destination_amount_currency=COP&country_id=6',
  '/recipients',
  `/recipients/${wallet}`,
  '/transfers',
  `/transfers/${transfer}`,
];

test('hydrates times of a server in another time zone, then shows them in the browser’s', async () => {
  const { url, page: sender, ids } = await startWithTransfer({ isOneOpen: true });
  const page = await openPage(url, { timezoneId: 'Asia/Kolkata' });
  const cookies = await sender.context().cookies();
  await page.context().addCookies(cookies.filter(({ name }) => !/zone/.test(name)));
  const { before } = await hydrate(page, `/transfers/${ids.transfer}`);
  await expect.poll(() => mainText(page)).not.toBe(before);
  const { before: next, after } = await hydrate(page, `/transfers/${ids.transfer}`);
  expect(after).toBe(next);
  expect(next).not.toBe(before);
});

test('renders the first page of a new thread, which has words of its own', async () => {
  const { url } = await startGiro({ appFolder: builtApp });
  expect(await (await fetch(`${url}/verify`)).text()).toContain('data-shown="/verify"');
});

/** Opens the quote of a sender with its scripts held back. */
async function openQuoteEarly(search: string) {
  const { url } = await startGiro();
  const page = await openPage(url);
  await signInUnseen(page, 'sender');
  const letGo = await holdScripts(page);
  await page.goto(`/${search}`, { waitUntil: 'commit' });
  const [sent, currency] = [page.getByLabel(/^You send, in/), page.getByLabel('Currency you send')];
  await sent.waitFor();
  return { page, letGo, sent, currency };
}

test('keeps an amount and a currency of before hydration', async () => {
  const { page, letGo, sent, currency } = await openQuoteEarly('?country_id=6');
  await sent.fill('2500');
  await currency.selectOption('EUR');
  letGo();
  await page.getByText(/The final rate is set/).waitFor();
  expect(await currency.inputValue()).toBe('EUR');
  expect((await sent.inputValue()).replace(/\D/g, '')).toMatch(/^2500/);
  await expect
    .poll(() => page.url())
    .toMatch(/source_amount_cents=250000&source_amount_currency=EUR/);
});

test('carries out after hydration a press on the quote’s main button before it', async () => {
  const { page, letGo } = await openQuoteEarly(
    '?source_amount_cents=100000&source_amount_currency=CLP&destination_amount_currency=COP&country_id=6',
  );
  await page.getByRole('button', { name: 'Continue' }).click();
  letGo();
  await page.getByRole('heading', { level: 1, name: 'Choose a recipient' }).waitFor();
});

test('hydrates a check whose estimate is left to the browser', async () => {
  const { url, page: sender, ids } = await startWithTransfer();
  const page = await openPage(url);
  await page.context().addCookies(await sender.context().cookies());
  const isCheck = (path: string) => path.includes('&key=') && !path.includes(ids.sendKey);
  const [check = ''] = pagesOf(ids).sender.filter(isCheck);
  // The service has no rate for this amount: the server gives up, and the browser's answer comes at once.
  const asked = check.replace(/(source_amount_cents)=\d+/, '$1=404');
  expect((await hydrate(page, asked)).shown).not.toBeNull();
  await page.getByText('There is no rate').first().waitFor();
});

test('asks for nothing that a page shows as it comes before the page is hydrated', async () => {
  const { url, ids } = await startWithTransfer({ isOneOpen: true });
  const page = await openPage(url);
  await signInUnseen(page, 'support');
  const hydrated: boolean[] = [];
  await page.route('**/candidates', async (route) => {
    hydrated.push(await page.evaluate(isTaken));
    await route.continue();
  });
  await page.goto(`/sends/${ids.openKey}`);
  // Where the server had them in time, nothing is asked for.
  expect(hydrated).not.toContain(false);
});

test.each([
  ['comes', (route: Route) => route.continue(), 'The final rate is set'],
  ['fails', (route: Route) => route.abort(), 'We couldn’t get an estimate'],
] as const)(
  'keeps the boxes of a check in their place when its estimate %s late',
  async (_, answer, words) => {
    const { url } = await startGiro({ reconcile: { intervals: [20], giveUpAfter: 50 } });
    const page = await openPage(url, { viewport: { width: 390, height: 844 } });
    await signInUnseen(page, 'sender');
    const caller = callerOf(page);
    // One box for its doubtful details, and one for an earlier transfer whose answer is lost.
    const { id, alias } = await addRecipient(caller, { email: 'gloria@' });
    const terms = {
      ...{ source_amount_cents: '504', source_amount_currency: 'CLP' },
      destination_amount_currency: 'ETH',
    };
    await sendMoney(caller, id, terms);
    const like = new URLSearchParams({ ...terms, destination_account_id: id });
    const stateOf = async () => (await caller.call('GET', `/api/sends?${like}`)).body[0]?.state;
    await expect.poll(stateOf).toBe('unresolved');
    const { promise: asked, resolve: ask } = Promise.withResolvers<Route>();
    await page.goto(`/send?${new URLSearchParams({ ...terms, country_id: '33' })}`);
    await page.route('**/api/quotes?*', ask);
    await page.getByRole('link', { name: alias }).click();
    const boxes = page.getByRole('checkbox');
    await boxes.nth(1).waitFor();
    const tops = () =>
      boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().top));
    const before = await tops();
    await answer(await asked);
    await page.getByText(words).waitFor();
    expect(await tops()).toEqual(before);
  },
);

test('shows unconfirmed transfers before any script', async () => {
  const { url, page: sender } = await startWithTransfer({ isOneOpen: true });
  const page = await openPage(url, { javaScriptEnabled: false });
  await page.context().addCookies(await sender.context().cookies());
  for (const path of ['/', '/transfers']) {
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByText('One transfer is not confirmed yet').waitFor();
  }
});

const oidc = {
  PUBLIC_ORIGIN: 'http://127.0.0.1',
  OIDC_ISSUER: 'http://localhost:1',
  OIDC_CLIENT_ID: 'giro',
  OIDC_CLIENT_SECRET: 'secret',
};
