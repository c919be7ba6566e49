import type { Screenshot } from '../browser.ts';
import type { UserDriver } from '../user-driver.ts';

const lookUp =
  (text: string) =>
  async ({ type, press }: UserDriver) => {
    await type('Transfer number, name, ID number, account or amount', text);
    await press('Find');
  };

const saved = { created_at: '2026-09-20T10:00:00Z', shared: false, shared_by: null };
const savedViews = [
  {
    ...{ ...saved, id: '0f5b7c1e-8a55-4a39-9f0e-0d6c3a1b2c3d', name: 'Rejected, Colombia' },
    filters: { page: 'transfers', search: { state: 'rejected', country_id: '6' } },
  },
  {
    ...{ ...saved, id: '1f5b7c1e-8a55-4a39-9f0e-0d6c3a1b2c3d', name: 'Mamá Bogotá', shared: true },
    filters: { page: 'support', search: { q: 'Mamá' } },
  },
  {
    ...{ ...saved, id: '2f5b7c1e-8a55-4a39-9f0e-0d6c3a1b2c3d', shared: true },
    ...{ name: 'Large transfers in dollars of this month', shared_by: 'Diego Rojas' },
    filters: { page: 'transfers', search: { currency: 'USD', sort: 'amount' } },
  },
];

export const supportScreenshots: Screenshot[] = [
  { name: 'support', as: 'support', at: '/support', shows: 'Not confirmed yet' },
  {
    name: 'support-quiet',
    as: 'support',
    fixture: 'fresh',
    at: '/support',
    shows: 'None. Every transfer has a known result.',
  },
  {
    name: 'support-waiting',
    as: 'support',
    fixture: 'stuck',
    at: '/support',
    shows: 'Needs review',
  },
  {
    name: 'support-cases',
    as: 'support',
    fixture: 'stuck',
    at: '/support/cases',
    shows: 'Nobody has it',
  },
  {
    name: 'support-cases-opened',
    as: 'support',
    fixture: 'proposed',
    at: '/support/cases',
    shows: /Back: transfer/,
  },
  {
    name: 'transfer-case',
    as: 'support',
    fixture: 'proposed',
    at: '/transfers/:opened',
    shows: 'Case open',
  },
  {
    name: 'transfer-case-done',
    as: 'support',
    fixture: 'proposed',
    at: '/transfers/:opened',
    acts: ({ press }) => press('Done'),
    shows: 'Close this case',
  },
  {
    name: 'transfer-case-open',
    as: 'support',
    at: '/transfers/:executed',
    acts: ({ press }) => press('Open a case'),
    shows: 'Open case',
  },
  {
    name: 'support-cases-chosen',
    as: 'support',
    fixture: 'stuck',
    at: '/support/cases',
    acts: async ({ page, see }) => {
      await see('Nobody has it');
      await page.getByRole('checkbox').first().check();
    },
    shows: 'Choose none',
  },
  {
    name: 'support-cases-note',
    as: 'support',
    fixture: 'stuck',
    at: '/support/cases',
    acts: async ({ page, press, see }) => {
      await see('Nobody has it');
      await page.getByRole('checkbox').first().check();
      await press('Add note');
    },
    shows: 'Team note',
  },
  {
    name: 'support-case-wait',
    as: 'support',
    fixture: 'stuck',
    at: '/sends/:unresolved',
    acts: ({ press }) => press('Let it wait'),
    shows: 'Let this case wait',
  },
  {
    // Elsewhere one that nobody confirms becomes a case after ten minutes, which a slow run takes.
    name: 'support-cases-none',
    as: 'support',
    fixture: 'fresh',
    at: '/support/cases',
    shows: 'No open cases',
  },
  {
    name: 'support-resolved',
    as: 'support',
    fixture: 'stuck',
    at: '/support/resolved',
    shows: 'It was not sent',
  },
  {
    name: 'support-resolved-none',
    as: 'support',
    at: '/support/resolved',
    shows: 'Nothing resolved yet',
  },
  {
    name: 'support-resolved-case',
    as: 'support',
    fixture: 'stuck',
    at: '/sends/:not-sent',
    shows: 'This transfer was not sent',
  },
  { name: 'support-transfer', as: 'support', at: '/support?q=:executed', shows: /· executed/ },
  {
    name: 'support-several',
    as: 'support',
    at: '/support',
    acts: lookUp('bogota'),
    shows: /^Mamá Bogotá$/,
  },
  {
    name: 'support-more',
    as: 'support',
    at: '/support',
    acts: lookUp('a'),
    shows: 'Show more transfers',
  },
  {
    name: 'support-nothing',
    as: 'support',
    at: '/support',
    acts: lookUp('xyz'),
    shows: 'Nothing found',
  },
  {
    name: 'support-views',
    as: 'support',
    at: '/support',
    before: ({ change }) => change('**/api/views', () => JSON.stringify({ items: savedViews })),
    acts: async (driver) => {
      await lookUp('bogota')(driver);
      await driver.press('Views');
    },
    shows: 'Save this view',
  },
  {
    name: 'support-near',
    as: 'support',
    at: '/support',
    acts: lookUp('rent for bogotta'),
    shows: 'Similar names:',
  },
  {
    name: 'support-keys',
    as: 'support',
    at: '/support',
    acts: async ({ page, see }) => {
      await see('Not confirmed yet');
      await page.keyboard.press('?');
    },
    shows: 'Keyboard shortcuts',
  },
  {
    name: 'support-service-down',
    as: 'support',
    at: '/support?q=bogota',
    before: ({ refuse }) => refuse('**/api/support/**', 'service-unreachable'),
    shows: 'We can’t reach the payment service right now.',
  },
  {
    name: 'sender',
    as: 'support',
    at: '/support/people/:person',
    shows: /^Sam Sender$/,
  },
  {
    name: 'sender-more',
    as: 'support',
    fixture: 'busy',
    at: '/support/people/:person',
    shows: 'Show more transfers',
  },
  {
    name: 'sender-quiet',
    as: 'support',
    fixture: 'fresh',
    at: '/support/people/:person',
    shows: 'This sender has no transfers yet.',
  },
  {
    name: 'sender-unread',
    as: 'support',
    fixture: 'marked',
    at: '/support/people/:person',
    before: ({ change, refuse }) =>
      Promise.all([
        // The first two recipients: one could not be read, one is gone.
        change('**/api/support/people/*', (body) => {
          let count = 0;
          return body.replace(/"details":\{[^}]*\},"gone":false/g, (text) => {
            count += 1;
            return count > 2 ? text : `"details":null,"gone":${count === 2}`;
          });
        }),
        refuse('**/api/transfers?sender=*', 'service-unreachable'),
      ]),
    shows: 'We couldn’t load the transfers',
  },
  {
    name: 'sender-unknown',
    as: 'support',
    at: '/support/people/6f1c1c52-9f0e-4a0e-8d3e-2f7f5a1b9c11',
    shows: 'Not found',
  },
  {
    name: 'health',
    as: 'support',
    at: '/support/health',
    shows: 'The payment service answers normally',
  },
  {
    name: 'health-unknown',
    as: 'support',
    at: '/support/health',
    before: ({ refuse }) => refuse('**/api/support/health', 'internal'),
    shows: 'Something went wrong on our side.',
  },
];
