import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider, useHref } from 'react-router-dom';
import { beforeAll, expect, test, vi } from 'vitest';
import { renderPage } from '../../../src/app/server.tsx';
import { Link } from '../../../src/app/ui/link.tsx';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { readInitialData } from '../../../src/contract/api/initial-data.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import type { PageVisit } from '../../../src/contract/api/rendered-page.ts';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { startRenderingBff } from '../../support/rendering-bff.ts';

// The app's own renderer, unbuilt, behind the real BFF.

const renders = vi.hoisted(() => ({ count: 0 }));
// React's own, counted.
vi.mock('react-dom/server', async (importOriginal) => {
  const server = await importOriginal<typeof import('react-dom/server')>();
  const renderToString: typeof server.renderToString = (...given) => {
    renders.count += 1;
    return server.renderToString(...given);
  };
  return { ...server, renderToString };
});

type Routed = { pages: (string | undefined)[][]; links: string[] };
const routed = vi.hoisted((): Routed => ({ pages: [], links: [] }));
// The router's own, with the pages that it knows, and the links whose address it resolves.
vi.mock('react-router-dom', async (importOriginal) => {
  const router = await importOriginal<typeof import('react-router-dom')>();
  const createMemoryRouter: typeof router.createMemoryRouter = (routes, ...given) => {
    const all = routes.flatMap(({ children = [] }) => children);
    const pages = all.flatMap((route) => (route.path ? [route] : (route.children ?? [])));
    routed.pages.push(pages.map(({ path }) => path));
    return router.createMemoryRouter(routes, ...given);
  };
  const useHref: typeof router.useHref = (...given) => {
    routed.links.push(String(given[0]));
    return router.useHref(...given);
  };
  return { ...router, createMemoryRouter, useHref };
});

// Unlike the bundle, these modules take long to load, and a late page is only a skeleton.
const modules = import.meta.glob([
  '../../../src/app/pages/**/*.{ts,tsx}',
  '../../../src/app/{layouts,limits,open-sends}/*.{ts,tsx}',
]);
beforeAll(() => Promise.all(Object.values(modules).map((load) => load())));

const nextTask = () => new Promise((resolve) => setImmediate(resolve));

type Browser = ReturnType<typeof createBrowser>;

const noData = '{"queries":[],"texts":{}}';

async function pageAt(browser: Browser, path: string, init?: RequestInit) {
  const html = await (await browser.fetch(path, init)).text();
  const [, json = noData] = /id="initial-data">(.*?)<\/script>/s.exec(html) ?? [];
  const [, shown] = /<div id="root" data-shown="([^"]*)"/.exec(html) ?? [];
  return { html, shown, keys: readInitialData(json).queries.map(({ queryKey }) => queryKey) };
}

/** Opens the page once before, so that the service's answers are cached. */
async function warmPageAt(browser: Browser, path: string) {
  await browser.fetch(path);
  return pageAt(browser, path);
}

/** The page waits for its data longer than in use: the machine of a test may be busy. */
async function start(render = renderPage, pageWaitMs = 10_000) {
  const bff = await startRenderingBff(render, { pageWaitMs });
  const [sender, support] = [createBrowser(bff.app), createBrowser(bff.app)];
  await sender.signIn('sender');
  await support.signIn('support');
  return { ...bff, nobody: createBrowser(bff.app), sender, support };
}

/** Action and subject of each entry about a look. */
async function looksIn(db: LedgerDb) {
  const entries = await readAudit(db, { limit: 50 });
  return entries
    .filter(({ action }) => /look|search/i.test(action))
    .map(({ action, subject }) => [action, subject].filter(Boolean).join(' '));
}

test('renders the sign-in page for nobody, with no data of a person', async () => {
  const { nobody } = await start();
  const { html, shown, keys } = await pageAt(nobody, '/transfers?q=a');
  expect(shown).toBe('/sign-in?next=%2Ftransfers%3Fq%3Da');
  expect(html).toContain('type="password"');
  expect(keys).toEqual(expect.arrayContaining([['no-session'], ['settings']]));
  // The demo accounts of the sandbox are no person's data.
  expect(keys).not.toContainEqual(['session']);
});

test('renders a person’s page with its data', async () => {
  const { sender } = await start();
  const { id } = await addRecipient(sender);
  const path = `/recipients/${id}`;
  const { html, shown, keys } = await warmPageAt(sender, path);
  expect(shown).toBe(path);
  expect(html).toMatch(/<h1[^>]*>.*?Mamá Bogotá.*?<\/h1>/s);
  expect(keys).toEqual(expect.arrayContaining([['session'], ['accounts', id]]));
  expect(keys).not.toContainEqual(['no-session']);
});

test('renders each page once: what its parts read is begun before', async () => {
  const { sender, support } = await start();
  const { id } = await addRecipient(sender);
  const { body } = await sendMoney(sender, id);
  const quote =
    '/?source_amount_cents=100000&source_amount_currency=CLP&country_id=6&destination_amount_currency=COP';
  for (const [browser, path, read] of [
    [sender, '/', 'open'],
    [sender, quote, 'rates'],
    [sender, '/recipients', 'banks'],
    [sender, '/transfers', 'windows'],
    [sender, `/transfers/${body.id}`, 'transfers'],
    [sender, '/settings', 'session'],
    [support, '/support', 'totals'],
  ] as const) {
    await browser.fetch(path);
    renders.count = 0;
    const { shown, keys } = await pageAt(browser, path);
    expect([shown, renders.count]).toEqual([path.replaceAll('&', '&amp;'), 1]);
    expect(keys.flat(), path).toContain(read);
  }
});

test('makes a route of the page alone, and of the one that it leads to', async () => {
  const { nobody, sender, support } = await start();
  for (const [browser, path, pages, end] of [
    [sender, '/transfers/', [['/transfers']], '/transfers/'],
    [sender, '/recipients/new', [['/recipients/new']], '/recipients/new'],
    [support, '/', [['/'], ['/support']], '/support'],
    [nobody, '/settings', [['/settings'], ['/sign-in']], '/sign-in?next=%2Fsettings'],
  ] as const) {
    await browser.fetch(path);
    routed.pages = [];
    const { shown } = await pageAt(browser, path);
    expect([routed.pages, shown]).toEqual([pages, end]);
  }
  // Which of them refuses an unknown address is for all of them to say.
  routed.pages = [];
  await pageAt(sender, '/nowhere');
  expect(routed.pages[0]?.length).toBeGreaterThan(20);
});

test('resolves no address of a link that the router would leave as it is', async () => {
  const { sender } = await start();
  await addRecipient(sender);
  routed.links = [];
  for (const path of ['/', '/recipients', '/transfers', '/settings']) {
    const { html } = await warmPageAt(sender, path);
    expect(html.match(/<a [^>]*href="\//g)?.length).toBeGreaterThan(3);
  }
  expect(routed.links).toEqual([]);
});

test('a link has the address that the router would give it', () => {
  const resolved = ['/', '/transfers/1', '/send?destination_account_id=5&a=%20', '/?next=/a/../b'];
  const others = ['/a/../b', '/?', '?x=1', '#y', '/transfers/', '//b', 'b', '/x#y'];
  function Address({ to }: { to: string }) {
    return createElement('p', null, useHref(to), createElement(Link, { to }, 'Go'));
  }
  const element = [...resolved, ...others].map((to) => createElement(Address, { key: to, to }));
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/a/b?q=c'] });
  routed.links = [];
  const html = renderToString(createElement(RouterProvider, { router }));
  const pairs = [...html.matchAll(/<p>(.*?)<a href="(.*?)">Go/g)];
  expect(pairs.map(([, , link]) => link)).toEqual(pairs.map(([, own]) => own));
  // Once by the test, and again by the link.
  expect(routed.links).toEqual([...resolved, ...others.flatMap((to) => [to, to])]);
});

test('parses each answer once, and what many pages share once for all of them', async () => {
  let shared: Awaited<ReturnType<PageVisit['get']>>;
  const { sender } = await start((visit) =>
    renderPage({
      ...visit,
      async get(url) {
        if (url !== apiPaths.currencies) return visit.get(url);
        // As within a second.
        const answer = await visit.get(url);
        shared ??= answer && { ...answer };
        return shared;
      },
    }),
  );
  await sender.fetch('/transfers');
  shared = undefined;
  const parse = vi.spyOn(JSON, 'parse');
  await sender.fetch('/transfers');
  // An answer says that nothing is missing, and is not parsed to learn that.
  const lists = parse.mock.calls.filter(([text]) => /^{"items".*"missing":\[\]/.test(text));
  expect(lists).toHaveLength(1);
  await sender.fetch('/');
  await sender.fetch('/recipients');
  expect(parse.mock.calls.filter(([text]) => text === shared?.text)).toHaveLength(1);
});

test('formats times in the person’s time zone', async () => {
  const { sender } = await start();
  const { id } = await addRecipient(sender);
  const { body } = await sendMoney(sender, id);
  const at = new Date(body.created_at ?? Date.now());
  const pages = [];
  for (const timeZone of ['Asia/Tokyo', 'America/Santiago']) {
    sender.cookies.set('giro-time-zone', encodeURIComponent(timeZone));
    pages.push((await warmPageAt(sender, `/recipients/${id}`)).html);
    const time = at.toLocaleTimeString('en', { timeZone, timeStyle: 'short' });
    // A time is never broken over two lines.
    expect(pages.at(-1)).toContain(time.replace(/\s/g, '\u00a0'));
  }
});

test('renders all that came in time when a part of the page is late', async () => {
  const isLate = (url: string) => url.includes('state=open');
  const { sender } = await start(
    (visit) =>
      renderPage({
        ...visit,
        get: (url) => (isLate(url) ? new Promise(() => {}) : visit.get(url)),
      }),
    3_000,
  );
  const { country } = await addRecipient(sender);
  const pair = { source_amount_currency: 'CLP', destination_amount_currency: 'COP' };
  const path = `/?${new URLSearchParams({ ...pair, country_id: country.id, source_amount_cents: '100000' })}`;
  await sender.fetch(`/api/quotes${path.slice(1)}`);
  await sender.fetch(path);
  const { html, shown, keys } = await pageAt(sender, path);
  expect(shown).toBe(path.replaceAll('&', '&amp;'));
  expect(keys.map(([name]) => name)).toEqual(expect.arrayContaining(['quote', 'rates']));
  // What the page's data holds is on the page too: hydration would differ otherwise.
  expect(html).toContain('The final rate is set');
  expect(html).toContain(' in the last hour, ');
  expect(keys).not.toContainEqual(['transfers', 'open']);
});

test('brings what was asked for beside a read that is refused', async () => {
  let refused = () => {};
  const isRefused = new Promise<void>((resolve) => {
    refused = resolve;
  });
  const { support } = await start((visit) =>
    renderPage({
      ...visit,
      async get(url) {
        const answer = await visit.get(url);
        if (answer?.status === 404) refused();
        if (!url.startsWith(apiPaths.cases)) return answer;
        // Slower than each refusal, by as many tasks as a page would take to end.
        await isRefused;
        for (let tasks = 0; tasks < 50; tasks += 1) await nextTask();
        return answer;
      },
    }),
  );
  const path = `/sends/${crypto.randomUUID()}`;
  await support.fetch(path);
  const { shown, keys } = await pageAt(support, path);
  expect(shown).toBeUndefined();
  expect(keys).toContainEqual(['support', 'cases', 'oldest']);
});

test('never mixes the pages of people who ask at the same time', async () => {
  const { nobody, sender, support } = await start();
  await addRecipient(sender, { alias: 'Only for members' });
  await Promise.all([sender.fetch('/recipients'), support.fetch('/support')]);
  const paths = ['/recipients', '/support', '/transfers', '/'];
  const rounds = Array.from({ length: 5 }, () =>
    paths.flatMap((path) => [
      pageAt(sender, path, { headers: { 'accept-language': 'es-CL' } }),
      pageAt(support, path, { headers: { 'accept-language': 'pt-BR' } }),
      pageAt(nobody, path, { headers: { 'accept-language': 'en' } }),
    ]),
  );
  const pages = await Promise.all(rounds.flat());
  for (const [at, { html }] of pages.entries()) {
    const who = ['sender', 'support', 'nobody'][at % 3];
    // Support sees everybody's recipients.
    if (who === 'nobody') expect(html).not.toContain('Only for members');
    const names = ['sender', 'support'].filter((name) =>
      html.includes(`"email":"${name}@giro.example","name"`),
    );
    expect(names.filter((name) => name !== who)).toEqual([]);
    const lang = { sender: 'es-419', support: 'pt-BR', nobody: 'en' }[who ?? ''];
    expect(html).toContain(`<html lang="${lang}"`);
    if (who === 'nobody') expect(html).toContain('Sign in');
    if (who === 'sender') expect(html).not.toMatch(/Sign out|Sair/);
    if (who === 'support') expect(html).not.toMatch(/Sign out|Cerrar sesión/);
  }
});

test('reads nothing for a page that is for the other role', async () => {
  const { db, sender, support } = await start();
  for (const [browser, path] of [
    [sender, '/support?q=Ana'],
    [support, '/recipients/501/edit'],
  ] as const) {
    const { shown, keys } = await pageAt(browser, path);
    expect(shown).toBeUndefined();
    expect(keys).toEqual([['session'], ['settings']]);
  }
  expect(await looksIn(db)).toEqual([]);
});

test('a look of support is one audit entry, and its data is in the page', async () => {
  const { db, sender, support } = await start();
  const { id } = await addRecipient(sender);
  const { body: transfer } = await sendMoney(sender, id);
  // The first reads of the service take long.
  await support.fetch('/support');
  for (const [path, entries, key] of [
    [
      `/transfers/${transfer.id}`,
      [`look-up transfer ${transfer.id}`],
      ['transfers', 'one', transfer.id],
    ],
    [`/recipients/${id}`, [`look-up account ${id}`], ['accounts', id]],
    // The one recipient that it finds is shown.
    [
      '/support?q=Gloria',
      [`look-up account ${id}`, 'search'],
      ['support', 'search', 'Gloria', null],
    ],
  ] as const) {
    const before = await looksIn(db);
    const { keys } = await pageAt(support, path);
    expect.soft((await looksIn(db)).slice(before.length).sort(), path).toEqual(entries);
    expect.soft(keys).toContainEqual(key);
  }
});

test('only an answer that leaves the server has the headers for a browser', async () => {
  const { app, sender } = await start();
  const route = app.routing.bind(app);
  const has: boolean[] = [];
  vi.spyOn(app, 'routing').mockImplementation((request, answer) => {
    const write = vi.spyOn(answer, 'writeHead');
    answer.once('finish', () => has.push(JSON.stringify(write.mock.calls).includes('permissions')));
    route(request, answer);
  });
  const page = await sender.fetch('/transfers');
  // Every read of the page; the page itself is not asked for within the server.
  expect(new Set(has)).toEqual(new Set([false]));
  expect(has.length).toBeGreaterThan(3);
  expect(page.headers.get('permissions-policy')).toContain('camera=()');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const alone = await sender.fetch('/api/session');
  expect(alone.headers.get('permissions-policy')).toContain('camera=()');
});

test('nothing is read for a visit from another site', async () => {
  const { app, db } = await start();
  const init = { headers: { 'sec-fetch-site': 'cross-site' } };
  // The browser omits its strict cookie there.
  const stranger = createBrowser(app);
  const { shown, keys } = await pageAt(stranger, '/support?q=Gloria', init);
  expect([shown, keys]).toEqual([undefined, []]);
  expect(await looksIn(db)).toEqual([]);
});

test('holds no page after its answer', async () => {
  const { sender } = await start();
  const set = vi.spyOn(globalThis, 'setTimeout');
  for (const path of ['/', '/recipients', '/transfers', '/transfers?q=unread']) {
    await warmPageAt(sender, path);
  }
  const waits = set.mock.calls.map(([, ms]) => ms);
  expect(waits).not.toEqual([]);
  // A cache would collect a quote after one minute, the list of transfers after 30, anything else after 5.
  expect(waits.filter((ms) => [1, 5, 30].some((minutes) => ms === minutes * 60_000))).toEqual([]);
});

test('renders the theme that the device keeps as chosen', async () => {
  const { sender } = await start();
  sender.cookies.set('giro-color-scheme', 'dark');
  const { html } = await warmPageAt(sender, '/settings/appearance');
  expect(html).toContain('English · dark theme');
  expect(html).toMatch(/<input type="radio" name="theme" checked="" value="dark"/);
});
