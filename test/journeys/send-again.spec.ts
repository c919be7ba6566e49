import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callerOf } from '../support/caller-of.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { addRecipient, addWallet, sendMoney } from '../support/recipients.ts';
import { signInUnseen } from '../support/sign-in.ts';

const phone = { width: 390, height: 844 };
const again = (page: Page) => page.getByRole('navigation', { name: 'Send again' });

/** The home page of a sender who has sent to two recipients, on a phone. */
async function homeOfReturning(options: { javaScriptEnabled?: boolean } = {}) {
  const { url, sandbox } = await startGiro();
  const page = await openPage(url, { viewport: phone });
  await signInUnseen(page, 'sender');
  const caller = callerOf(page);
  const wallet = await addWallet(caller);
  await sendMoney(caller, wallet.id, { destination_amount_currency: 'ETH' });
  const mama = await addRecipient(caller);
  await sendMoney(caller, mama.id, { source_amount_cents: '55000' });
  if (options.javaScriptEnabled !== false) await page.goto('/');
  return { page, url, sandbox };
}

test('sends the same to the same person again in three presses from the home page', async () => {
  const { page, sandbox } = await homeOfReturning();
  const before = sandbox.transfers.length;
  const started = performance.now();
  let presses = 0;
  async function press(target: Locator) {
    presses += 1;
    await target.click();
  }
  await press(again(page).getByRole('link', { name: /^Mamá Bogotá/ }));
  await page.getByText(/The final rate is set/).waitFor();
  const filled = performance.now();
  await press(page.getByRole('button', { name: 'Continue' }));
  await press(page.getByRole('button', { name: /^Send CLP/ }));
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/(sends|transfers)\//);
  await expect.poll(() => sandbox.transfers.length).toBe(before + 1);
  const [quoted, sent] = [filled, performance.now()].map((at) =>
    ((at - started) / 1000).toFixed(1),
  );
  process.stdout.write(
    `send-again.spec.ts: ${presses} presses, estimate after ${quoted} s, sent after ${sent} s\n`,
  );
  expect(presses).toBeLessThanOrEqual(3);
  const [first, last] = [sandbox.transfers.at(-2), sandbox.transfers.at(-1)];
  expect(last?.destination_account_id).toBe(first?.destination_account_id);
  expect(last?.source_amount_cents).toBe(55000n);
});

test('shows recent recipients above the form, and open transfers on the first screen', async () => {
  const { page } = await homeOfReturning();
  await again(page)
    .getByRole('link', { name: /^Mamá Bogotá/ })
    .click();
  await page.getByText(/The final rate is set/).waitFor();
  const bottomOf = async (one: Locator) => {
    const box = await one.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? Infinity);
  };
  const field = page.getByLabel(/^You send, in/);
  const bar = await page.getByRole('navigation', { name: 'Main' }).last().boundingBox();
  expect(await bottomOf(again(page))).toBeLessThan((await field.boundingBox())?.y ?? 0);
  expect(await bottomOf(page.getByRole('button', { name: 'Continue' }))).toBeLessThan(bar?.y ?? 0);
  expect(await bottomOf(page.getByRole('heading', { name: 'On the way' }))).toBeLessThan(
    bar?.y ?? 0,
  );
});

test('updates open transfers, and drops those that have ended', async () => {
  let now = Date.now();
  const { url } = await startGiro({ sandbox: { clock: { now: () => now } } });
  const page = await openPage(url);
  await signInUnseen(page, 'sender');
  const caller = callerOf(page);
  const mama = await addRecipient(caller);
  await sendMoney(caller, mama.id);
  await page.goto('/');
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'On the way' }) });
  await card.getByText('Pending').waitFor();
  now += 6_000;
  await card.getByText('In progress').waitFor();
  now += 10 * 60_000;
  await card.waitFor({ state: 'detached' });
});

test('opens the filled form before the page is alive', async () => {
  const { page, url } = await homeOfReturning({ javaScriptEnabled: false });
  const cookies = await page.context().cookies();
  const bare = await openPage(url, { javaScriptEnabled: false, viewport: phone });
  await bare.context().addCookies(cookies);
  // The server leaves out what is late on a busy machine, and nothing brings it later.
  const openUntil = async (address: string, shown: Locator) => {
    await expect
      .poll(async () => {
        await bare.goto(address, { waitUntil: 'commit' });
        return shown.isVisible();
      })
      .toBe(true);
  };
  await openUntil('/', again(bare));
  await again(bare)
    .getByRole('link', { name: /^Mamá Bogotá/ })
    .click();
  await bare.waitForURL(/[?&]destination_account_id=/);
  await openUntil(bare.url(), bare.getByText('To Mamá Bogotá, Colombia'));
  expect(await bare.getByLabel(/^You send, in/).inputValue()).toBe('55,000');
});
