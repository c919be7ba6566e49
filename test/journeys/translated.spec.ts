import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { languageTags } from '../../src/contract/api/languages.ts';
import { allPages, pageAt } from '../../src/contract/api/pages.ts';
import { type Audience, isFor, type Role } from '../../src/contract/api/session.ts';
import { isAtLength, someOf } from '../support/at-length.ts';
import { callerOf } from '../support/caller-of.ts';
import { type Ids, isStep, someOfEachPage, startWithTransfer } from '../support/every-page.ts';
import { holdScripts, isHydrated, untilAlive } from '../support/hydrated.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { createPageTranslator, findStaleTexts } from '../support/page-translator.ts';
import { addRecipient, gloria, sendMoney, walletAddress } from '../support/recipients.ts';
import { seed } from '../support/seed.ts';
import { signInUnseen } from '../support/sign-in.ts';

// `openPage` fails on every error of the page's script. A translated text is «so».

/** Checks that the page shows what React has, and no error in its place. */
async function expectCurrent(page: Page, where: string) {
  await expect.poll(() => findStaleTexts(page), { message: where }).toEqual([]);
  expect(await page.getByText(/can.t show this page/).count(), where).toBe(0);
}

/** Signs in first, and translates what is opened from then on. */
async function openTranslated(url: string, role: Role, how = {}) {
  const page = await openPage(url);
  await signInUnseen(page, role);
  const { install, takeReplaced } = await createPageTranslator(page);
  await install({ delayMs: 20, isMerging: false, from: 'translate', ...how });
  return { page, takeReplaced };
}

/** Opens a page, and translates it once it is alive. */
async function open(page: Page, address: string) {
  await page.goto(address);
  expect(await page.getAttribute('html', 'lang'), address).toBe(languageTags.en);
  await page.evaluate(() => document.dispatchEvent(new Event('translate')));
  await page.locator('main font').first().waitFor();
}

test('goes on with a translated quote', { retry: 0 }, async () => {
  const { url } = await startGiro();
  const { page } = await openTranslated(url, 'sender');
  await open(page, '/');
  const hint = 'Choose where the money goes and enter an amount to see the rate.';
  await page.getByText(`«${hint}»`).waitFor();
  await page.getByLabel(/You send, in/).fill('12');
  await expectCurrent(page, 'an amount');
  await page.getByRole('combobox', { name: /^«?To»?$/ }).fill('Colom');
  await page.getByRole('option', { name: 'Colombia' }).click();
  await page.getByText(/The final rate is set when you send/).waitFor();
  await expectCurrent(page, 'a rate');
  await page.getByLabel(/You send, in/).fill('12345');
  await page
    .getByText(/Estimated/)
    .first()
    .waitFor();
  await expectCurrent(page, 'another rate');
});

/** Sentences whose values would be items of a flex box or a grid, without the spaces around them. */
const findBrokenSentences = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('bdi')]
      .map(({ parentElement }) => parentElement)
      .filter((parent) => parent !== null)
      .filter((parent) => /flex|grid/.test(getComputedStyle(parent).display))
      .filter(({ childNodes }) =>
        [...childNodes].some(
          (one) => (one instanceof Text && one.data.trim()) || one.nodeName === 'FONT',
        ),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 300)),
  );

/** What is done on every page: everything that opens or can be filled in, without sending it. */
async function walk(page: Page, where: string, isFrameToo = true) {
  const timeout = 5_000;
  const each = async (selector: string, act: (one: Locator) => Promise<unknown>) => {
    const all = page.locator(selector).filter({ visible: true });
    for (let at = 0; at < Math.min(await all.count(), 5); at += 1) {
      try {
        await act(all.nth(at));
      } catch (error) {
        // What was typed searches a list, whose rows may be gone by now.
        if (at < (await all.count())) throw error;
        break;
      }
      await expectCurrent(page, `${where}: ${selector} ${at}`);
    }
  };
  await each(
    `${isFrameToo ? '' : 'main '}:is([aria-haspopup=menu], [popovertarget])`,
    async (one) => {
      await one.click({ timeout });
      await expectCurrent(page, `${where}: a menu`);
      await page.keyboard.press('Escape');
    },
  );
  const kinds = ':is([inputmode], [type=text], [type=email], [type=search])';
  await each(`main input${kinds}:not([readonly], [disabled])`, (one) =>
    one.fill('12', { timeout }),
  );
  await each('main select:not([disabled])', (one) => one.selectOption({ index: 0 }, { timeout }));
  await each('main summary, main [role=tab]', (one) => one.click({ timeout }));
}

/** Pages that nobody can just open, each with the reason. */
const leftOut = new Map([['settings/second-factor', 'it follows a right password']]);

/** Finds what must never be translated: an amount, a rate, a code, an e-mail, a number, a name. */
function valuesOf({ transfer, wallet, bank, sendKey, openKey }: Ids) {
  const numbers = [transfer, wallet, bank, sendKey.slice(0, 8), openKey.slice(0, 8)];
  const people = ['Sam Sender', 'Sue Support', 'Ada Admin', gloria.first_name, gloria.last_name];
  const names = [...people, gloria.address, gloria.city, 'Mamá Bogotá', 'Cold wallet'];
  const kinds = [
    /\b[A-Z]{3,4}\s\d/,
    /\d\s[A-Z]{3,4}\b/,
    /^\s*(?!ABA|CNPJ|CPF|IBAN)[A-Z]{3,4}\s*$/,
    /@giro\.example|gloria@/,
    new RegExp(`\\b(${numbers.join('|')})\\b`, 'i'),
    new RegExp([...names, walletAddress.slice(-6), '4821'].join('|')),
  ];
  return (text: string) => kinds.some((kind) => kind.test(text));
}

const ways = [
  ['sender', {}],
  ['support', { isMerging: true }],
  ['admin', { delayMs: null }],
  ['approver', {}],
] as const;

/** Whether a role opens a page: senders approve only where the operator lets them, and the page of one needs one that waits. */
function isOpenTo(folder: string, audience: Audience, role: Role): boolean {
  if (folder === 'approve/show' || (folder === 'approve' && role === 'sender')) return false;
  return isFor(audience, role);
}

const folders = [...allPages.map(([folder]) => folder), 'not-found'];
const aside = folders.filter((folder) => !isStep(folder));
/** All of the way to a transfer, and in a usual run half of the other pages, by its seed. */
const walkedFolders = new Set([
  ...folders.filter(isStep),
  ...someOf(aside, Math.ceil(aside.length / 2)),
]);

/**
 * Whether the role walks a page. At length each that may open it does, and each that is led on from it. Else one that
 * may open it: by the run's seed, and from page to page another.
 */
function isWalkedBy(folder: string, role: Role): boolean {
  if (isAtLength) return true;
  if (!walkedFolders.has(folder)) return false;
  const index = allPages.findIndex(([name]) => name === folder);
  const audience = allPages[index]?.[1].role ?? 'anyone';
  const open = ways.filter(([one]) => audience === 'anyone' || isOpenTo(folder, audience, one));
  return open[(seed + index) % open.length]?.[0] === role;
}

const folderOf = (url: URL) => pageAt(url)?.folder ?? 'not-found';

test.each(ways)(
  'goes on with every page of %s',
  { retry: 0, timeout: 600_000 },
  async (role, how) => {
    const { url, ids } = await startWithTransfer({ isOneOpen: true });
    const { page, takeReplaced } = await openTranslated(url, role, how);
    const walked = new Set<string>();
    const isValue = valuesOf(ids);
    // The frame is the same on every page: its menus are opened on the first one.
    let isFrameWalked = false;
    const values: string[] = [];
    const broken: string[] = [];
    const note = (address: string, replaced: { text: string; inside: string }[]) => {
      expect(replaced.length, address).toBeGreaterThan(0);
      const found = replaced.filter(({ text }) => isValue(text));
      values.push(...found.map(({ text, inside }) => `${address}: ${text}, ${inside}`));
    };
    const addresses = [...someOfEachPage(ids, role), '/no-such-page'].filter((address) =>
      isWalkedBy(folderOf(new URL(address, url)), role),
    );
    for (const address of new Set(addresses)) {
      await open(page, address);
      walked.add(folderOf(new URL(page.url())));
      await expectCurrent(page, address);
      broken.push(...(await findBrokenSentences(page)));
      // A page without the frame has no navigation.
      const link = page.getByRole('navigation').getByRole('link').last();
      const isFramed = (await link.count()) > 0;
      await walk(page, address, (isFramed && !isFrameWalked) || isAtLength);
      isFrameWalked ||= isFramed;
      // Over to another page without a load, and back.
      if (!isFramed) {
        note(address, await takeReplaced());
        continue;
      }
      const to = await link.getAttribute('href');
      const pathOf = () => new URL(page.url()).pathname;
      const before = pathOf();
      await link.click();
      await expect.poll(pathOf, { message: address }).toBe(to);
      await expectCurrent(page, `${address}, then another page`);
      if (to !== before) await page.goBack();
      await expectCurrent(page, `${address} again`);
      note(address, await takeReplaced());
    }
    const own = allPages.filter(
      ([folder, { role: audience }]) =>
        isWalkedBy(folder, role) &&
        (audience === undefined || (audience !== 'anyone' && isOpenTo(folder, audience, role))),
    );
    expect([...walked]).toEqual(expect.arrayContaining(own.map(([folder]) => folder)));
    expect(values).toEqual([]);
    expect(broken).toEqual([]);
  },
);

test('goes on with every page of who is not signed in', {
  retry: 0,
  timeout: 300_000,
}, async () => {
  const { url } = await startGiro();
  const page = await openPage(url);
  const { install } = await createPageTranslator(page);
  await install({ delayMs: 20, isMerging: false, from: 'translate' });
  for (const [folder, { role, path }] of allPages) {
    if (role !== 'anyone' || leftOut.has(folder)) continue;
    await open(page, path);
    expect(new URL(page.url()).pathname).toBe(path);
    await expectCurrent(page, path);
    await walk(page, path);
  }
});

test('sends once from a translated page, and shows each new state', { retry: 0 }, async () => {
  const minute = 60_000;
  const ahead = { ms: 0 };
  const { url, sandbox } = await startGiro({
    sandbox: {
      clock: { now: () => Date.now() + ahead.ms },
      assigned_after_ms: 10 * minute,
      settled_after_ms: 20 * minute,
    },
  });
  const { page } = await openTranslated(url, 'sender');
  const { id, country } = await addRecipient(callerOf(page));
  await open(
    page,
    `/send?source_amount_cents=100000&source_amount_currency=CLP&destination_amount_currency=COP&country_id=${country.id}&destination_account_id=${id}`,
  );
  await page.getByRole('button', { name: /Send.*CLP/ }).click();
  for (const title of [/Sent/, /In progress/, /has arrived/]) {
    await page.getByRole('heading', { level: 1, name: title }).waitFor({ timeout: 30_000 });
    await expectCurrent(page, String(title));
    ahead.ms += 10 * minute;
  }
  expect(sandbox.transfers).toHaveLength(1);
});

test('counts down on a translated page, and stops', { retry: 0 }, async () => {
  const { url, sandbox } = await startGiro({ env: { HOLD_SECONDS: '600' } });
  const { page, takeReplaced } = await openTranslated(url, 'sender');
  const { id } = await addRecipient(callerOf(page));
  const { body } = await sendMoney(callerOf(page), id);
  await open(page, `/sends/${body.order.id}`);
  const left = () => page.getByRole('timer').textContent();
  const before = await left();
  await expect.poll(left).not.toBe(before);
  await expectCurrent(page, 'waiting');
  const texts = (await takeReplaced()).map(({ text }) => text);
  expect(texts).toContain('Not sent yet');
  // Else the browser would ask its translator each second.
  expect(texts.filter((text) => /^[\d:]+$/.test(text))).toEqual([]);
  await page.getByRole('button', { name: /Stop/ }).click();
  await page.getByRole('heading', { level: 1, name: /Stopped: nothing was sent/ }).waitFor();
  await expectCurrent(page, 'stopped');
  expect(sandbox.transfers).toHaveLength(0);
});

test('keeps what was typed on a page that is translated before hydration', {
  retry: 0,
}, async () => {
  const { url } = await startGiro();
  const page = await openPage(url);
  await signInUnseen(page, 'sender');
  const entry = /src="\/assets\/([^"]+\.js)"/.exec(await (await page.request.get('/')).text())?.[1];
  const { install } = await createPageTranslator(page);
  await install({ delayMs: 500, isMerging: false, from: 'parsed' });
  // The browser translates once the scripts of the document have run. What they import later is held.
  const letGo = await holdScripts(page, (name) => name !== entry);
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('font', { hasText: 'Choose where the money goes' }).first().waitFor();
  await page.getByLabel(/You send, in/).fill('12');
  letGo();
  await untilAlive(page);
  await expect.poll(() => isHydrated(page)).toBe(true);
  await expectCurrent(page, 'hydrated');
  expect(await page.getByLabel(/You send, in/).inputValue()).toBe('12');
});

test('keeps what was typed on a page that is translated before its script came', {
  retry: 0,
}, async () => {
  const { url } = await startGiro();
  const page = await openPage(url);
  await signInUnseen(page, 'sender');
  const letGo = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('main h1').waitFor();
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('#root :is(h1, p, a, label, button)')) {
      for (const text of [...one.childNodes].filter((node) => node instanceof Text)) {
        const font = document.createElement('font');
        text.replaceWith(font);
        font.append(`«${text.data}»`);
      }
    }
  });
  await page.getByLabel(/You send, in/).fill('12');
  letGo();
  await untilAlive(page);
  await expectCurrent(page, 'rendered again');
  expect(await page.locator('main font').count()).toBe(0);
  expect(await page.getByLabel(/You send, in/).inputValue()).toBe('12');
});
