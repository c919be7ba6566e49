import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRenderThread } from '../../../src/bff/page/renderer.ts';
import { apiPaths } from '../../../src/contract/api/paths.ts';
import type { PageVisit } from '../../../src/contract/api/rendered-page.ts';
import { createBrowser } from '../../support/browser.ts';
import { startRenderingBff } from '../../support/rendering-bff.ts';

// The built renderer is a file of its own, which runs in a thread. These files stand in for it.

/**
 * A built renderer.
 * @param code the body of `renderPage`, which says what it has found by `say`
 */
const rendererOf = (code: string, before = '') => `
  import { parentPort } from 'node:worker_threads';
  import { renderFor } from '${new URL('../../../src/app/render-thread.ts', import.meta.url)}';
  ${before}
  const say = (body, more = {}) => ({ head: '', body: String(body), data: '', shown: null, ...more });
  renderFor(parentPort, async ({ url, get }) => { ${code} });`;

async function startThread(code: string, before?: string) {
  const bff = await startRenderingBff(rendererOf(code, before));
  const sender = createBrowser(bff.app);
  await sender.signIn('sender');
  const said = async (path: string) => {
    const html = await (await sender.fetch(path)).text();
    return /<div id="root"[^>]*>(.*?)<\/div>/s.exec(html)?.[1];
  };
  return { ...bff, sender, said };
}

const reads = `await Promise.all(${JSON.stringify([apiPaths.session, apiPaths.settings, apiPaths.accounts])}.map(get))`;

test('renders in a thread of its own, with what is read for the person', async () => {
  const { said, app } = await startThread(
    `const [{ status, text }, settings] = ${reads};
    return say(isMainThread + ' ' + status + ' ' + JSON.parse(text).user.role + ' ' + settings.isForEverybody);`,
    "import { isMainThread } from 'node:worker_threads';",
  );
  expect(await said('/')).toBe('false 200 sender true');
  const nobody = await createBrowser(app).fetch('/');
  expect(await nobody.text()).toContain('<div id="root" inert></div>');
});

test('knows nothing of the environment, which has secrets', async () => {
  const { said } = await startThread('return say(Object.keys(process.env).length);');
  expect(await said('/')).toBe('0');
});

test('reads a session once for all that a page asks for, and anew for the next page', async () => {
  const { said, db } = await startThread(
    `const [{ status }] = ${reads}; await get('${apiPaths.transfers}'); return say(status);`,
  );
  const executeQuery = vi.spyOn(db, 'executeQuery');
  const sessionsRead = () =>
    executeQuery.mock.calls.filter(
      ([query]) => 'sql' in query && /^select .* from "sessions"/.test(query.sql),
    ).length;
  // The thread starts with the first page, and stays in no context of it.
  for (const page of [1, 2, 3]) {
    expect(await said('/')).toBe('200');
    expect(sessionsRead()).toBe(page);
  }
  await db.deleteFrom('sessions').execute();
  expect(await said('/')).toBe('401');
});

test('takes what is the same for everybody as the object that pages before had', async () => {
  const { said } = await startThread(
    `const [session, settings] = ${reads};
    const known = [session, settings].map((one) => seen.has(one));
    seen.add(session).add(settings);
    return say(known);`,
    'const seen = new WeakSet();',
  );
  expect(await said('/')).toBe('false,false');
  expect(await said('/recipients')).toBe('false,true');
});

test('answers a page while others before it wait', async () => {
  const { said } = await startThread(
    `await get('${apiPaths.transfers}');
    if (url === '/settings') shown();
    else await settings;
    return say(url);`,
    'const { promise: settings, resolve: shown } = Promise.withResolvers();',
  );
  const paths = ['/', '/recipients', '/transfers', '/settings'];
  expect(await Promise.all(paths.map(said))).toEqual(paths);
});

test('logs what is broken in the thread, whatever it holds', async () => {
  const { said, logged } = await startThread(
    `if (url === '/') throw Object.assign(new Error('broken here'), { of: () => url });
    if (url === '/settings') throw () => 'no error';
    return say('kept', { error: { of: 'broken there' } });`,
  );
  expect(await said('/')).toBe('');
  expect(logged.join()).toContain('broken here');
  expect(logged.join()).toContain('renderer.js');
  expect(await said('/settings')).toBe('');
  expect(logged).toHaveLength(2);
  expect(await said('/recipients')).toBe('kept');
  expect(logged[2]).toContain('not an error');
  expect(logged[2]).not.toContain('broken there');
});

test('renders anew after the thread has ended, and leaves what it had to the browser', async () => {
  const { said, logged } = await startThread(
    "if (url === '/') return process.exit(); await get('/api/accounts'); return say(url);",
  );
  const [ended, beside] = await Promise.all(['/', '/settings'].map(said));
  expect(ended).toBe('');
  expect(['', '/settings']).toContain(beside);
  expect(logged.join()).toContain('the thread that renders pages ended');
  expect(await said('/recipients')).toBe('/recipients');
});

test('ends a thread that gives no page, and renders the next one in another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'giro-renderer-'));
  const file = join(folder, 'renderer.mjs');
  writeFileSync(file, rendererOf("while (url === '/'); return say(url);"));
  const { renderPage, end } = createRenderThread(file, 1_000);
  onTestFinished(async () => {
    await end();
    rmSync(folder, { recursive: true });
  });
  const open = (url: string) => renderPage({ ...visit, url });
  // On a busy machine the start may take longer than a page may.
  const body = () => open('/settings').then((page) => page.body, String);
  await expect.poll(body).toBe('/settings');
  const pages = await Promise.allSettled([open('/'), open('/recipients')]);
  expect(pages.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect.poll(body).toBe('/settings');
});

const visit: Omit<PageVisit, 'url'> = {
  locale: { locale: 'en', numberLocale: 'en' },
  ...{ language: undefined, timeZone: undefined, colorScheme: undefined, maxWaitMs: 150 },
  get: async () => undefined,
};

test('leaves each page to the browser where the renderer can’t be loaded', async () => {
  const { said, logged } = await startThread('', "throw new Error('not for this Node');");
  expect(await said('/')).toBe('');
  expect(await said('/')).toBe('');
  expect(logged.filter((line) => line.includes('not for this Node'))).toHaveLength(2);
});

test('ends with the server', async () => {
  const { app, said } = await startThread("return say('rendered');");
  const ports = () => process.getActiveResourcesInfo().filter((one) => one === 'MessagePort');
  const before = ports().length;
  expect(await said('/')).toBe('rendered');
  await app.close();
  await expect.poll(() => ports().length).toBeLessThanOrEqual(before);
});
