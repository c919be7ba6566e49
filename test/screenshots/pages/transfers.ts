import type { Screenshot } from '../browser.ts';

const list = /\/api\/transfers(\?|$)/;
const hold = (body: string) => body.replaceAll('pending', 'on_hold');

export const transferScreenshots: Screenshot[] = [
  { name: 'transfers', as: 'sender', at: '/transfers', shows: /Mamá Bogotá/ },
  { name: 'transfers-support', as: 'support', at: '/transfers', shows: /· executed/ },
  {
    name: 'transfers-none',
    as: 'sender',
    fixture: 'fresh',
    at: '/transfers',
    shows: 'No transfers yet',
  },
  { name: 'transfers-nothing', as: 'sender', at: '/transfers?q=xyz', shows: 'No transfer matches' },
  {
    name: 'transfers-held',
    as: 'sender',
    fixture: 'held',
    at: '/transfers',
    shows: /CLP.*Mamá Bogotá/,
  },
  {
    name: 'transfers-recipient',
    as: 'sender',
    at: '/transfers?destination_account_id=:mama&state=executed',
    shows: 'Remove filter:',
  },
  {
    name: 'transfers-filters',
    as: 'sender',
    at: '/transfers',
    acts: ({ press }) => press('Filters'),
    shows: 'Clear filters',
  },
  {
    name: 'transfers-views',
    as: 'sender',
    at: '/transfers?state=rejected',
    acts: async ({ page, press }) => {
      // Its name says how many are chosen.
      await page.locator('button[aria-haspopup=dialog]').first().click();
      for (const button of ['Views', 'Save this view']) await press(button);
    },
    shows: 'Name of the view',
  },
  {
    name: 'transfers-pair',
    as: 'sender',
    at: '/transfers?country_id=:colombia&source_amount_currency=CLP&destination_amount_currency=COP',
    shows: /Received in COP/,
  },
  {
    name: 'transfers-by-amount',
    as: 'sender',
    at: '/transfers?currency=CLP&sort=amount',
    shows: /Largest in CLP/,
  },
  {
    name: 'transfers-download',
    as: 'sender',
    at: '/transfers',
    before: ({ hang }) => hang('**/api/transfers.csv'),
    acts: ({ press }) => press('Download CSV'),
    shows: /^Preparing/,
  },
  {
    name: 'transfers-download-failed',
    as: 'sender',
    at: '/transfers',
    before: ({ refuse }) => refuse('**/api/transfers.csv', 'service-unreachable'),
    acts: ({ press }) => press('Download CSV'),
    shows: 'The file wasn’t downloaded',
  },
  {
    name: 'transfers-silent',
    as: 'sender',
    at: '/transfers',
    before: ({ change }) =>
      change(list, (body) => body.replace('"service":"ok"', '"service":"silent"')),
    shows: /Mamá Bogotá/,
  },
  {
    name: 'transfers-service-down',
    as: 'sender',
    at: '/transfers',
    before: ({ refuse }) => refuse(list, 'service-unreachable'),
    shows: 'We couldn’t load the transfers',
  },
  { name: 'transfer-pending', as: 'sender', at: '/transfers/:pending', shows: 'Notify me' },
  { name: 'transfer-assigned', as: 'sender', at: '/transfers/:assigned', shows: 'Notify me' },
  { name: 'transfer-executed', as: 'sender', at: '/transfers/:executed', shows: 'Send again' },
  {
    name: 'transfer-help',
    as: 'sender',
    at: '/transfers/:executed',
    acts: ({ press }) => press('Get help'),
    shows: 'Copy for support',
  },
  {
    name: 'transfer-more',
    as: 'sender',
    at: '/transfers/:executed',
    acts: ({ press }) => press('More'),
    shows: 'Copy the link',
  },
  { name: 'transfer-rejected', as: 'sender', at: '/transfers/:rejected', shows: 'Send again' },
  { name: 'transfer-support', as: 'support', at: '/transfers/:executed', shows: /· executed/ },
  {
    name: 'transfer-unknown-state',
    as: 'sender',
    at: '/transfers/:pending',
    before: ({ change }) => change(/\/api\/transfers\/\d+$/, hold),
    shows: /on_hold/,
  },
  {
    name: 'transfer-notes',
    as: 'sender',
    at: '/transfers/:executed',
    acts: ({ press }) => press('Add a note or reference'),
    shows: 'Only you see this. We never send it.',
  },
  {
    name: 'statement',
    as: 'sender',
    at: '/transfers/statement?from=2000-01-01&to=2999-12-31&zone=America%2FSantiago',
    shows: 'So far.',
  },
  {
    name: 'statement-support',
    as: 'support',
    at: '/support/people/:person/statement?from=2000-01-01&to=2000-01-31&zone=Etc%2FUTC',
    shows: 'No transfers in this period.',
  },
  { name: 'transfer-not-found', as: 'sender', at: '/transfers/999999', shows: 'Not found' },
];
