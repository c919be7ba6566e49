import type { Page } from 'playwright-core';

/** True once React has the page and its first effects have run, and on a page that is not the app's. */
export async function isHydrated(page: Page): Promise<boolean> {
  if (!(await page.evaluate(isTaken))) return false;
  await untilIdle(page);
  return true;
}

/** Waits until the page is alive, as a person does: it is seen before. */
export async function untilAlive(page: Page): Promise<void> {
  // Not by animation frames, which a page in the background has none of.
  await page.waitForFunction(isTaken, undefined, { polling: 50 });
  await untilIdle(page);
}

/** Runs in the page. */
export function isTaken() {
  const main = document.querySelector('#root:not([inert]) main');
  const isReact = main !== null && Object.keys(main).some((key) => key.startsWith('__react'));
  return isReact || !document.getElementById('root');
}

/** At most some seconds: on a busy machine a page may find no idle moment at all. */
const untilIdle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestIdleCallback(() => setTimeout(done, 50), { timeout: 3_000 }),
      ),
  );

/**
 * Delays the page's scripts until the returned function is called, which returns how many were asked for.
 * @param isHeld by the file's name; by default every script
 */
export async function holdScripts(page: Page, isHeld: (name: string) => boolean = () => true) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route('**/assets/*.js', async (route) => {
    const name = new URL(route.request().url()).pathname.slice('/assets/'.length);
    if (!isHeld(name)) return route.fallback();
    asked.push(name);
    await promise;
    await route.continue();
  });
  return () => {
    resolve();
    return asked.length;
  };
}
