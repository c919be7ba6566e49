import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { addWallet } from '../support/recipients.ts';
import { signIn } from '../support/sign-in.ts';

/** What stands at the field that has the focus. */
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

/** Presses Tab until the focus is at a field or button of that name. */
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

/** Types into a list and takes its first option, once there is one. */
async function choose(page: Page, name: RegExp, text: string) {
  await type(page, name, text);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
}

/** From wherever the focus is to the form, by its link. */
async function openForm(page: Page) {
  await tabTo(page, /^Recipients$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor();
  await tabTo(page, /^Add recipient$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New recipient' }).waitFor();
}

async function typeOwner(page: Page) {
  await type(page, /^First names/, 'Gloria');
  await type(page, /^Last names/, 'Patiño');
  await tabTo(page, /^Document/);
  await page.keyboard.type('Passport');
  await type(page, /^Document number/, 'AB123906');
  await type(page, /^E-mail/, 'gloria@example.com');
  await type(page, /^Address/, 'Calle 1 # 2-3');
  await type(page, /^City/, 'Bogotá');
}

async function save(page: Page, alias: string) {
  await tabTo(page, /^Save recipient$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: alias }).waitFor();
}

type Row = {
  place: string;
  bank: string;
  code: [label: RegExp, typed: string, shown: string] | null;
  sent: object;
};

test.each([
  {
    place: 'Spain',
    bank: 'BBVA',
    code: [/^ABA number/, '021000021', '021000021'],
    sent: { aba_number: '021000021' },
  },
  {
    place: 'United States',
    bank: 'Chase',
    code: [/^IBAN number/, 'es9121000418450200051332', 'ES91 2100 0418 4502 0005 1332'],
    sent: { iban_number: 'ES9121000418450200051332' },
  },
  {
    place: 'Brazil',
    bank: 'itau',
    code: [/^CPF number/, '52998224725', '529.982.247-25'],
    sent: { cpf_number: '52998224725' },
  },
  { place: 'Colombia', bank: 'bancolombia', code: null, sent: { cpf_number: null } },
] satisfies Row[])(
  'by keyboard alone: a bank account in $place',
  async ({ place, bank, code, sent }) => {
    const { url, sandbox } = await startGiro();
    const page = await openPage(url);
    await signIn(page, 'sender');
    await openForm(page);
    await choose(page, /^Country or digital asset/, place);
    await choose(page, /^Bank$/, bank);
    await tabTo(page, /^Account type/);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await type(page, /^Account number/, '00123454821');
    if (code) {
      const [label, typed, shown] = code;
      await type(page, label, typed);
      expect(await page.getByLabel(label).inputValue()).toBe(shown);
    }
    await type(page, /^Name for this recipient/, `In ${place}`);
    await typeOwner(page);
    await save(page, `In ${place}`);
    expect(sandbox.accounts).toMatchObject([
      {
        category: 'bank',
        bank_type: 'savings',
        bank_number: '00123454821',
        dni_type: 'passport',
        country: { name: place },
        ...sent,
      },
    ]);
  },
);

test('by keyboard alone: a wallet, its address corrected after a hint', async () => {
  const { url, sandbox } = await startGiro();
  const page = await openPage(url);
  await signIn(page, 'sender');
  await openForm(page);
  await choose(page, /^Country or digital asset/, 'bitcoin');
  await page.getByRole('radio', { name: 'Wallet', checked: true }).waitFor();
  await type(page, /^Wallet address/, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await type(page, /^Name for this recipient/, 'Cold wallet');
  await page.getByText(/doesn't look like an address of Bitcoin/).waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  await page.getByText(/doesn't look like/).waitFor({ state: 'detached' });
  await save(page, 'Cold wallet');
  expect(sandbox.accounts).toMatchObject([
    { category: 'wallet', additional_data: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  ]);
});

test('by keyboard alone: an unfinished recipient survives a reload, and is mended where the service complains', async () => {
  const { url, sandbox } = await startGiro();
  const page = await openPage(url);
  await signIn(page, 'sender');
  await openForm(page);
  await choose(page, /^Country or digital asset/, 'Colombia');
  await choose(page, /^Bank$/, 'bancolombia');
  await tabTo(page, /^Account type/);
  await page.keyboard.press('Space');
  await type(page, /^Account number/, '0000');
  await page.reload();
  await page.getByText('What you had entered is still here').waitFor();
  expect(await page.getByLabel('Account number').inputValue()).toBe('0000');
  // The banks are read anew.
  const bank = page.getByRole('combobox', { name: 'Bank' });
  await expect.poll(() => bank.inputValue()).toContain('Bancolombia');

  await tabTo(page, /^Name for this recipient/);
  await page.keyboard.type('Gloria');
  await typeOwner(page);
  await tabTo(page, /^Save recipient$/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Two things to fix' }).waitFor();
  await tabTo(page, /^Account number: The payment service says/);
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

test('whoever comes back to a long list is where they were', async () => {
  const { url } = await startGiro();
  const page = await openPage(url);
  await signIn(page, 'sender');
  const aliases = Array.from({ length: 60 }, (_, at) => `Wallet ${at + 100}`);
  for (const alias of aliases) await addWallet(callerOf(page), { alias });
  await page.getByRole('link', { name: 'Recipients' }).click();
  const last = page.getByRole('link', { name: 'Wallet 159' });
  await last.waitFor();
  const inView = () =>
    last.evaluate((link) => link.getBoundingClientRect().bottom <= window.innerHeight);
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  await page.mouse.move(600, 400);
  for (let turns = 0; turns < 40 && !(await inView()); turns += 1) {
    await page.mouse.wheel(0, 300);
    // A row that came into view has been laid out by then.
    await page.waitForTimeout(50);
  }
  const before = await place();
  expect(before).toBeGreaterThan(1_000);
  await last.click();
  await page.getByRole('heading', { level: 1, name: 'Wallet 159' }).waitFor();
  await expect.poll(place).toBe(0);
  await page.goBack();
  await last.waitFor();
  await expect.poll(place).toBe(before);
  expect(await inView()).toBe(true);
});
