import type { Browser, Page } from 'playwright-core';
import * as z from 'zod/mini';
import { callerOf } from '../support/caller-of.ts';
import { addRecipient, sendMoney } from '../support/recipients.ts';
import { signIn } from '../support/sign-in.ts';
import { keystroke, slowedFor, throttled, timed, withBuiltGiro } from './built-giro.ts';
import { startEmptyPage } from './empty-page.ts';
import { type Line, median, ratio } from './section.ts';
import { startSeededService } from './seeded-service.ts';

const rounds = 7;
const transfers = 2_000;

/** A navigation: the link to press, and a selector that only the target page has. */
type Way = { from: string; to: string; press: string; shown: string };

/** Milliseconds of a navigation or key, and of the empty page as baseline. */
type Measured = { name: string; times: number[]; base: number[] };

const nav = (path: string) => `nav a[href="${path}"]`;
const newRecipient = 'main a[href="/recipients/new"]';
const aTransfer = 'main [role=status][aria-label=Status]';

/** A round trip: each navigation starts where the one before ends. */
const waysOfSender: Way[] = [
  { from: 'quote', to: 'recipients', press: nav('/recipients'), shown: newRecipient },
  {
    from: 'recipients',
    to: 'a recipient',
    press: 'main li a[href^="/recipients/"]',
    shown: 'main a[href^="/send?"]',
  },
  {
    from: 'a recipient',
    to: 'transfers',
    press: nav('/transfers'),
    shown: 'a[data-transfer]',
  },
  { from: 'transfers', to: 'a transfer', press: 'a[data-transfer]', shown: aTransfer },
  { from: 'a transfer', to: 'recipients', press: nav('/recipients'), shown: newRecipient },
  {
    from: 'recipients',
    to: 'a new recipient',
    press: newRecipient,
    shown: 'input[name=first_name]',
  },
  { from: 'a new recipient', to: 'quote', press: nav('/'), shown: 'input[inputmode=decimal]' },
];

const waysOfSupport: Way[] = [
  {
    from: 'look-up',
    to: 'all transfers',
    press: nav('/transfers'),
    shown: 'a[data-transfer]',
  },
  { from: 'all transfers', to: 'a transfer', press: 'a[data-transfer]', shown: aTransfer },
  {
    from: 'a transfer',
    to: 'all recipients',
    press: nav('/recipients'),
    shown: 'main li a[href^="/recipients/"]',
  },
  { from: 'all recipients', to: 'health', press: nav('/support/health'), shown: 'main table' },
  { from: 'health', to: 'look-up', press: nav('/support'), shown: 'main form input' },
];

const colombian = '/?source_amount_currency=CLP&destination_amount_currency=COP&country_id=';

/**
 * Measures navigations between pages with loaded data, and keys in each kind of field, with CPU throttle.
 * Ratios are to an empty React page, measured before and after.
 */
export async function interactions(): Promise<Line[]> {
  const service = await startSeededService(transfers);
  return withBuiltGiro({ service }, async ({ url, browser }) => {
    const empty = await openEmpty(browser);
    try {
      const sender = await opened(browser, url, 'sender');
      const ways = await between(sender, waysOfSender, empty);
      const fields = await keysOf(sender, empty);
      const support = await opened(browser, url, 'support');
      ways.push(...(await between(support, waysOfSupport, empty)));
      const slowest = ways.reduce((a, b) => (median(a.times) < median(b.times) ? b : a));
      return [
        ...ways.map(line),
        line({ ...slowest, name: `slowest: ${slowest.name}` }),
        ...fields.map(line),
      ];
    } finally {
      empty.close();
    }
  }).finally(service.stop);
}

function line({ name, times, base }: Measured): Line {
  return {
    what: `${name}, ${throttled}, median / worst`,
    value: `${median(times).toFixed(0)} / ${Math.max(...times).toFixed(0)} ms`,
    ratio: ratio(median(times), median(base), 'an empty page'),
  };
}

/** Measures clicks and keys on the empty page. */
type Empty = {
  press: (times: number) => Promise<number[]>;
  type: (text: string) => Promise<number[]>;
  close: () => void;
};

/** Opens the empty page, the baseline. */
async function openEmpty(browser: Browser): Promise<Empty> {
  const { url, close } = await startEmptyPage();
  const page = await browser.newPage();
  await page.goto(url);
  await page.locator('input').focus();
  let presses = 0;
  function press() {
    presses += 1;
    return timed(page, 'button', `button[data-presses="${presses}"]`);
  }
  return {
    press: (times) => slowedFor(page, () => series(page, Array(times).fill(press))),
    type: (text) => slowedFor(page, () => typed(page, text)),
    close,
  };
}

/** Milliseconds of each key of a text. */
function typed(page: Page, text: string): Promise<number[]> {
  return series(
    page,
    [...text].map((key) => () => keystroke(page, key)),
  );
}

/** Runs works one after another with pauses, as a person would. */
async function series(page: Page, works: (() => Promise<number>)[]): Promise<number[]> {
  const times: number[] = [];
  for (const work of works) {
    times.push(await work());
    await page.waitForTimeout(350);
  }
  return times;
}

type Opened = { page: Page; country_id: string };

/** Opens a signed-in page. A sender also gets a recipient and a transfer. */
async function opened(
  browser: Browser,
  baseURL: string,
  role: 'sender' | 'support',
): Promise<Opened> {
  const context = await browser.newContext({ baseURL, locale: 'en-US' });
  const page = await context.newPage();
  await signIn(page, role);
  let country_id = '';
  if (role === 'sender') {
    const account = recipient.parse(await addRecipient(callerOf(page)));
    await sendMoney(callerOf(page), account.id);
    country_id = account.country.id;
  }
  return { page, country_id };
}

const recipient = z.object({ id: z.string(), country: z.object({ id: z.string() }) });

/** Measures the navigations in rounds. A first round, which loads code and data, is not counted. */
async function between({ page }: Opened, ways: Way[], empty: Empty): Promise<Measured[]> {
  const base = await empty.press(rounds);
  const measured = ways.map((way) => {
    const times: number[] = [];
    return { ...way, name: `from ${way.from} to ${way.to}`, times, base };
  });
  await slowedFor(page, async () => {
    for (let round = 0; round <= rounds; round += 1) {
      for (const { press, shown, times } of measured) {
        await page.locator(press).first().waitFor();
        const took = await timed(page, press, shown);
        if (round > 0) times.push(took);
        // Wait for the page's own reads.
        await page.waitForTimeout(1_000);
      }
    }
  });
  base.push(...(await empty.press(rounds)));
  return measured;
}

/** Measures keys in each kind of field. */
async function keysOf({ page, country_id }: Opened, empty: Empty): Promise<Measured[]> {
  const country = 'main input[role=combobox]';
  const kinds = [
    ['a key in the amount of a quote', '/', 'input[inputmode=decimal]', '1234567'],
    [
      'the same, with a country chosen',
      colombian + country_id,
      'input[inputmode=decimal]',
      '1234567',
    ],
    ['a key in the country list', '/', country, 'colombi'],
    ['a key in the search of transfers', '/transfers', 'input[type=search]', 'mama bo'],
    ['a key in the search of recipients', '/recipients', 'input[type=search]', 'mama bo'],
    ['a key in the name of a recipient', '/recipients/new', 'input[name=first_name]', 'Glorias'],
    ['a key in the sign-in form', '/sign-in', 'input[type=email]', 'gloria@'],
  ] as const;
  const measured: Measured[] = [];
  for (const [name, path, field, text] of kinds) {
    // A signed-in person is redirected from the sign-in page.
    if (path === '/sign-in') await page.context().clearCookies();
    await page.goto(path);
    await page.locator(field).first().focus();
    await page.waitForTimeout(1_000);
    const times = await slowedFor(page, () => typed(page, text));
    const base = await empty.type(text);
    measured.push({ name, times, base });
  }
  return measured;
}
