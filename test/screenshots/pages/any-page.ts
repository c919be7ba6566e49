import type { Screenshot } from '../browser.ts';

/** Sign-in, and the states that any page can have. */
export const anyPageScreenshots: Screenshot[] = [
  { name: 'sign-in', as: null, at: '/sign-in', shows: 'Sandbox accounts' },
  { name: 'verify', as: null, at: '/verify', shows: 'Check a receipt' },
  {
    name: 'sign-in-empty',
    as: null,
    at: '/sign-in',
    acts: ({ press }) => press('Sign in'),
    shows: 'Enter your password',
  },
  {
    name: 'sign-in-wrong',
    as: null,
    at: '/sign-in',
    acts: async ({ type, press }) => {
      await type('Email', `${crypto.randomUUID()}@giro.example`);
      await type('Password', 'wrong');
      await press('Sign in');
    },
    shows: 'Email or password is wrong',
  },
  {
    name: 'sign-in-too-many',
    as: null,
    at: '/sign-in',
    before: ({ refuse }) => refuse('**/api/session', 'too-many-requests', 'POST'),
    acts: async ({ type, press }) => {
      await type('Email', 'sender@giro.example');
      await type('Password', 'sandbox');
      await press('Sign in');
    },
    shows: 'Too many attempts. Try again in a moment.',
  },
  {
    name: 'sign-in-other-address',
    as: null,
    at: '/sign-in',
    before: ({ refuse }) => refuse('**/api/session', 'cross-site', 'POST'),
    acts: async ({ type, press }) => {
      await type('Email', 'sender@giro.example');
      await type('Password', 'sandbox');
      await press('Sign in');
    },
    shows: 'This isn’t the right address for this app. Ask your administrator for it.',
  },
  {
    name: 'sign-in-organisation',
    as: null,
    at: '/sign-in?problem=denied',
    before: ({ change }) =>
      change('**/api/settings', (body) => body.replace('"oidc":false', '"oidc":true')),
    shows: 'Sign in with your organisation',
  },
  {
    name: 'sign-in-passkeys',
    as: null,
    at: '/sign-in',
    before: ({ change }) =>
      change('**/api/settings', (body) => body.replace('"passkeys":false', '"passkeys":true')),
    shows: 'Use a passkey',
  },
  {
    name: 'sign-in-without-mail',
    as: null,
    at: '/sign-in',
    before: ({ change }) =>
      change('**/api/settings', (body) => body.replace('"mail":true', '"mail":false')),
    shows: /Ask your administrator|administrador/,
  },
  { name: 'forgot-password', as: null, at: '/forgot-password', shows: 'Send link' },
  {
    name: 'forgot-password-asked',
    as: null,
    at: '/forgot-password',
    acts: async ({ type, press }) => {
      await type('Email', `${crypto.randomUUID()}@giro.example`);
      await press('Send link');
    },
    shows: 'Check your email',
  },
  {
    name: 'forgot-password-too-many',
    as: null,
    at: '/forgot-password',
    before: ({ refuse }) => refuse('**/api/session/password-link', 'too-many-requests'),
    acts: async ({ type, press }) => {
      await type('Email', 'sender@giro.example');
      await press('Send link');
    },
    shows: 'Too many attempts. Try again in a moment.',
  },
  { name: 'new-password', as: null, at: '/new-password', shows: 'Change password' },
  {
    name: 'new-password-gone',
    as: null,
    at: '/new-password',
    acts: async ({ type, press }) => {
      await type('New password', 'a longer password');
      await press('Change password');
    },
    shows: 'This link no longer works',
  },
  {
    name: 'new-password-changed',
    as: null,
    at: '/new-password',
    before: ({ page }) =>
      page.route('**/api/session/password-reset', (route) => route.fulfill({ status: 204 })),
    acts: async ({ type, press }) => {
      await type('New password', 'a longer password');
      await press('Change password');
    },
    shows: 'Password changed',
  },
  {
    name: 'starting',
    as: 'sender',
    at: '/recipients',
    before: ({ hang }) => hang('**/api/session'),
    acts: ({ page }) => page.locator('[data-skeleton]').waitFor(),
    shows: 'Loading',
  },
  {
    name: 'account-menu',
    as: 'sender',
    at: '/recipients',
    acts: ({ page }) => page.locator('[popovertarget]').first().click(),
    shows: 'Sign out',
  },
  {
    name: 'session-ended',
    as: 'sender',
    at: '/recipients/:lucia/edit',
    acts: async ({ page, see, refuse, press }) => {
      await see('Save changes');
      await refuse('**/api/destination_accounts/*', 'not-signed-in');
      await press('Save changes');
      await page.getByRole('dialog').waitFor();
    },
    shows: 'Your session ended',
  },
  {
    name: 'not-found',
    as: 'sender',
    at: '/nowhere',
    shows: 'This page doesn’t exist, or you don’t have access to it.',
  },
  {
    name: 'no-permission',
    as: 'sender',
    at: '/support',
    shows: 'This page is for the support team.',
  },
  {
    name: 'page-offline',
    as: 'sender',
    at: '/recipients',
    acts: async ({ press, see, disconnect }) => {
      await see(/Cold wallet/);
      await disconnect();
      // It needs data that this page did not bring.
      await press('Transfers');
    },
    shows: 'No connection',
  },
  {
    name: 'page-service-down',
    as: 'sender',
    at: '/recipients',
    before: ({ refuse }) => refuse('**/api/destination_accounts', 'service-unreachable'),
    shows: 'The payment service isn’t answering',
  },
  {
    name: 'page-broken',
    as: 'sender',
    at: '/recipients',
    before: ({ change }) => change('**/api/destination_accounts', () => 'no list'),
    shows: 'We can’t show this page',
  },
];
