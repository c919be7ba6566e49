import type { CDPSession, Page } from 'playwright-core';
import { signIn } from '../support/sign-in.ts';
import { slowDown, throttled, throttling, withBuiltGiro } from './built-giro.ts';
import { type Line, median, ratio } from './section.ts';
import { startSeededService } from './seeded-service.ts';

const many = 100_000;
/** Search texts of support. */
const texts = ['garcia', '10234', 'rojas'];
const steps = 60;

/** Measures the list of 100,000 transfers in Chromium with CPU throttle. */
export async function paintedRows(): Promise<Line[]> {
  const service = await startSeededService(many);
  return withBuiltGiro({ service }, async ({ url: baseURL, browser }) => {
    const context = await browser.newContext({ baseURL, locale: 'en-US' });
    const page = await context.newPage();
    await signIn(page, 'sender');
    await firstRead(page);
    const slow = await slowDown(page);
    // The sender has no transfers: the same page without rows.
    const empty = await keys(page);
    await context.clearCookies();
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await signIn(page, 'support');
    await slow.send('Emulation.setCPUThrottlingRate', { rate: throttling });
    const opening = await openList(page);
    const full = await keys(page);
    const scrolling = await scroll(page, slow);

    const base = median(empty);
    const line = (what: string, value: number) => ({
      what: `${what}, ${throttled}`,
      value: `${value.toFixed(0)} ms`,
      ratio: ratio(value, base, 'an empty list'),
    });
    return [
      line('key to painted answer, no transfers', base),
      line(`opening ${many} transfers to painted rows`, opening),
      line(`key to painted rows, ${many} transfers, median of ${full.length}`, median(full)),
      line(`key to painted rows, ${many} transfers, worst`, Math.max(...full)),
      line('main thread per screen of scrolled rows', scrolling.work),
      { what: 'most rows in the DOM', value: String(scrolling.most) },
    ];
  }).finally(service.stop);
}

/** Reads the list once. Retries, because on a busy machine the first read can time out. */
async function firstRead(page: Page) {
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await page.request.get('/api/transfers', { timeout: 120_000 });
    if (answer.ok()) return;
  }
  throw new Error('the list of the service was not read');
}

/** Milliseconds from a new document to painted rows. Giro has already read the list. */
async function openList(page: Page): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    await page.goto('about:blank');
    const begun = performance.now();
    await page.goto('/transfers');
    await page.locator('a[data-transfer]').first().waitFor();
    times.push(performance.now() - begun);
  }
  // The first round fills the browser's cache.
  return median(times.slice(1));
}

/** Milliseconds from each key in the search field to its painted results. */
async function keys(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (const text of texts) {
    // A reload of the list would keep its search text.
    await page.goto('about:blank');
    await page.goto('/transfers');
    await page.getByText(/^[\d,]+ transfers?$/).waitFor();
    await page.getByRole('searchbox').focus();
    // Wait for the page's own reads.
    await page.waitForTimeout(1_000);
    for (const key of text) times.push(await keyToAnswer(page, key));
  }
  return times;
}

/** Milliseconds from a key until its results are painted: answered, and the list no longer busy. */
async function keyToAnswer(page: Page, key: string): Promise<number> {
  const listening = await page.evaluateHandle(() => {
    function isAnswered() {
      const text = document.querySelector<HTMLInputElement>('input[type=search]')?.value;
      const answered = performance
        .getEntriesByType('resource')
        .some(({ name }) => new URL(name).searchParams.get('q') === text);
      return answered && document.querySelector('[data-busy]') === null;
    }
    const painted = new Promise<number>((resolve) => {
      function press({ timeStamp }: KeyboardEvent) {
        const look = () => {
          if (!isAnswered()) return requestAnimationFrame(look);
          // setTimeout inside the frame callback runs after the frame is painted.
          return setTimeout(() => resolve(performance.now() - timeStamp));
        };
        requestAnimationFrame(look);
      }
      document.addEventListener('keydown', press, { capture: true, once: true });
    });
    return { painted };
  });
  await page.keyboard.press(key);
  return listening.evaluate(({ painted }) => painted);
}

/**
 * Milliseconds of the browser's main thread per screen of scrolled rows, and the most rows in the DOM.
 */
async function scroll(page: Page, slow: CDPSession) {
  await page.goto('about:blank');
  await page.goto('/transfers');
  await page.locator('a[data-transfer]').first().waitFor();
  await slow.send('Performance.enable');
  const worked = async () => {
    const { metrics } = await slow.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  await page.mouse.move(700, 400);
  let most = 0;
  const before = await worked();
  for (let step = 0; step < steps; step += 1) {
    await page.mouse.wheel(0, 700);
    await page.waitForTimeout(100);
    most = Math.max(most, await page.locator('a[data-transfer]').count());
  }
  return { work: ((await worked()) - before) / steps, most };
}
