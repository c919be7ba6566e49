import type { Screenshot } from '../browser.ts';
import type { UserDriver } from '../user-driver.ts';

const seen_at = '2026-01-31T13:02:00.000Z';
const here = {
  ...{ id: '1', browser: 'Chrome', system: 'Android', created_at: seen_at, seen_at },
  ...{ signed_in_by: 'passkey', is_current: true },
};
/** Sessions that each browser which takes these pictures has alike. */
const account = {
  has_password: true,
  passkeys: [
    {
      id: 'a',
      name: 'Chrome on Android',
      created_at: seen_at,
      used_at: seen_at,
      counts_from: null,
    },
    {
      id: 'b',
      name: 'My laptop',
      created_at: seen_at,
      used_at: null,
      counts_from: '2026-02-01T13:02:00.000Z',
    },
  ],
  sessions: [
    here,
    { ...here, id: '2', browser: 'Samsung Internet', is_current: false },
    { ...here, id: '3', browser: null, system: null, is_current: false },
  ],
};

const secret = 'MBJJCZB2S5KGXMEFVRG4GPFH5PSPRNAM';
const recovery_codes = Array.from({ length: 10 }, (_, at) => `${at}7fk-9xq2-m4h8-zt3${at}`);
const factors = {
  ...{ available: true, required: false, passkeys: 0, recovery_codes: 7 },
  totp: { since: '2026-01-30T13:02:00.000Z', counts_from: '2026-01-31T13:02:00.000Z' },
};
/** A new authenticator app, which each browser that takes these pictures has alike. */
const enrolment = () => {
  const uri = `otpauth://totp/Giro:sender%40giro.example?issuer=Giro&secret=${secret}`;
  return { secret, uri, qr: { size: 29, path: qrLikePath } };
};
const qrLikePath = Array.from({ length: 21 }, (_, y) =>
  Array.from({ length: 21 }, (_, x) =>
    (x * y + x + y) % 3 === 0 ? `M${x + 4} ${y + 4}h1v1h-1z` : '',
  ).join(''),
).join('');

/** A sign-in that waits for a second factor. */
async function ask({ change, page }: UserDriver, second_factor: object) {
  const path = '**/api/session/second-factor';
  await change(path, (body) => body);
  await page.route(path, (route) => route.fulfill({ json: { second_factor } }));
}

const mails = [
  {
    message_id: '1',
    at: '2026-01-30T08:15:00.000Z',
    to: 'sender@giro.example',
    subject: 'Scheduled transfer: please decide',
    text: 'Nothing was sent.\n\nhttps://giro.example/sends/0f5b7c1e-8a55-4a39-9f0e-0d6c3a1b2c3d',
  },
];

const limits = {
  currency: 'USD',
  spans: [
    { span: 'transfer', limit: '250000', used: '0', next: null },
    {
      ...{ span: 'day', limit: '500000', used: '25000' },
      next: { limit: '800000', at: '2030-01-02T15:00:00.000Z' },
    },
    { span: 'month', limit: '2000000', used: '432100', next: null },
  ],
};

export const settingsScreenshots: Screenshot[] = [
  { name: 'settings', as: 'sender', at: '/settings', shows: 'Notifications' },
  { name: 'settings-profile', as: 'sender', at: '/settings/profile', shows: 'Your name' },
  {
    name: 'settings-appearance',
    as: 'sender',
    at: '/settings/appearance',
    shows: 'Same as the device',
  },
  {
    name: 'settings-limits',
    as: 'sender',
    at: '/settings/limits',
    before: async ({ change }) => {
      await change('**/api/settings', (body) => body.replace('{', '{"limits":["USD"],'));
      await change('**/api/limits', () => JSON.stringify({ items: [limits] }));
    },
    shows: /4[.,]750[.,]00/,
  },
  {
    name: 'settings-notifications',
    as: 'sender',
    at: '/settings/notifications',
    shows: 'Quiet hours',
  },
  {
    name: 'settings-sandbox-mail',
    as: 'sender',
    fixture: 'fresh',
    at: '/sandbox/mail',
    before: ({ change }) => change('**/api/sandbox/mail', () => JSON.stringify({ mails })),
    shows: /^Scheduled transfer: please decide$/,
  },
  {
    name: 'settings-support',
    as: 'support',
    at: '/settings/notifications',
    shows: 'Transfers need review',
  },
  {
    name: 'settings-saved',
    as: 'sender',
    at: '/settings/notifications',
    acts: ({ press }) => press('Save'),
    shows: 'Saved',
  },
  {
    name: 'settings-sessions',
    as: 'sender',
    at: '/settings/security',
    before: ({ change }) => change('**/api/session/account', () => JSON.stringify(account)),
    shows: 'Unknown device',
  },
  {
    name: 'settings-session-ended',
    as: 'sender',
    at: '/settings/security',
    before: async ({ change, page }) => {
      await change('**/api/session/account', () => JSON.stringify(account));
      const json = { ...account, sessions: [here] };
      await page.route('**/api/sessions', (route) => route.fulfill({ json }));
    },
    acts: ({ press }) => press('Sign out other devices'),
    shows: 'Signed out on that device.',
  },
  {
    name: 'settings-passkeys',
    as: 'sender',
    at: '/settings/security',
    before: async ({ change }) => {
      await change('**/api/session/account', () => JSON.stringify(account));
      await change('**/api/settings', (body) =>
        body.replace('"passkeys":false', '"passkeys":true'),
      );
    },
    acts: async ({ page, press }) => {
      await page
        .getByRole('button', { name: /My laptop/ })
        .last()
        .click();
      await press('Remove passkey');
    },
    shows: 'Enter your current password',
  },
  {
    name: 'settings-password-empty',
    as: 'sender',
    at: '/settings/security',
    acts: ({ press }) => press('Change password'),
    shows: 'Enter your current password',
  },
  {
    name: 'settings-password-wrong',
    as: 'sender',
    at: '/settings/security',
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
    at: '/settings/security',
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
    at: '/settings/security',
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
    name: 'settings-factor-proof',
    as: 'sender',
    at: '/settings/security',
    before: ({ change }) => change('**/api/session/factors', () => JSON.stringify(factors)),
    acts: async ({ press }) => {
      await press('New recovery codes');
      await press('Make new codes');
    },
    shows: 'Enter the code',
  },
  {
    name: 'settings-factor-enrolment',
    as: 'sender',
    at: '/settings/security',
    before: async ({ page }) => {
      const json = enrolment();
      await page.route('**/api/session/factors/totp', (route) => route.fulfill({ json }));
    },
    acts: async ({ press, page }) => {
      await press('Set up app');
      await page.keyboard.type('sandbox');
      await page.keyboard.press('Enter');
    },
    shows: 'Turn on',
  },
  {
    name: 'settings-factor-codes',
    as: 'sender',
    at: '/settings/security',
    before: async ({ change, page }) => {
      await change('**/api/session/factors', () => JSON.stringify(factors));
      const json = { factors, recovery_codes };
      await page.route('**/api/session/factors/recovery-codes', (route) => route.fulfill({ json }));
    },
    acts: async ({ press, page }) => {
      await press('New recovery codes');
      await page.keyboard.type('sandbox');
      await page.keyboard.press('Enter');
    },
    shows: 'Save your recovery codes',
  },
  {
    name: 'second-factor',
    as: null,
    at: '/second-factor',
    before: (driver) => ask(driver, { methods: ['totp', 'passkey', 'recovery_code'], enrol: [] }),
    shows: 'Another way',
  },
  {
    name: 'second-factor-enrolment',
    as: null,
    at: '/second-factor',
    before: async (driver) => {
      await ask(driver, { methods: [], enrol: ['totp'] });
      const path = '**/api/session/second-factor/totp';
      await driver.page.route(path, (route) => route.fulfill({ json: enrolment() }));
    },
    acts: ({ press }) => press('Set up app'),
    shows: 'Turn on',
  },
  {
    name: 'sandbox-mail',
    as: 'sender',
    at: '/settings/notifications',
    acts: async ({ press, see, page }) => {
      await press('Send a test');
      await see(/^Sent\./);
      await page.goto(new URL('/sandbox/mail', page.url()).href);
    },
    shows: 'This is a test',
  },
];
