import type { Browser, BrowserContext, Page } from 'playwright-core';
import * as z from 'zod/mini';
import { callerOf } from '../support/caller-of.ts';
import { addRecipient, sendMoney } from '../support/recipients.ts';
import { signIn } from '../support/sign-in.ts';
import { throttling, withBuiltGiro } from './built-giro.ts';
import { startEmptyPage } from './empty-page.ts';
import { type Line, median, ratio } from './section.ts';

const rounds = 7;
// Lighthouse's slow 4G, applied by the browser instead of computed afterwards.
const network = { latency: 150, bytesPerSecond: (1.44 * 1024 * 1024) / 8 };
const quietMs = 1_500;

/** A page, the control that is tried until it answers, and what appears only with the page's own figures. */
type Visit = {
  name: string;
  url: string;
  /** None for a person who is signed out. */
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  /** A button, an input or a select. */
  control: string;
  /** What is read of the page before and after: the page answers where it differs. */
  answers: 'address' | 'entry' | 'expanded' | 'email' | 'presses';
  /** What an input or a select is set to, in turn. */
  values?: readonly [string, string];
  /** Matches once the page shows its own figures. */
  figures: string;
};

/** Milliseconds since the navigation began; `shift` is the sum of layout shifts. */
const measured = z.object({
  alive: z.number(),
  painted: z.number(),
  figures: z.number(),
  largest: z.number(),
  longestTask: z.number(),
  blocking: z.number(),
  shift: z.number(),
});
type Measured = z.infer<typeof measured>;

/**
 * What a person waits for on a slow phone: each page opened by its address with nothing in the browser's
 * cache, until it answers a press or a key. The ratios are to an empty page of React of the same rounds.
 */
export function alive(): Promise<Line[]> {
  return withBuiltGiro({}, async ({ url, browser }) => {
    const empty = await startEmptyPage();
    try {
      const visits = [emptyVisit(empty.url), ...(await visitsOf(browser, url))];
      const rows = visits.map((visit) => {
        const all: Measured[] = [];
        return { visit, all };
      });
      // In turn, so that a machine that gets slower makes each of them slower.
      for (let round = 0; round < rounds; round += 1)
        for (const { visit, all } of rows) all.push(await opened(browser, visit));
      const base = rows[0]?.all ?? [];
      return rows.flatMap(({ visit, all }) => linesOf(visit.name, all, base));
    } finally {
      empty.close();
    }
  });
}

const emptyVisit = (url: string): Visit => ({
  name: 'empty page',
  url,
  cookies: [],
  control: 'button',
  answers: 'presses',
  figures: 'h1',
});

const account = z.object({ id: z.string(), country: z.object({ id: z.string() }) });
const sent = z.object({ id: z.string() });

/** Every page of a sender who has a recipient and a transfer, and the sign-in. */
export async function visitsOf(browser: Browser, url: string): Promise<Visit[]> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-US' });
  const page = await context.newPage();
  await signIn(page, 'sender');
  const { id, country } = account.parse(await addRecipient(callerOf(page)));
  const transfer = sent.parse((await sendMoney(callerOf(page), id)).body);
  const cookies = await context.cookies();
  await context.close();
  const amounts = new URLSearchParams({
    source_amount_cents: '100000',
    source_amount_currency: 'CLP',
    destination_amount_currency: 'COP',
    country_id: country.id,
  });
  const amount = 'input[inputmode=decimal]';
  const currency = {
    control: 'main select',
    answers: 'address',
    values: ['EUR', 'USD'],
  } as const;
  // What is searched for may be a name, so that the address never holds it.
  const search = { control: 'input[type=search]', answers: 'entry', values: ['m', 'ma'] } as const;
  const of = (name: string, path: string, visit: Omit<Visit, 'name' | 'url' | 'cookies'>) => ({
    name,
    url: `${url}${path}`,
    cookies,
    ...visit,
  });
  return [
    {
      ...of('sign-in', '/sign-in', {
        control: 'section button',
        answers: 'email',
        figures: 'form button',
      }),
      cookies: [],
    },
    of('quote', '/', { ...currency, figures: amount }),
    of('quote by its address', `/?${amounts}`, {
      ...currency,
      figures: `${amount}[value]:not([value=""])`,
    }),
    of('recipients', '/recipients', {
      ...search,
      figures: `main li a[href^="/recipients/"]`,
    }),
    of('transfers', '/transfers', { ...search, figures: 'a[data-transfer]' }),
    of('a transfer', `/transfers/${transfer.id}`, {
      control: 'main button[aria-haspopup=menu]',
      answers: 'expanded',
      figures: 'main [role=status][aria-label=Status]',
    }),
  ];
}

/** One visit in a browser that knows nothing, on a slow line and a slow processor. */
async function opened(browser: Browser, visit: Visit): Promise<Measured> {
  const page = await slowPage(browser, visit);
  try {
    await page.addInitScript(watch, visit);
    await page.goto(visit.url, { waitUntil: 'commit' });
    await page.waitForFunction(() => document.documentElement.dataset.alive !== undefined);
    await page.waitForTimeout(quietMs);
    return measured.parse(await read(page));
  } catch (error) {
    throw new Error(`${visit.name} never answered`, { cause: error });
  } finally {
    await page.context().close();
  }
}

/** A page in a browser that knows nothing but the cookies, on a slow line and a slow processor. */
export async function slowPage(
  browser: Browser,
  { cookies }: Pick<Visit, 'cookies'>,
): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-US',
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.latency,
    downloadThroughput: network.bytesPerSecond,
    uploadThroughput: network.bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttling });
  return page;
}

/** Runs in the page, from its first moment on: tries the control until the page answers. */
function watch({ control, answers, figures, values }: Visit) {
  const times = { figures: 0, largest: 0, longestTask: 0, blocking: 0, shift: 0 };
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  observe('largest-contentful-paint', ({ startTime }) => {
    times.largest = startTime;
  });
  observe('longtask', ({ duration }) => {
    times.longestTask = Math.max(times.longestTask, duration);
    times.blocking += duration - 50;
  });
  observe('layout-shift', (entry) => {
    times.shift += 'value' in entry ? Number(entry.value) : 0;
  });
  const state = () => {
    if (answers === 'address') return location.href;
    if (answers === 'entry') return JSON.stringify(history.state);
    const [selector, attribute] =
      answers === 'expanded' ? [control, 'aria-expanded'] : [control, 'data-presses'];
    if (answers === 'email') return document.querySelector<HTMLInputElement>('[type=email]')?.value;
    return document.querySelector(selector)?.getAttribute(attribute);
  };
  const attempt = (tries: number) => {
    const element = document.querySelector(control);
    if (!element || element.closest('[inert]')) return;
    if (element instanceof HTMLButtonElement) return element.click();
    const kind = element instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
    // Through the prototype, as typing does: React ignores a value that is set on the element itself.
    const set = Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set;
    set?.call(element, values?.[tries % 2]);
    element.dispatchEvent(
      new Event(kind === HTMLInputElement ? 'input' : 'change', { bubbles: true }),
    );
  };
  let tries = 0;
  let before: unknown;
  const look = () => {
    if (times.figures === 0 && document.querySelector(figures)) {
      // Seen at the end of the frame that draws them.
      times.figures = -1;
      requestAnimationFrame(() => {
        setTimeout(() => {
          times.figures = performance.now();
        });
      });
    }
    const root = document.documentElement;
    if (root && root.dataset.alive === undefined) {
      if (tries > 0 && state() !== before && before !== undefined)
        root.dataset.alive = String(performance.now());
      else {
        before = state() ?? undefined;
        attempt(tries);
        tries += 1;
      }
    }
    setTimeout(look, 20);
  };
  look();
  Object.assign(window, { measuredTimes: times });
}

function read(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return {
      ...Reflect.get(window, 'measuredTimes'),
      alive: Number(document.documentElement.dataset.alive),
      painted: paint?.startTime,
    };
  });
}

function linesOf(name: string, all: Measured[], base: Measured[]): Line[] {
  const of = (rows: Measured[], what: keyof Measured) => median(rows.map((row) => row[what]));
  const line = (what: string, key: keyof Measured): Line => ({
    what: `${name}: ${what}`,
    value: `${of(all, key).toFixed(0)} ms`,
    ratio: ratio(of(all, key), of(base, key), 'the empty page'),
  });
  return [
    line(`alive, slow 4G and ${throttling}x CPU, median of ${rounds}`, 'alive'),
    line('first paint', 'painted'),
    line('its own figures', 'figures'),
    line('largest paint', 'largest'),
    { what: `${name}: longest task`, value: `${of(all, 'longestTask').toFixed(0)} ms` },
    { what: `${name}: blocking time`, value: `${of(all, 'blocking').toFixed(0)} ms` },
    { what: `${name}: layout shift`, value: of(all, 'shift').toFixed(3) },
  ];
}
