import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atLength } from '../support/at-length.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { signInUnseen } from '../support/sign-in.ts';

const sent = (page: Page) => page.getByLabel(/^You send, in/);
const got = (page: Page) => page.getByLabel(/^Recipient gets/);
const go = (page: Page) => page.getByRole('button', { name: 'Continue' });
const offers = (page: Page) => page.getByRole('button', { name: /^[A-Z]{3} [\d.,]+$/ });
const nextPage = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Choose a recipient' }).waitFor({ timeout: 10_000 });

async function chooseCountry(page: Page, name: string) {
  const box = page.getByRole('combobox', { name: 'To' });
  // Opens the list also when that country is already chosen.
  await box.click();
  await box.fill(name);
  await page.getByRole('option', { name }).first().click();
}

/** Waits for the estimate, then presses once at the button's position. */
async function pressOnce(page: Page) {
  const button = go(page);
  await page.locator('form [type=submit]:not([aria-disabled=true])').waitFor();
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('there is no button');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function openQuote(search = '', env: Record<string, string> = {}) {
  const { url } = await startGiro({ env });
  const page = await openPage(url, { viewport: { width: 390, height: 844 } });
  await signInUnseen(page, 'sender');
  await page.goto(`/${search}`);
  await sent(page).waitFor();
  return page;
}

// No retry: a test that fails once in many runs has lost a press.
const strict = { retry: 0, timeout: 300_000 };

test(
  'opens the next page on the first press after choosing how to read an amount',
  strict,
  async () => {
    const page = await openQuote('?source_amount_currency=CLP');
    await chooseCountry(page, 'Colombia');
    await sent(page).pressSequentially('100.000');
    await page.getByRole('button', { name: 'CLP 100,000', exact: true }).click();
    await page.getByText(/The final rate is set/).waitFor();
    await pressOnce(page);
    await nextPage(page);
  },
);

test('opens the next page on a press right after the last keystroke', strict, async () => {
  const page = await openQuote('?source_amount_currency=CLP');
  await chooseCountry(page, 'Colombia');
  await sent(page).pressSequentially('2500');
  await pressOnce(page);
  await nextPage(page);
  await page.goBack();
  await expect.poll(() => sent(page).inputValue()).toBe('2,500');
});

type Step =
  | { do: 'type'; side: 'sent' | 'got'; text: string; slowly: boolean }
  | { do: 'offer'; nth: number }
  | { do: 'country'; name: string }
  | { do: 'currency'; side: 'send' | 'get'; code: string }
  | { do: 'way'; nth: number }
  | { do: 'leave' }
  | { do: 'pause'; ms: number };

const nth = fc.nat({ max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: typing() },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('offer' as const), nth }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('country' as const),
      name: fc.constantFrom('Colombia', 'Brazil', 'Spain', 'Bitcoin'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('currency' as const),
      side: fc.constantFrom('send' as const, 'get' as const),
      code: fc.constantFrom('CLP', 'USD', 'EUR', 'COP'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('way' as const), nth }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'leave' }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('pause' as const), ms: fc.nat({ max: 600 }) }),
  },
);

function typing() {
  return fc.record({
    do: fc.constant('type' as const),
    side: fc.constantFrom('sent' as const, 'got' as const),
    text: fc.constantFrom('100.000', '1.234', '5000', '250,5', '20,000', '73'),
    slowly: fc.boolean(),
  });
}

async function take(page: Page, step: Step) {
  switch (step.do) {
    case 'type': {
      const field = step.side === 'sent' ? sent(page) : got(page);
      await field.fill('');
      return field.pressSequentially(step.text, { delay: step.slowly ? 60 : 0 });
    }
    case 'offer': {
      // The offers appear after the debounce.
      await page.waitForTimeout(500);
      const count = await offers(page).count();
      return count > 0
        ? offers(page)
            .nth(step.nth % count)
            .click()
        : undefined;
    }
    case 'country':
      return chooseCountry(page, step.name);
    case 'currency':
      return page
        .getByLabel(`Currency ${step.side === 'send' ? 'you send' : 'the recipient gets'}`)
        .selectOption(step.code);
    case 'way': {
      const rows = page.locator('table button');
      const count = await rows.count();
      return count > 0 ? rows.nth(step.nth % count).click() : undefined;
    }
    case 'leave':
      return page.keyboard.press('Tab');
    case 'pause':
      return page.waitForTimeout(step.ms);
  }
}

/** True when an estimate is shown or arrives at once; an amount of 0 has none. */
async function hasEstimate(page: Page): Promise<boolean> {
  const estimate = page.getByText(/The final rate is set/).waitFor({ timeout: 2_000 });
  const isThere = await estimate.then(
    () => true,
    () => false,
  );
  return isThere && /[1-9]/.test(await got(page).inputValue());
}

test('opens the next page on one press, in any order of filling in the form', strict, async () => {
  const runs = atLength(6, 40);
  const page = await openQuote('', { QUOTES_PER_MINUTE: '100000' });
  let pressed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 7 }),
      typing(),
      async (steps, last) => {
        await page.goto('/?source_amount_currency=CLP');
        await sent(page).waitFor();
        for (const one of steps) await take(page, one);
        if (!(await page.getByRole('combobox', { name: 'To' }).inputValue())) {
          await chooseCountry(page, 'Colombia');
        }
        if (!(await hasEstimate(page))) {
          await take(page, last);
          await take(page, { do: 'offer', nth: 1 });
        }
        // An ambiguous amount without a chosen reading has no estimate either.
        fc.pre(await hasEstimate(page));
        await pressOnce(page);
        await nextPage(page);
        pressed += 1;
      },
    ),
    { numRuns: runs, endOnFailure: true },
  );
  expect(pressed).toBeGreaterThanOrEqual(runs);
});
