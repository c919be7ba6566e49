import type { Screenshot } from '../browser.ts';

export const recipientScreenshots: Screenshot[] = [
  { name: 'recipients', as: 'sender', at: '/recipients', shows: 'Add recipient' },
  {
    name: 'recipients-none',
    as: 'sender',
    fixture: 'fresh',
    at: '/recipients',
    shows: 'No recipients yet',
  },
  {
    name: 'recipients-none-support',
    as: 'support',
    fixture: 'fresh',
    at: '/recipients',
    shows: 'Nobody has added a recipient.',
  },
  {
    name: 'recipients-search',
    as: 'sender',
    at: '/recipients?q=tau',
    shows: '{count, plural, one {# recipient} other {# recipients}}',
  },
  { name: 'recipients-nothing', as: 'sender', at: '/recipients?q=xyz', shows: 'No recipient fits' },
  { name: 'recipient', as: 'sender', at: '/recipients/:lucia', shows: 'Edit' },
  { name: 'recipient-wallet', as: 'sender', at: '/recipients/:wallet', shows: 'Wallet address' },
  {
    name: 'recipient-locked',
    as: 'sender',
    at: '/recipients/:mama',
    shows: "A transfer to this recipient was executed, so it can't be edited.",
  },
  { name: 'recipient-support', as: 'support', at: '/recipients/:lucia', shows: 'Account number' },
  { name: 'recipient-not-found', as: 'sender', at: '/recipients/999999', shows: 'Not found' },
  { name: 'recipient-new', as: 'sender', at: '/recipients/new', shows: 'Save recipient' },
  {
    name: 'recipient-new-bank',
    as: 'sender',
    at: '/recipients/new?country_id=:colombia',
    shows: 'More details',
  },
  {
    name: 'recipient-new-copy',
    as: 'sender',
    at: '/recipients/new?copy=:lucia',
    acts: ({ page }) => page.locator('summary').last().click(),
    shows: '{label} (needed for {place})',
  },
  {
    name: 'recipient-new-wallet',
    as: 'sender',
    at: '/recipients/new?country_id=:bitcoin',
    shows: 'Who owns the wallet (optional)',
  },
  {
    name: 'recipient-new-errors',
    as: 'sender',
    at: '/recipients/new?country_id=:colombia',
    acts: async ({ see, press }) => {
      await see('More details');
      await press('Save recipient');
    },
    shows: 'Choose the bank',
  },
  {
    name: 'recipient-new-taken',
    as: 'sender',
    at: '/recipients/new?copy=:lucia',
    acts: async ({ type, see, press }) => {
      await see('{label} (needed for {place})');
      await type('Name for this recipient', 'taken');
      await press('Save recipient');
    },
    shows:
      '{count, plural, =2 {Two things to fix} =3 {Three things to fix} one {One thing to fix} other {# things to fix}}',
  },
  {
    name: 'recipient-new-unknown',
    as: 'sender',
    at: '/recipients/new?copy=:lucia',
    before: ({ page }) =>
      page.route('**/api/destination_accounts', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.fallback(),
      ),
    acts: async ({ type, see, press }) => {
      await see('{label} (needed for {place})');
      await type('Name for this recipient', 'Lucía, nueva');
      await press('Save recipient');
    },
    shows: 'Look in the list (new tab)',
  },
  {
    name: 'recipient-new-restored',
    as: 'sender',
    at: '/recipients/new?country_id=:colombia',
    acts: async ({ page, type }) => {
      await type('Name for this recipient', 'Gloria');
      await page.reload();
    },
    shows: 'What you had entered is still here',
  },
  { name: 'recipient-edit', as: 'sender', at: '/recipients/:lucia/edit', shows: 'Save changes' },
  {
    name: 'recipient-edit-locked',
    as: 'sender',
    at: '/recipients/:mama/edit',
    shows: "This recipient can't be changed any more",
  },
];
