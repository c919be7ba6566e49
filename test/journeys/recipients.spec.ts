import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { untilAlive } from '../support/hydrated.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { addWallet } from '../support/recipients.ts';
import { signIn, signInUnseen } from '../support/sign-in.ts';

/** The description of the focused field. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) {
      return field?.textContent?.trim() ?? '';
    }
    const words =
      field.type === 'radio' ? field.closest('fieldset')?.querySelector('legend') : null;
    return (words ?? field.labels?.[0])?.textContent?.trim() ?? '';
  });

/** Presses Tab until a field or button of that name has the focus. */
async function tabTo(page: Page, name: RegExp) {
  const passed: string[] = [];
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (name.test(at)) return;
    passed.push(at);
  }
  throw new Error(`${name} was not reached, only ${passed.join(' | ')}`);
}

async function type(page: Page, name: RegExp, text: string) {
  await tabTo(page, name);
  await page.keyboard.type(text);
}

/** Types into a combobox and chooses its first option. */
async function choose(page: Page, name: RegExp, text: string) {
  await type(page, name, text);
  await page.locator('[role=option]').first().waitFor();
  await page.keyboard.press('Enter');
}

/** Opens the form by its link, from anywhere on the page. */
async function openForm(page: Page) {
  await tabTo(page, /^Recipients$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor();
  await tabTo(page, /^Add recipient$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New recipient' }).waitFor();
}

async function typeName(page: Page) {
  await type(page, /^First names/, 'Gloria');
  await type(page, /^Last names/, 'Patiño');
}

async function typeId(page: Page) {
  await tabTo(page, /^ID type/);
  await page.keyboard.type('Passport');
  await type(page, /^ID number/, 'AB123906');
}

async function typeContact(page: Page) {
  await type(page, /^Email/, 'gloria@example.com');
  await type(page, /^Address/, 'Calle 1 # 2-3');
  await type(page, /^City/, 'Bogotá');
}

async function save(page: Page, alias: string) {
  await tabTo(page, /^Save recipient$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: alias }).waitFor();
}

type Row = { place: string; account: (page: Page) => Promise<void>; sent: object };

/** Types a number and checks how it is shown. */
async function typeNumber(page: Page, label: RegExp, typed: string, shown = typed) {
  await type(page, label, typed);
  expect(await page.getByLabel(label).inputValue()).toBe(shown);
}

async function chooseSavings(page: Page) {
  await tabTo(page, /^Account type/);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
}

const passport = { dni: 'AB123906', dni_type: 'passport', bank_number: '00123454821' };

test.each([
  {
    place: 'Spain',
    async account(page) {
      await typeNumber(page, /^IBAN/, 'es9121000418450200051332', 'ES91 2100 0418 4502 0005 1332');
      await page.getByText('Bank: CaixaBank, Spain.').waitFor();
      await typeId(page);
      await chooseSavings(page);
      await tabTo(page, /^Use the IBAN$/);
      await page.keyboard.press('Enter');
    },
    sent: {
      ...passport,
      aba_number: 'ES9121000418450200051332',
      iban_number: 'ES9121000418450200051332',
      bank_number: '21000418450200051332',
    },
  },
  {
    place: 'United States',
    async account(page) {
      await typeNumber(page, /^Routing number/, '021000021');
      await page.getByText('Bank: JPMorgan Chase Bank, United States.').waitFor();
      await typeId(page);
      await chooseSavings(page);
      await typeNumber(page, /^Account number/, '00123454821');
      await typeNumber(page, /^IBAN/, '021000021');
    },
    sent: { ...passport, aba_number: '021000021', iban_number: '021000021' },
  },
  {
    place: 'Brazil',
    async account(page) {
      await typeNumber(page, /^CPF/, '52998224725', '529.982.247-25');
      await choose(page, /^Bank$/, 'itau');
      await chooseSavings(page);
      await typeNumber(page, /^Account number/, '00123454821');
    },
    sent: {
      ...passport,
      dni: '52998224725',
      dni_type: 'cc',
      cpf_number: '52998224725',
    },
  },
  {
    place: 'Colombia',
    async account(page) {
      await typeId(page);
      await choose(page, /^Bank$/, 'bancolombia');
      await chooseSavings(page);
      await typeNumber(page, /^Account number/, '00123454821');
    },
    sent: { ...passport, cpf_number: null },
  },
] satisfies Row[])(
  'by keyboard alone: saves a bank account in $place',
  async ({ place, account, sent }) => {
    const { url, sandbox } = await startGiro();
    const page = await openPage(url);
    await signIn(page, 'sender');
    await openForm(page);
    await typeName(page);
    await choose(page, /^Country or digital asset/, place);
    await account(page);
    await typeContact(page);
    await tabTo(page, /^Nickname/);
    expect(await page.getByLabel('Nickname').inputValue()).toBe('Gloria Patiño');
    await save(page, 'Gloria Patiño');
    expect(sandbox.accounts).toMatchObject([
      { category: 'bank', bank_type: 'savings', country: { name: place }, ...sent },
    ]);
  },
);

test('by keyboard alone: corrects a wallet’s address after a hint', async () => {
  const { url, sandbox } = await startGiro();
  const page = await openPage(url);
  await signIn(page, 'sender');
  await openForm(page);
  await choose(page, /^Country or digital asset/, 'bitcoin');
  await page.getByRole('radio', { name: 'Wallet', checked: true }).waitFor();
  await type(page, /^Wallet address/, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await type(page, /^Nickname/, 'Cold wallet');
  await page.getByText(/doesn’t look like an address for Bitcoin/).waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  await page.getByText(/doesn’t look like/).waitFor({ state: 'detached' });
  await save(page, 'Cold wallet');
  expect(sandbox.accounts).toMatchObject([
    { category: 'wallet', additional_data: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  ]);
});

test('by keyboard alone: keeps an unfinished recipient over a reload, and corrects what the service refuses', async () => {
  const { url, sandbox } = await startGiro();
  const page = await openPage(url);
  await signIn(page, 'sender');
  await openForm(page);
  await typeName(page);
  await choose(page, /^Country or digital asset/, 'Colombia');
  await typeId(page);
  await choose(page, /^Bank$/, 'bancolombia');
  await tabTo(page, /^Account type/);
  await page.keyboard.press('Space');
  await type(page, /^Account number/, '0000');
  await page.reload();
  await page.getByText('What you had entered is still here').waitFor();
  expect(await page.getByLabel('Account number').inputValue()).toBe('0000');
  // The banks are fetched again.
  const bank = page.getByRole('combobox', { name: 'Bank' });
  await expect.poll(() => bank.inputValue()).toContain('Bancolombia');

  await typeContact(page);
  await tabTo(page, /^Nickname/);
  await page.keyboard.type('Gloria');
  await tabTo(page, /^Save recipient$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '2 things to fix' }).waitFor();
  await tabTo(page, /^Check “Account number”/);
  await page.keyboard.press('Enter');
  expect(await focused(page)).toBe('Account number');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('00123454821');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Gloria' }).waitFor();
  expect(sandbox.accounts).toMatchObject([{ bank_number: '00123454821' }]);
  const kept = await page.evaluate(() => Object.keys(sessionStorage).join());
  expect(kept).not.toContain('new-recipient');
});

test('restores the position in a long list on Back', async () => {
  const { url } = await startGiro();
  const page = await openPage(url);
  await signIn(page, 'sender');
  const aliases = Array.from({ length: 60 }, (_, at) => `Wallet ${at + 100}`);
  for (const alias of aliases) await addWallet(callerOf(page), { alias });
  await page.getByRole('link', { name: 'Recipients' }).click();
  const last = page.getByRole('link', { name: 'Wallet 159', exact: true });
  await last.waitFor();
  const inView = () =>
    last.evaluate((link) => link.getBoundingClientRect().bottom <= window.innerHeight);
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  await page.mouse.move(600, 400);
  for (let turns = 0; turns < 40 && !(await inView()); turns += 1) {
    await page.mouse.wheel(0, 300);
    // Rows lay out when they scroll into view.
    await page.waitForTimeout(50);
  }
  const before = await place();
  expect(before).toBeGreaterThan(1_000);
  await last.click();
  await page.getByRole('heading', { level: 1, name: 'Wallet 159' }).waitFor();
  await expect.poll(place).toBe(0);
  await page.goBack();
  await last.waitFor();
  // Rows that were not in view count with an estimated height.
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThanOrEqual(8);
  expect(await inView()).toBe(true);
});

test('by keyboard alone: pins, archives and restores a recipient, and no action moves', async () => {
  const { url } = await startGiro();
  const page = await openPage(url, { viewport: { width: 360, height: 740 } });
  await signInUnseen(page, 'sender');
  const { id } = await addWallet(callerOf(page));
  await page.goto(`${url}/recipients/${id}`);
  await untilAlive(page);
  const places = () =>
    page
      .locator('main a, main button')
      .evaluateAll((all) =>
        all
          .filter(({ textContent }) =>
            /^(Send money|Edit|(Unp|P)in|Archive|Restore)$/.test(textContent ?? ''),
          )
          .map((one) => `${one.getBoundingClientRect().y} ${one.getBoundingClientRect().width}`),
      );
  const before = await places();
  expect(before).toHaveLength(4);
  const says = (words: string) => page.getByText(words, { exact: true }).waitFor();

  await tabTo(page, /^Pin$/);
  await page.keyboard.press('Space');
  await says('Pinned. It comes first in your lists.');
  expect(await places()).toEqual(before);
  await tabTo(page, /^Archive$/);
  await page.keyboard.press('Enter');
  await says('Archived. It no longer appears in your lists.');
  expect(await places()).toEqual(before);
  await tabTo(page, /^Undo$/);
  await page.keyboard.press('Enter');
  await says('Restored. It’s back in your lists.');
  expect(await places()).toEqual(before);
  expect(await focused(page)).toBe('Archive');
});
