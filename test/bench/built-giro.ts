import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { readConfig } from '../../src/bff/config/config.ts';
import { start } from '../../src/bff/start.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { findChromium } from '../support/chromium.ts';
import type { SeededService } from './seeded-service.ts';

export const appFolder = fileURLToPath(new URL('../../dist', import.meta.url));
/** A phone's processor, as slow as Lighthouse takes it for. */
export const throttling = 4;
export const throttled = `at ${throttling}x CPU throttle`;

type Options = { service?: SeededService; browserArguments?: string[] };

/** The app as it is built, the real BFF before a sandbox or the service given, and a Chromium. */
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
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', ...browserArguments],
  });
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
 * Slows a page down for the length of a series alone. One that is slowed down spins even while it has
 * nothing to do: two of them at once would leave the measured one too little of two cores.
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

/** Presses what is at `from` and waits for `to`, in the page's own clock, until it is painted. */
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

/** Milliseconds from a key to the end of the frame that shows what it did. */
export async function keystroke(page: Page, key: string): Promise<number> {
  // Listening before the key is pressed, which takes another way into the browser.
  const listening = await page.evaluateHandle(() => {
    const painted = new Promise<number>((resolve) => {
      const press = ({ timeStamp }: KeyboardEvent) =>
        // What a key does is done before the next frame; a task after that comes when it is painted.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
      document.addEventListener('keydown', press, { capture: true, once: true });
    });
    return { painted };
  });
  await page.keyboard.press(key);
  return listening.evaluate(({ painted }) => painted);
}
