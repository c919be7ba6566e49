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
  {
    name: 'recipients-nothing',
    as: 'sender',
    at: '/recipients?q=xyz',
    shows: 'No recipient matches',
  },
  {
    name: 'recipients-marked',
    as: 'sender',
    fixture: 'marked',
    at: '/recipients',
    shows: '{count, plural, one {# archived} other {# archived}}',
  },
  {
    name: 'recipients-archived',
    as: 'sender',
    fixture: 'marked',
    at: '/recipients?archived=1',
    shows: 'Restore',
  },
  {
    name: 'recipients-archived-none',
    as: 'sender',
    at: '/recipients?archived=1',
    shows: 'Nothing is archived',
  },
  {
    name: 'recipients-archived-support',
    as: 'support',
    fixture: 'marked',
    at: '/recipients?archived=1',
    shows: 'Archived by {archived_by}',
  },
  { name: 'recipient', as: 'sender', at: '/recipients/:lucia', shows: 'Edit' },
  {
    name: 'recipient-pinned',
    as: 'sender',
    fixture: 'marked',
    at: '/recipients/:lucia',
    acts: async ({ press }) => {
      await press('Unpin');
      await press('Pin');
    },
    shows: 'Pinned. It comes first in your lists.',
  },
  {
    name: 'recipient-same-account',
    as: 'sender',
    fixture: 'marked',
    at: '/recipients/:twice',
    shows: 'Same account as <0>{0}</0>',
  },
  {
    name: 'recipient-archived',
    as: 'sender',
    fixture: 'marked',
    at: '/recipients/:archived',
    shows: 'Archived. Restore it to send money.',
  },
  {
    name: 'recipient-archived-now',
    as: 'sender',
    fixture: 'marked',
    at: '/recipients/:wallet',
    acts: ({ press }) => press('Archive'),
    shows: 'Archived. It no longer appears in your lists.',
  },
  {
    name: 'recipient-archived-support',
    as: 'support',
    fixture: 'marked',
    at: '/recipients/:archived',
    shows: 'Archived by {archived_by}',
  },
  { name: 'recipient-wallet', as: 'sender', at: '/recipients/:wallet', shows: 'Wallet address' },
  {
    name: 'recipient-locked',
    as: 'sender',
    at: '/recipients/:mama',
    shows: 'You can’t edit this recipient, because a transfer was completed.',
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
    name: 'recipient-new-iban',
    as: 'sender',
    at: '/recipients/new?country_id=:spain',
    acts: async ({ type, press }) => {
      await type('IBAN', 'ES91 2100 0418 4502 0005 1332');
      await press('Use the IBAN');
    },
    shows: 'Same as the IBAN',
  },
  {
    name: 'recipient-new-usa',
    as: 'sender',
    at: '/recipients/new',
    acts: async ({ type, choose }) => {
      await type('First names', 'Joan');
      await type('Last names', 'Baker');
      await choose('Country or digital asset', 'US');
      await type('Routing number (ABA)', '021000021');
    },
    shows: /JPMorgan Chase Bank,/,
  },
  {
    name: 'recipient-new-company',
    as: 'sender',
    at: '/recipients/new?country_id=:brazil',
    acts: async ({ page, translate, type }) => {
      await page.getByRole('radio', { name: translate('Company') }).check();
      await type('Company name', 'Padaria Lima Ltda.');
      await type('CNPJ', '11222333000181');
    },
    shows: 'Also used as the ID number.',
  },
  {
    name: 'recipient-new-transfer',
    as: 'sender',
    at: `/recipients/new?country_id=:colombia&next=${encodeURIComponent('/send?source_amount_cents=100000&source_amount_currency=CLP&destination_amount_currency=COP&quoted=43127000&country_id=')}:colombia`,
    shows: 'Save the recipient to continue your transfer.',
  },
  {
    name: 'recipient-saved',
    as: 'sender',
    at: '/recipients/:lucia/edit',
    acts: ({ press }) => press('Save changes'),
    shows: 'Saved',
  },
  {
    name: 'recipient-new-copy',
    as: 'sender',
    at: '/recipients/new?copy=:lucia',
    acts: ({ page }) => page.locator('summary').last().click(),
    shows: 'ABA number',
  },
  {
    name: 'recipient-new-wallet',
    as: 'sender',
    at: '/recipients/new?country_id=:bitcoin',
    shows: 'About the owner (optional)',
  },
  {
    name: 'recipient-new-errors',
    as: 'sender',
    at: '/recipients/new?country_id=:colombia',
    acts: async ({ see, press }) => {
      await see('More details');
      await press('Save recipient');
    },
    shows: 'Choose the bank.',
  },
  {
    name: 'recipient-new-taken',
    as: 'sender',
    at: '/recipients/new?copy=:lucia',
    acts: async ({ type, see, press }) => {
      await see('ABA number');
      await type('Nickname', 'taken');
      await press('Save recipient');
    },
    shows: '{count, plural, one {# thing to fix} other {# things to fix}}',
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
      await see('ABA number');
      await type('Nickname', 'Lucía, nueva');
      await press('Save recipient');
    },
    shows: 'Show recipients (new tab)',
  },
  {
    name: 'recipient-new-restored',
    as: 'sender',
    at: '/recipients/new?country_id=:colombia',
    acts: async ({ page, type }) => {
      await type('Nickname', 'Gloria');
      await page.reload();
    },
    shows: 'What you had entered is still here',
  },
  { name: 'recipient-edit', as: 'sender', at: '/recipients/:lucia/edit', shows: 'Save changes' },
  {
    name: 'recipient-edit-locked',
    as: 'sender',
    at: '/recipients/:mama/edit',
    shows: 'You can’t change this recipient any more',
  },
];
