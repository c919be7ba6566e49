import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pino } from 'pino';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { readConfig } from '../../src/bff/config/config.ts';
import { rendererFile } from '../../src/bff/page/renderer.ts';
import type { ServerDeps } from '../../src/bff/server.ts';
import { start } from '../../src/bff/server.ts';
import type { RenderPage } from '../../src/contract/api/rendered-page.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { launchChromium } from './chromium.ts';
import { untilAlive } from './hydrated.ts';
import { noteCalls } from './quiet.ts';

/** The app that the journeys' setup has built. */
export const builtApp = fileURLToPath(new URL('../../dist', import.meta.url));

/** Each page has all of its data, however busy the machine is: held scripts would never fill what the server left out. */
const pageWaitMs = 10_000;

const renderer = z.object({
  renderPage: z.custom<RenderPage>((value) => typeof value === 'function'),
});

// The built renderer, once for all specs of a worker: a thread of it takes longer to start than many a page to open.
let loaded: Promise<RenderPage> | undefined;

const renderPage: RenderPage = async (visit) => {
  const file = pathToFileURL(join(builtApp, rendererFile)).href;
  loaded ??= import(/* @vite-ignore */ file).then((it) => z.parse(renderer, it).renderPage);
  return (await loaded)(visit);
};

/** What the server logs when it could not render a page. */
const notRendered = 'not rendered on the server';

// One for all specs of a worker, and each test has a context of its own. It ends with the worker's process.
let launched: Promise<Browser> | undefined;

function browserOfWorker(): Promise<Browser> {
  launched =
    launched?.then((browser) => (browser.isConnected() ? browser : launchChromium())) ??
    launchChromium();
  return launched;
}

/** Starts the built app with the real BFF and its own sandbox; all are closed when the test ends, or by what `atEnd`
 * is called with. A page that it fails to render fails the test. */
export async function startGiro(
  options: {
    sandbox?: SandboxOptions;
    env?: Record<string, string>;
    reconcile?: NonNullable<ServerDeps['reconcile']>;
    slowTransfers?: NonNullable<ServerDeps['slowTransfers']>;
    atEnd?: (close: () => Promise<void>) => void;
    appFolder?: string;
    port?: number;
  } = {},
) {
  const lines: string[] = [];
  const sandbox = createSandbox({ scenarios: { slow_ms: 1_500 }, ...options.sandbox });
  const listener = await sandbox.listen();
  const app = await start({
    config: readConfig({ ...options.env }),
    log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }),
    appFolder: options.appFolder ?? builtApp,
    reconcile: options.reconcile ?? {},
    slowTransfers: options.slowTransfers ?? {},
    pageWaitMs,
    ...(options.appFolder === undefined ? { renderPage } : {}),
    startSandbox: async () => ({
      baseUrl: listener.url,
      clientId: sandbox.client_id,
      clientSecret: sandbox.client_secret,
      close: listener.close,
    }),
  });
  const url = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
  const { atEnd = onTestFinished } = options;
  atEnd(async () => {
    await app.close();
    const faults = lines.filter((line) => line.includes(notRendered));
    if (faults.length > 0) throw new Error(`in the server: ${faults.join('\n')}`);
  });
  return { url, sandbox, app };
}

/** Lets `goto` and `reload` wait until the page is alive, as a person does: it is seen before. */
function waitUntilAlive(page: Page) {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== 'commit') await untilAlive(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== 'commit') await untilAlive(page);
    return response;
  };
}

/** A fresh browser profile with one page. A script error or a refused resource fails the test. */
export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await browserOfWorker()).newContext({
    baseURL: url,
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    // `page.route` does not see a service worker's requests, so only the journey about it allows one.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  waitUntilAlive(page);
  noteCalls(page);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    // The console also logs refused requests that the app handles: ignore those.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource'))
      faults.push(text);
  });
  onTestFinished(async () => {
    await context.close();
    if (faults.length > 0) throw new Error(`in the browser: ${faults.join('\n')}`);
  });
  return page;
}
