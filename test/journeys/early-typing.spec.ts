import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { atLength, someOf } from '../support/at-length.ts';
import { pagesOf, startWithTransfer } from '../support/every-page.ts';
import { holdScripts, untilAlive } from '../support/hydrated.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { randomNumbers } from '../support/seed.ts';
import { accountButton, signInUnseen } from '../support/sign-in.ts';

/** Milliseconds between two keys. */
const paces = [30, 60, 120, 300];
/** While the page comes alive, a phone of the lower half, beside a desktop on which this runs. */
const cpuThrottling = 4;

type Moment = { pace: number; after: number };

/** By the run's seed: how quickly somebody types, and after which share of it the scripts come. */
function moments(count: number): Moment[] {
  const shares = randomNumbers(count, 100);
  return shares.map((share, index) => ({ pace: paces[index % paces.length] ?? 30, after: share }));
}

/** Types into the focused field while the page comes alive. */
async function typeAcross(page: Page, text: string, { pace, after }: Moment, letGo: () => void) {
  const typing = page.keyboard.type(text, { delay: pace });
  setTimeout(letGo, (pace * text.length * after) / 100);
  await typing;
  letGo();
  await untilAlive(page);
}

/**
 * Opens an address with its scripts held back, in a page of its own. The machine is slow from the moment they are let
 * go until the test calls `speedUp`: a throttled page keeps a core busy, and before its scripts it has nothing to do.
 */
async function openEarly(url: string, from: Page | null, path: string, isAgain = false) {
  const page = await openPage(url);
  await page.context().addCookies((await from?.context().cookies()) ?? []);
  if (isAgain) await page.goto(path);
  const devTools = await page.context().newCDPSession(page);
  const setRate = (rate: number) => devTools.send('Emulation.setCPUThrottlingRate', { rate });
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  // Held scripts never fill what the server left out, so nothing may be left to them.
  await page.waitForFunction(() => document.readyState !== 'loading');
  const go = () => release();
  let isHeld = true;
  function letGo() {
    // A timer and the end of the typing both let go.
    if (isHeld) setRate(cpuThrottling).then(go, go);
    isHeld = false;
  }
  return { page, letGo, speedUp: () => setRate(1) };
}

/** Several at a time: each waits more than it computes. */
async function inGroups<T>(items: readonly T[], size: number, work: (item: T) => Promise<void>) {
  for (let start = 0; start < items.length; start += size)
    await Promise.all(items.slice(start, start + size).map(work));
}

test('an amount that is typed while the page comes alive is the amount of the estimate', {
  retry: 0,
  timeout: 300_000,
}, async () => {
  // A clock that stands still keeps the rates as they are.
  const now = Date.now();
  // Each typed figure is a quote of the same person.
  const env = { QUOTES_PER_MINUTE: '10000' };
  const { url } = await startGiro({ env, sandbox: { clock: { now: () => now } } });
  const sender = await openPage(url);
  await signInUnseen(sender, 'sender');
  // Once before, so that the server has read the service's lists: what is refused ends the wait for all others.
  await sender.request.get('/?country_id=6');
  const figures = [...'123456789'];
  const runs = moments(atLength(3, 50)).map((moment, index) => ({
    moment,
    // Another amount each time, so that none is taken from the run before.
    text: `${figures[index % 9]}00${figures[(index * 7) % 9]}00`,
  }));
  await inGroups(runs, 3, async ({ moment, text }) => {
    const { page, letGo, speedUp } = await openEarly(url, sender, '/?country_id=6');
    const sent = page.getByLabel(/^You send, in/);
    await sent.focus();
    await typeAcross(page, text, moment, letGo);
    await speedUp();
    const what = JSON.stringify({ ...moment, text });
    expect((await sent.inputValue()).replace(/\D/g, ''), what).toBe(text);
    const exact = new RegExp(`source_amount_cents=${text}00&`);
    await expect.poll(() => page.url(), { message: what }).toMatch(exact);
    // What the recipient gets is of the amount in the address.
    const gets = page.getByLabel(/^Recipient gets/);
    await expect.poll(() => gets.inputValue(), { message: what }).not.toBe('');
    const shown = await page.evaluate(() => window.location.search);
    const asked = await page.request.get(`/api/quotes${shown}`);
    const { destination_amount_cents: cents } = await asked.json();
    expect(Number((await gets.inputValue()).replace(/\D/g, '')), what).toBe(Number(cents));
    await page.context().close();
  });
});

test('email and password that are typed while the page comes alive sign in', {
  retry: 0,
  timeout: 180_000,
}, async () => {
  const { url } = await startGiro();
  await inGroups(moments(atLength(2, 12)), 2, async (moment) => {
    const { page, letGo, speedUp } = await openEarly(url, null, '/sign-in');
    await page.getByLabel('Email').focus();
    const pace = Math.min(moment.pace, 60);
    const typing = (async () => {
      await page.keyboard.type('sender@giro.example', { delay: pace });
      await page.keyboard.press('Tab');
      await page.keyboard.type('sandbox', { delay: pace });
      await page.keyboard.press('Enter');
    })();
    setTimeout(letGo, (pace * 27 * moment.after) / 100);
    await typing;
    letGo();
    await untilAlive(page);
    await speedUp();
    await accountButton(page).waitFor();
    await page.context().close();
  });
});

test('a word that an input method composes while the page comes alive is whole', {
  retry: 0,
}, async () => {
  const { url } = await startWithTransfer();
  const sender = await openPage(url);
  await signInUnseen(sender, 'sender');
  const marked = ['n', 'に', 'にh', 'にほ'];
  await inGroups([...marked.keys()], 2, async (at) => {
    const { page, letGo, speedUp } = await openEarly(url, sender, '/transfers');
    const box = page.getByLabel('Search', { exact: true });
    await box.focus();
    const keyboard = await page.context().newCDPSession(page);
    for (const [index, text] of marked.entries()) {
      const selection = { selectionStart: text.length, selectionEnd: text.length };
      await keyboard.send('Input.imeSetComposition', { text, ...selection });
      if (index < at) continue;
      letGo();
      await untilAlive(page);
    }
    await speedUp();
    // The word that is chosen takes the place of the marked text, if that is still marked.
    await keyboard.send('Input.insertText', { text: '日本' });
    await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('0 transfers');
    expect(await box.inputValue(), `alive after ${marked[at]}`).toBe('日本');
    await page.context().close();
  });
});

test('what a password manager fills in before the page is alive signs in', {
  retry: 0,
}, async () => {
  const { url } = await startGiro();
  const { page, letGo, speedUp } = await openEarly(url, null, '/sign-in');
  // Values and events at once, with no key and nobody there to hear them.
  await page.getByLabel('Email').fill('sender@giro.example');
  await page.getByLabel('Password', { exact: true }).fill('sandbox');
  letGo();
  await untilAlive(page);
  await speedUp();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await accountButton(page).waitFor();
});

type Entry = { label: string; kind: 'text' | 'select' | 'tick'; value: string };

/** What a person can enter into the page, in its order. A combobox is a choice, and has a test of its own. */
const entriesIn = (page: Page): Promise<Entry[]> =>
  page.evaluate(() => {
    type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
    const controls = document.querySelectorAll<Control>(
      'main :is(input:not([role=combobox], [type=date], [type=time], [type=radio]), select, textarea)',
    );
    // Of the two amounts of an estimate, the one that is typed last decides the other.
    const first = document.querySelector('main [inputmode=decimal]');
    const isOpen = (control: Control) =>
      !control.matches(':disabled, :read-only:not(select, [type=checkbox])') &&
      control.checkVisibility() &&
      (control.inputMode !== 'decimal' || control === first);
    return [...controls].filter(isOpen).map((control) => {
      control.dataset.entry = '';
      const label = control.labels?.[0]?.innerText ?? control.getAttribute('aria-label') ?? '';
      const isTick = control instanceof HTMLInputElement && control.type === 'checkbox';
      return {
        label,
        kind: control instanceof HTMLSelectElement ? 'select' : isTick ? 'tick' : 'text',
        value: isTick ? String(control.checked) : control.value,
      };
    });
  });

/** Letters and figures: some fields group what is typed, or write it in small letters. */
const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Types into each field, and returns what it then holds. The scripts come while the field `at` is typed. */
async function enterAll(page: Page, entries: readonly Entry[], at: number, letGo: () => void) {
  const expected: string[] = [];
  for (const [index, { kind, value }] of entries.entries()) {
    const field = page.locator('[data-entry]').nth(index);
    if (kind === 'text') {
      await field.focus();
      await page.keyboard.press('End');
      // Of each field its own: a nickname follows a name of the same text.
      const text = `4${index}07`;
      const typing = page.keyboard.type(text, { delay: 40 });
      if (index === at) setTimeout(letGo, 60);
      await typing;
      expected.push(text);
    } else if (kind === 'tick') {
      if (index === at) letGo();
      // At once: what comes above a box between press and release would move it away from the pointer.
      await field.evaluate((box) => box instanceof HTMLElement && box.click());
      expected.push(String(value !== 'true'));
    } else {
      if (index === at) letGo();
      const values = await field
        .locator('option')
        .evaluateAll((all) =>
          all.map((one) => (one instanceof HTMLOptionElement ? one.value : '')),
        );
      const next = values.findLast((one) => one !== value) ?? value;
      await field.selectOption(next);
      expected.push(plain(next));
    }
  }
  letGo();
  return expected;
}

describe('what is entered on a page while it comes alive stays', () => {
  test.each(['sender', 'support', 'admin', 'anyone'] as const)(
    'on each page of a person (%s), visited or reloaded',
    { retry: 0, timeout: 300_000 },
    async (role) => {
      const { url, ids } = await startWithTransfer();
      const from = role === 'anyone' ? null : await openPage(url);
      if (from && role !== 'anyone') await signInUnseen(from, role);
      const all = role === 'anyone' ? openToAnyone : pagesOf(ids)[role];
      // Leads whoever is signed in to another page.
      const every = [...new Set(all)].filter((path) => path !== '/second-factor');
      // Some are always opened, because most of the others have nothing to fill in.
      const paths = [...new Set([...every.slice(0, 1), ...someOf(every, 3)])];
      const shares = randomNumbers(paths.length, 100);
      // By the run's seed, so that runs at length see each page both ways.
      const reloads = randomNumbers(paths.length, 1);
      let fields = 0;
      await inGroups([...paths.entries()], 3, async ([index, path]) => {
        const isAgain = reloads[index] === 1;
        const { page, letGo, speedUp } = await openEarly(url, from, path, isAgain);
        await page.locator('main').waitFor();
        const entries = await entriesIn(page);
        fields += entries.length;
        const at = Math.floor(((shares[index] ?? 0) * entries.length) / 101);
        const expected = await enterAll(page, entries, at, letGo);
        await untilAlive(page);
        await speedUp();
        // A language is loaded before it is shown.
        await expect
          .poll(() => heldOf(page, expected), { message: `${path} at ${at}, ${reloads[index]}` })
          .toEqual(expected);
        await page.context().close();
      });
      expect(fields).toBeGreaterThan(atLength(0, 2));
    },
  );
});

test('all fields keep what was entered before the page is alive, which takes it at once', {
  retry: 0,
}, async () => {
  const { url, ids } = await startWithTransfer();
  const sender = await openPage(url);
  await signInUnseen(sender, 'sender');
  const year = new Date().getUTCFullYear() + 1;
  const check = pagesOf(ids).sender.find((path) => /^\/send\?.*&key=/.test(path)) ?? '';
  const paths = [
    `/scheduled/${ids.orderKey}/edit`,
    `${check}&when=weekly&first_day=${year}-01-04&time=09:00`,
  ];
  await inGroups(paths, 2, async (path) => {
    const { page, letGo, speedUp } = await openEarly(url, sender, path);
    await page.locator('main').waitFor();
    const entries = await entriesIn(page);
    expect(entries.length, path).toBeGreaterThan(1);
    const expected = await enterAll(page, entries, entries.length, letGo);
    await untilAlive(page);
    await speedUp();
    // By their names: a choice may bring another field between them.
    const held = async () => {
      const now = new Map((await entriesIn(page)).map((one) => [one.label, one]));
      return entries.map(({ label }, index) => endOf(now.get(label), expected[index]));
    };
    await expect.poll(held, { message: path }).toEqual(expected);
    await page.context().close();
  });
});

test('one day of a scheduled transfer that is chosen before the page is alive has what was typed, and no other', {
  retry: 0,
}, async () => {
  const { url, ids } = await startWithTransfer();
  const sender = await openPage(url);
  await signInUnseen(sender, 'sender');
  const { page, letGo, speedUp } = await openEarly(url, sender, `/scheduled/${ids.orderKey}/edit`);
  const choose = (name: string) => page.getByRole('radio', { name }).check();
  await choose('Every week');
  await page.getByLabel(/^Ask me below/).fill('12');
  await choose('This one only');
  letGo();
  await untilAlive(page);
  await speedUp();
  await page.getByLabel('Which one').waitFor();
  expect(await page.getByLabel(/^Ask me below/).inputValue()).toBe('12');
  expect(await page.getByLabel('Ends', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL('**/scheduled');
  const { items } = await (await page.request.get('/api/orders')).json();
  const order = items.find((one: { id: string }) => one.id === ids.orderKey);
  expect(order).toMatchObject({ kind: 'monthly', floor: null });
  expect(items).toContainEqual(expect.objectContaining({ kind: 'once', floor: '1200' }));
});

test('that a device is one’s own, ticked before the page is alive, holds after a reload', {
  retry: 0,
}, async () => {
  const { url } = await startGiro();
  const sender = await openPage(url);
  await signInUnseen(sender, 'sender');
  const { page, letGo, speedUp } = await openEarly(url, sender, '/settings/security');
  const tick = page.getByLabel('This device is mine');
  await tick.check();
  letGo();
  await untilAlive(page);
  await speedUp();
  await page.reload();
  await untilAlive(page);
  expect(await tick.isChecked()).toBe(true);
});

test('a note about a case that is typed and added before the page is alive is added', {
  retry: 0,
}, async () => {
  const { url, ids } = await startWithTransfer({ isOneOpen: true });
  const support = await openPage(url);
  await signInUnseen(support, 'support');
  const { page, letGo, speedUp } = await openEarly(url, support, `/sends/${ids.openKey}`);
  const note = page.getByLabel('New team note');
  await note.fill('Asked the bank');
  await page.getByRole('button', { name: 'Add team note' }).click();
  letGo();
  await untilAlive(page);
  await speedUp();
  await page.getByRole('listitem').filter({ hasText: 'Asked the bank' }).waitFor();
  await expect.poll(() => note.inputValue()).toBe('');
});

const openToAnyone = ['/sign-in', '/forgot-password', '/welcome', '/new-password'];

/** What the fields hold: of a text the end that was typed, since one may follow what was there or was proposed. */
async function heldOf(page: Page, expected: readonly string[]) {
  const held = (await entriesIn(page)).slice(0, expected.length);
  return held.map((entry, index) => endOf(entry, expected[index]));
}

function endOf(entry: Entry | undefined, typed = ''): string | undefined {
  if (entry === undefined || entry.kind === 'tick') return entry?.value;
  const text = plain(entry.value);
  return entry.kind === 'text' ? text.slice(-typed.length) : text;
}
