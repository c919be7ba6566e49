import type { Screenshot } from '../browser.ts';

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
