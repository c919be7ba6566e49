import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { readConfig } from '../../src/bff/config/config.ts';
import { start } from '../../src/bff/server.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { launchChromium } from '../support/chromium.ts';
import type { SeededService } from './seeded-service.ts';

export const appFolder = fileURLToPath(new URL('../../dist', import.meta.url));
/** The CPU slowdown of Lighthouse's mobile preset. */
export const throttling = 4;
export const throttled = `at ${throttling}x CPU throttle`;

type Options = { service?: SeededService; browserArguments?: string[] };

/** Builds the app, starts the BFF with a sandbox or the given service, and runs the work in Chromium. */
export async function withBuiltGiro<T>(
  { service, browserArguments = [] }: Options,
  work: (giro: { url: string; browser: Browser }) => Promise<T>,
): Promise<T> {
  await build({ logLevel: 'error' });
  const app = await start({
    config: readConfig({ QUOTES_PER_MINUTE: '1000000' }),
    log: pino({ level: 'silent' }),
    appFolder,
    startSandbox: async () => (service ? { ...service, close: async () => {} } : sandboxed()),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const browser = await launchChromium(browserArguments);
  try {
    return await work({ url, browser });
  } finally {
    await browser.close();
    await app.close();
  }
}

async function sandboxed() {
  const sandbox = createSandbox({ scenarios: false });
  const { url: baseUrl, close } = await sandbox.listen();
  return { baseUrl, clientId: sandbox.client_id, clientSecret: sandbox.client_secret, close };
}

export async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttling });
  return session;
}

/**
 * Throttles a page's CPU during a series only: a throttled page keeps a core busy even when idle, so two
 * of them would disturb the measured one.
 */
export async function slowedFor<T>(page: Page, series: () => Promise<T>): Promise<T> {
  const session = await slowDown(page);
  try {
    return await series();
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await session.detach();
  }
}

/** Milliseconds from a click on `from` until `to` is painted, by the page's clock. */
export function timed(page: Page, from: string, to: string): Promise<number> {
  return page.evaluate(
    ([link = '', wanted = '']) =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        const look = () => {
          if (!document.querySelector(wanted)) return requestAnimationFrame(look);
          return setTimeout(() => resolve(performance.now() - begun));
        };
        document.querySelector<HTMLElement>(link)?.click();
        requestAnimationFrame(look);
      }),
    [from, to],
  );
}

/** Milliseconds from a key press until its effect is painted. */
export async function keystroke(page: Page, key: string): Promise<number> {
  // The listener must be there before the key press, which goes through another channel.
  const listening = await page.evaluateHandle(() => {
    const painted = new Promise<number>((resolve) => {
      const press = ({ timeStamp }: KeyboardEvent) =>
        // setTimeout inside the frame callback runs after the frame is painted.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
      document.addEventListener('keydown', press, { capture: true, once: true });
    });
    return { painted };
  });
  await page.keyboard.press(key);
  return listening.evaluate(({ painted }) => painted);
}
