import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { createSessions } from '../../../../src/bff/auth/sessions.ts';
import { changeUser, findUserByEmail } from '../../../../src/bff/ledger/people/users.ts';
import { renderApp } from '../../../support/render-app.tsx';

afterEach(() => vi.unstubAllGlobals());

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const rows = () =>
  within(screen.getByRole('navigation', { name: 'Settings' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

it('lists the groups with their state, each one press from the account menu’s link', async () => {
  const app = await renderApp('/');
  await app.user.click(await screen.findByRole('button', { name: /^Account/ }));
  await app.user.click(screen.getByRole('link', { name: 'Settings' }));
  await heading('Settings');
  expect(rows()).toEqual([
    'Profile Sam Sender',
    'Security No passkeys · two-step verification off',
    'Notifications Email',
    'Language and appearance English · theme of the device',
  ]);
  for (const name of ['Profile', 'Security', 'Notifications', 'Language and appearance']) {
    await app.user.click(screen.getByRole('link', { name: new RegExp(`^${name} `) }));
    await heading(name);
    const current = screen.getByRole('link', { current: 'page', name: new RegExp(`^${name} `) });
    expect(current).toBeInTheDocument();
    const [back] = screen.getAllByRole('link', { name: 'Settings' }).slice(-1);
    if (!back) throw new Error('no way back');
    await app.user.click(back);
    await heading('Settings');
  }
});

it('says at once what changed in another group', async () => {
  const app = await renderApp('/settings/notifications');
  await heading('Notifications');
  const ticks = screen.getAllByLabelText('Email');
  for (const tick of ticks) await app.user.click(tick);
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(rows()[2]).toBe('Notifications Off'));
});

it('shows the first group beside the list where there is room', async () => {
  const wide = { matches: true, addEventListener() {}, removeEventListener() {} };
  vi.stubGlobal('matchMedia', () => wide);
  await renderApp('/settings');
  await heading('Settings');
  const profile = within(await screen.findByRole('region', { name: 'Profile' }));
  expect(profile.getByLabelText('Name')).toHaveValue('Sam Sender');
  expect(screen.getByRole('link', { current: 'page', name: /^Profile/ })).toBeVisible();
});

it('leads an earlier link of a transfer to the group, and back to the transfer', async () => {
  const app = await renderApp('/settings?next=%2Frecipients');
  await heading('Security');
  await app.user.click(screen.getByRole('link', { name: 'Go back' }));
  await heading('Recipients');
});

it('changes the language, and the texts with it', async () => {
  const app = await renderApp('/settings/appearance');
  await heading('Language and appearance');
  expect(screen.getByLabelText('English')).toBeChecked();
  await app.user.click(screen.getByLabelText('Español'));
  await heading('Idioma y apariencia');
  expect(screen.getByLabelText('Español')).toBeChecked();
  expect(document.cookie).toContain('giro-language=es');
});

it('changes the theme at once, and for the next page of this device', async () => {
  for (const own of ['light', 'dark']) {
    const meta = document.createElement('meta');
    meta.name = 'theme-color';
    meta.media = `(prefers-color-scheme: ${own})`;
    document.head.append(meta);
    onTestFinished(() => meta.remove());
  }
  const bars = () =>
    Array.from(document.querySelectorAll('meta'), (meta) => meta.getAttribute('media'));
  const app = await renderApp('/settings/appearance');
  await heading('Language and appearance');
  expect(screen.getByLabelText('Same as the device')).toBeChecked();
  await app.user.click(screen.getByLabelText('Dark'));
  expect(document.documentElement).toHaveAttribute('data-scheme', 'dark');
  expect(bars()).toEqual(['not all', 'all']);
  expect(document.cookie).toContain('giro-color-scheme=dark');
  expect(screen.getByLabelText('Dark')).toBeChecked();
  expect(rows()[3]).toBe('Language and appearance English · dark theme');
  await app.user.click(screen.getByLabelText('Light'));
  expect(bars()).toEqual(['all', 'not all']);
  await app.user.click(screen.getByLabelText('Same as the device'));
  expect(document.documentElement).not.toHaveAttribute('data-scheme');
  expect(bars()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
  expect(document.cookie).not.toContain('giro-color-scheme');
});

it('tells a person of an OpenID provider who looks after their account', async () => {
  const app = await renderApp('/');
  const email = 'sender@giro.example';
  await changeUser(app.db, email, { password_hash: null });
  const user = await findUserByEmail(app.db, email);
  if (!user) throw new Error('no person');
  const sessions = createSessions(app.db, Date.now, { idle: 60_000, max: 60_000 });
  app.browser.cookies.set('giro', await sessions.open(user, { issuer: 'https://id.example' }));
  app.reload('/settings/security');
  await heading('Security');
  expect(screen.getByText(/^You sign in with your organisation\./)).toBeVisible();
  expect(screen.queryByText('Your password')).not.toBeInTheDocument();
  expect(screen.queryByText('Where you’re signed in')).not.toBeInTheDocument();
  expect(rows()[1]).toBe('Security Your organisation manages this');
  app.reload('/settings/profile');
  await heading('Profile');
  expect(screen.getByText('Your organisation manages your name and email.')).toBeVisible();
  expect(screen.queryByLabelText('Name')).not.toBeInTheDocument();
});
