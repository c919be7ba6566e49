import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage, startGiro } from '../support/journey.ts';
import { sentTitle } from '../support/sent-title.ts';
import { signIn, signInUnseen } from '../support/sign-in.ts';

type Bank = {
  alias: string;
  country: string;
  bank: string;
  /** Label and value of the bank code that the country requires. */
  code: [label: RegExp, value: string] | null;
};

/** Chooses an option by typing. */
async function choose(page: Page, label: string, text: string) {
  await page.getByRole('combobox', { name: label }).fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

async function addBankRecipient(page: Page, { alias, country, bank, code }: Bank) {
  await page.goto('/recipients/new');
  await choose(page, 'Country', country);
  await choose(page, 'Bank', bank);
  await page.getByRole('radio', { name: 'Savings' }).check();
  await page.getByLabel('Account number').fill('00123454821');
  if (code) await page.getByLabel(code[0]).fill(code[1]);
  await page.getByLabel('First names').fill('Gloria');
  await page.getByLabel('Last names').fill('Patiño');
  await page.getByLabel('Nickname').fill(alias);
  // In Brazil the CPF is the ID number.
  if (country !== 'Brazil') {
    await page.getByLabel('ID type', { exact: true }).selectOption({ label: 'Passport' });
    await page.getByLabel('ID number').fill('AB123906');
  }
  await page.getByLabel('Email').fill('gloria@example.com');
  await page.getByLabel('Address').fill('Calle 1 # 2-3');
  await page.getByLabel('City').fill('Bogotá');
  await page.getByRole('button', { name: 'Save recipient' }).click();
  await page.getByRole('heading', { level: 1, name: alias }).waitFor();
}

test('sends to a new recipient, and support finds the transfer', async () => {
  const { url, sandbox } = await startGiro({
    sandbox: { assigned_after_ms: 1_500, settled_after_ms: 4_000 },
  });
  const page = await openPage(url);
  await signIn(page, 'sender');

  await choose(page, 'To', 'Brazil');
  await page.getByLabel('You send', { exact: false }).first().fill('250');
  await page.getByText(/The final rate is set/).waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();

  await page.getByRole('link', { name: 'Add recipient' }).first().click();
  await choose(page, 'Bank', 'Itaú');
  await page.getByRole('radio', { name: 'Savings' }).check();
  await page.getByLabel('Account number').fill('12345-6');
  await page.getByLabel(/CPF/).fill('529.982.247-25');
  await page.getByLabel('First names').fill('Ramón');
  await page.getByLabel('Last names').fill('Souza');
  await page.getByLabel('Nickname').fill('Ramón Itaú');
  await page.getByLabel('Email').fill('ramon@example.com');
  await page.getByLabel('Address').fill('Rua 1');
  await page.getByLabel('City').fill('São Paulo');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await page.getByRole('heading', { name: 'Check before you send' }).waitFor();
  await page.getByText('Ramón Itaú gets').waitFor();
  await page.getByRole('button', { name: /^Send / }).click();

  await page.getByRole('heading', { level: 1, name: sentTitle }).waitFor();
  expect(sandbox.transfers).toHaveLength(1);
  const id = String(sandbox.transfers[0]?.id);
  await page.getByText(id).first().waitFor();

  await page.getByRole('link', { name: 'Transfers' }).first().click();
  await page.getByRole('link', { name: /Ramón Itaú/ }).click();
  await page.getByRole('heading', { level: 1, name: `Transfer ${id}` }).waitFor();
  await page.getByRole('heading', { level: 1, name: /has arrived$/ }).waitFor();

  const desk = await openPage(url);
  await signIn(desk, 'support');
  await desk.getByLabel(/Transfer number/).fill(id);
  await desk.getByRole('button', { name: 'Find' }).click();
  await desk.getByText('Ramón Itaú').first().waitFor();
  await desk.getByText('Completed').first().waitFor();
});

test.each([
  { alias: 'Lucía piso', country: 'Spain', bank: 'BBVA', code: [/ABA number/, '021000021'] },
  {
    alias: 'Aunt Joan',
    country: 'United States',
    bank: 'Chase',
    code: [/IBAN/, 'ES9121000418450200051332'],
  },
  { alias: 'Ramón Itaú', country: 'Brazil', bank: 'Itaú', code: [/CPF/, '52998224725'] },
  { alias: 'Mamá Bogotá', country: 'Colombia', bank: 'Bancolombia', code: null },
] satisfies Bank[])('a recipient in $country', async (recipient) => {
  const { url, sandbox } = await startGiro();
  const page = await openPage(url);
  await signIn(page, 'sender');
  await addBankRecipient(page, recipient);
  expect(sandbox.accounts).toHaveLength(1);
});

test('sends to a wallet', async () => {
  const { url, sandbox } = await startGiro();
  const page = await openPage(url);
  await signInUnseen(page, 'sender');
  await page.goto('/recipients/new');
  await page.getByRole('radio', { name: 'Wallet' }).check();
  await page.getByLabel('Wallet address').fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  await page.getByLabel('Nickname').fill('Cold wallet');
  await page.getByRole('button', { name: 'Save recipient' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cold wallet' }).waitFor();
  expect(sandbox.accounts).toHaveLength(1);
});
