import type { Screenshot } from '../browser.ts';

const seen_at = '2026-01-31T13:02:00.000Z';
const here = { id: '1', browser: 'Chrome', system: 'Android', seen_at, is_current: true };
/** Sessions that each browser which takes these pictures has alike. */
const account = {
  has_password: true,
  sessions: [
    here,
    { ...here, id: '2', browser: 'Samsung Internet', is_current: false },
    { ...here, id: '3', browser: null, system: null, is_current: false },
  ],
};

export const settingsScreenshots: Screenshot[] = [
  { name: 'settings', as: 'sender', at: '/settings', shows: 'What we tell you' },
  { name: 'settings-support', as: 'support', at: '/settings', shows: 'Transfers need review' },
  {
    name: 'settings-saved',
    as: 'sender',
    at: '/settings',
    acts: ({ press }) => press('Save'),
    shows: 'Saved',
  },
  {
    name: 'settings-sessions',
    as: 'sender',
    at: '/settings',
    before: ({ change }) => change('**/api/session/account', () => JSON.stringify(account)),
    shows: 'Unknown device',
  },
  {
    name: 'settings-session-ended',
    as: 'sender',
    at: '/settings',
    before: async ({ change, page }) => {
      await change('**/api/session/account', () => JSON.stringify(account));
      const json = { ...account, sessions: [here] };
      await page.route('**/api/sessions', (route) => route.fulfill({ json }));
    },
    acts: ({ press }) => press('End all others'),
    shows: 'Ended. Nobody is signed in there now.',
  },
  {
    name: 'settings-password-empty',
    as: 'sender',
    at: '/settings',
    acts: ({ press }) => press('Change password'),
    shows: 'Enter your current password',
  },
  {
    name: 'settings-password-wrong',
    as: 'sender',
    at: '/settings',
    before: ({ refuse }) => refuse('**/api/session/password', 'wrong-password', 'PUT'),
    acts: async ({ type, press }) => {
      await type('Current password', 'not the one');
      await type('New password', 'a longer password');
      await press('Change password');
    },
    shows: 'This is not your current password',
  },
  {
    name: 'settings-password-too-many',
    as: 'sender',
    at: '/settings',
    before: ({ refuse }) => refuse('**/api/session/password', 'too-many-requests', 'PUT'),
    acts: async ({ type, press }) => {
      await type('Current password', 'sandbox');
      await type('New password', 'a longer password');
      await press('Change password');
    },
    shows: 'Too many attempts. Try again in a moment.',
  },
  {
    name: 'settings-password-changed',
    as: 'sender',
    at: '/settings',
    // Not in earnest: other pictures sign in with the old one.
    before: ({ page }) =>
      page.route('**/api/session/password', (route) => route.fulfill({ json: account })),
    acts: async ({ type, press }) => {
      await type('Current password', 'sandbox');
      await type('New password', 'a longer password');
      await press('Change password');
    },
    shows: 'Password changed',
  },
  {
    name: 'sandbox-mail',
    as: 'sender',
    at: '/settings',
    acts: async ({ press, see, page }) => {
      await press('Send a test');
      await see(/^Sent\./);
      await page.goto(new URL('/sandbox/mail', page.url()).href);
    },
    shows: 'This is a test',
  },
];
