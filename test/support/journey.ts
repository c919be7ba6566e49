import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, onTestFinished } from 'vitest';
import { readConfig } from '../../src/bff/config/config.ts';
import type { ServerDeps } from '../../src/bff/server.ts';
import { start } from '../../src/bff/start.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts';
import { findChromium } from './chromium.ts';

/** The app as the journeys' setup has built it. */
export const builtApp = fileURLToPath(new URL('../../dist', import.meta.url));

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let browser: Promise<Browser> | undefined;
afterAll(async () => {
  await (await browser)?.close();
  browser = undefined;
});

/** The built app, the real BFF and a sandbox of its own, listening; closed when the test ends. */
export async function startGiro(
  options: {
    sandbox?: SandboxOptions;
    env?: Record<string, string>;
    reconcile?: NonNullable<ServerDeps['reconcile']>;
    appFolder?: string;
    port?: number;
  } = {},
) {
  const sandbox = createSandbox({ scenarios: { slow_ms: 1_500 }, ...options.sandbox });
  const listener = await sandbox.listen();
  const app = await start({
    config: readConfig({ ...options.env }),
    log: pino({ level: 'silent' }),
    appFolder: options.appFolder ?? builtApp,
    reconcile: options.reconcile ?? {},
    startSandbox: async () => ({
      baseUrl: listener.url,
      clientId: sandbox.client_id,
      clientSecret: sandbox.client_secret,
      close: listener.close,
    }),
  });
  const url = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  return { url, sandbox, app };
}

/** A fresh browser profile with one page. A script error or a refused resource fails the test. */
export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  browser ??= chromium.launch({ executablePath: findChromium(), args: quiet });
  const context = await (await browser).newContext({
    baseURL: url,
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    // What a worker fetches, `page.route` doesn't see: the journey about it asks for it.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    // A refusal that the app handles is an error in the console too; the app's own are not.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource'))
      faults.push(text);
  });
  onTestFinished(async () => {
    await context.close();
    if (faults.length > 0) throw new Error(`in the browser: ${faults.join('\n')}`);
  });
  return page;
}
