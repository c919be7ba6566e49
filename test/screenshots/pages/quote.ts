import type { Screenshot } from '../browser.ts';

const quote = (search: Record<string, string>) =>
  `/?${new URLSearchParams({
    source_amount_currency: 'CLP',
    destination_amount_currency: 'COP',
    ...search,
  })}&country_id=:colombia`;

const taken = 'Estimated <0/>. The final rate is set when you send.';

export const quoteScreenshots: Screenshot[] = [
  {
    name: 'quote-first',
    as: 'sender',
    at: '/',
    shows: 'Choose where the money goes and enter an amount to see the rate.',
  },
  { name: 'quote', as: 'sender', at: quote({ source_amount_cents: '100000' }), shows: taken },
  {
    name: 'quote-received',
    as: 'sender',
    at: quote({ destination_amount_cents: '50000003' }),
    shows: taken,
  },
  {
    name: 'quote-large',
    as: 'sender',
    at: quote({ source_amount_cents: '987654321987654321' }),
    shows: taken,
  },
  {
    name: 'quote-longest',
    as: 'sender',
    at: quote({ source_amount_cents: '1234567890123456789012345678' }),
    shows: taken,
  },
  {
    name: 'quote-asset',
    as: 'sender',
    at: '/?source_amount_cents=250000&source_amount_currency=CLP&destination_amount_currency=BTC&country_id=:bitcoin',
    shows: taken,
  },
  {
    name: 'quote-recipient',
    as: 'sender',
    at: '/?destination_account_id=:mama',
    shows: 'To <0>{recipient}</0>, {place}',
  },
  {
    name: 'quote-again',
    as: 'sender',
    at: '/',
    acts: async ({ page }) => {
      await page.locator('nav a[href*=destination_account_id]').first().click();
    },
    shows: taken,
  },
  {
    name: 'quote-countries',
    as: 'sender',
    at: '/',
    acts: async ({ page, translate }) => {
      await page.getByRole('combobox', { name: translate('To') }).fill('ar');
      await page.getByRole('option').first().waitFor();
    },
    shows: 'Choose where the money goes and enter an amount to see the rate.',
  },
  {
    name: 'quote-missing',
    as: 'sender',
    at: '/',
    acts: async ({ press, page }) => {
      // The notice of unconfirmed transfers moves the button while it appears: wait for it first.
      await page.locator('main a[href^="/sends/"]').first().waitFor();
      await press('Continue');
    },
    shows: 'Choose where the money goes',
  },
  {
    name: 'quote-refused',
    as: 'sender',
    at: quote({ source_amount_cents: '400' }),
    shows: 'The payment service can’t estimate this transfer.',
  },
  {
    name: 'quote-two-readings',
    as: 'sender',
    at: quote({ source_amount_cents: '100000' }),
    acts: async ({ page }) => {
      const amount = page.locator('main input[inputmode=decimal]').first();
      await amount.fill('1,5,0');
      await amount.blur();
    },
    shows: 'Enter the amount in figures, for example {example}',
  },
  {
    name: 'quote-no-rate',
    as: 'sender',
    at: quote({ source_amount_cents: '404' }),
    shows: 'Choose another currency, or try again later.',
  },
  {
    name: 'quote-service-down',
    as: 'sender',
    at: quote({ source_amount_cents: '100000' }),
    before: ({ refuse }) => refuse('**/api/quotes?*', 'service-unreachable'),
    shows: 'We can’t reach the payment service right now.',
  },
  {
    name: 'quote-offline',
    as: 'sender',
    at: quote({}),
    acts: async ({ page, disconnect }) => {
      const amount = page.locator('main input[inputmode=decimal]').first();
      await amount.waitFor();
      await disconnect();
      await amount.fill('100000');
    },
    shows: 'You’re offline, or our server can’t be reached.',
  },
  {
    name: 'quote-slow',
    as: 'sender',
    at: quote({ source_amount_cents: '100000' }),
    before: ({ hang }) => hang('**/api/quotes?*'),
    shows: 'Getting the rate…',
  },
  {
    name: 'quote-slow-again',
    as: 'sender',
    at: quote({ source_amount_cents: '100000' }),
    acts: async ({ page }) => {
      await page.getByText(/^1 CLP = /).waitFor();
      await page.locator('main input[inputmode=decimal]').first().fill('408');
    },
    shows: 'Getting the rate…',
  },
  {
    name: 'quote-unknown-country',
    as: 'sender',
    at: '/?country_id=99999&source_amount_currency=XXX',
    shows: 'The payment service doesn’t send to the country in this link. Choose another.',
  },
  {
    name: 'quote-nothing-listed',
    as: 'sender',
    at: '/',
    before: ({ change }) => change('**/api/currencies', () => '[]'),
    shows: 'You can’t send money yet',
  },
];
