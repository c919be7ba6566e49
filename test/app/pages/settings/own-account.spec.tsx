import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createBrowser } from '../../../support/browser.ts';
import { renderApp } from '../../../support/render-app.tsx';

const email = 'sender@giro.example';
const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

/** Opens Settings, signed in on so many other devices too. */
async function open(others: readonly string[] = []) {
  const browsers: ReturnType<typeof createBrowser>[] = [];
  const app = await renderApp('/settings/security');
  for (const userAgent of others) {
    const browser = createBrowser(app.app);
    const body = { email, password: 'sandbox' };
    await browser.call('POST', '/api/session', body, { 'user-agent': userAgent });
    browsers.push(browser);
  }
  if (others.length > 0) app.reload('/settings/security');
  await screen.findByRole('heading', { level: 2, name: 'Your password' });
  const isIn = async (browser: ReturnType<typeof createBrowser>) =>
    (await browser.call('GET', '/api/session')).status === 200;
  return { ...app, others: browsers, isIn };
}

const rows = () =>
  within(screen.getByRole('region', { name: 'Where you’re signed in' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

const fill = async (
  { user }: Awaited<ReturnType<typeof open>>,
  current: string,
  wanted: string,
) => {
  if (current) await user.type(screen.getByLabelText('Current password'), current);
  if (wanted) await user.type(screen.getByLabelText('New password'), wanted);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
};

it('changes the password, and ends the other sessions', async () => {
  const app = await open([android]);
  const [other] = app.others;
  await fill(app, 'sandbox', 'a longer password');
  expect(await screen.findByText('Password changed')).toBeVisible();
  expect(screen.getByText('You are signed out everywhere else.')).toBeVisible();
  expect(screen.getByLabelText('Current password')).toHaveValue('');
  expect(screen.getByLabelText('New password')).toHaveValue('');
  expect(rows()).toEqual([
    expect.stringMatching(/This device.*Signed in with the password · today/),
  ]);
  expect(await app.isIn(app.browser)).toBe(true);
  expect(other && (await app.isIn(other))).toBe(false);
  const again = { email, password: 'a longer password' };
  expect((await app.browser.call('POST', '/api/session', again)).status).toBe(200);
});

it('names what is wrong at its field, and moves focus there', async () => {
  const app = await open();
  const current = screen.getByLabelText('Current password');
  const wanted = screen.getByLabelText('New password');
  expect(current).toHaveAttribute('autocomplete', 'current-password');
  expect(wanted).toHaveAttribute('autocomplete', 'new-password');
  await fill(app, '', 'short');
  expect(current).toHaveFocus();
  expect(current).toHaveAccessibleDescription('Enter your current password');
  expect(wanted).toHaveAccessibleDescription(/Use at least 12 characters$/);
  await fill(app, 'not it', ' and now long enough');
  await waitFor(() =>
    expect(current).toHaveAccessibleDescription('This is not your current password'),
  );
  expect(current).toHaveFocus();
  expect(wanted).not.toBeInvalid();
});

it('says what is wrong with a new password that is too long, or can’t be read', async () => {
  const app = await open();
  const wanted = screen.getByLabelText('New password');
  await app.user.click(wanted);
  await app.user.paste('long '.repeat(300));
  await app.user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(wanted).toHaveAccessibleDescription(/Use at most 1024 characters$/);
  await app.user.clear(wanted);
  await app.user.paste('a password with \u0007 in it');
  await app.user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(wanted).toHaveAccessibleDescription(/Some of these characters can’t be used$/);
});

it('shows each password on its own, and hides it again when it is sent', async () => {
  const app = await open();
  const [current, wanted] = screen.getAllByRole('button', { name: 'Show password' });
  if (!current || !wanted) throw new Error('no button to show a password');
  expect(current).toHaveAccessibleDescription('Current password');
  expect(wanted).toHaveAccessibleDescription('New password');
  await app.user.click(wanted);
  expect(screen.getByLabelText('New password')).toHaveAttribute('type', 'text');
  expect(screen.getByLabelText('Current password')).toHaveAttribute('type', 'password');
  await app.user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(screen.getByLabelText('New password')).toHaveAttribute('type', 'password');
});

it('says how long to wait after too many wrong passwords', async () => {
  const app = await open();
  const body = { current_password: 'wrong', new_password: 'a longer password' };
  for (let count = 0; count < 5; count += 1) {
    await app.browser.call('PUT', '/api/session/password', body);
  }
  await fill(app, 'sandbox', 'a longer password');
  expect(await screen.findByRole('alert')).toHaveTextContent(/Try again in \d+ (sec|min)/);
});

it('changes the name, in the account menu too', async () => {
  const app = await renderApp('/settings/profile');
  const name = await screen.findByLabelText('Name');
  await app.user.clear(name);
  await app.user.click(screen.getByRole('button', { name: 'Save name' }));
  expect(name).toHaveFocus();
  expect(name).toHaveAccessibleDescription('Enter your name');
  await app.user.type(name, 'Sam Smith');
  await app.user.click(screen.getByRole('button', { name: 'Save name' }));
  expect(await screen.findByText('Name saved')).toBeVisible();
  expect(await screen.findByRole('button', { name: /^Account Sam Smith/ })).toBeInTheDocument();
});

it('lists sessions in words, and ends one or all others', async () => {
  const app = await open([android, 'curl/8', android]);
  expect(rows()).toEqual([
    expect.stringMatching(/This device ?Signed in with the password · today /),
    ...Array.from({ length: 3 }, () =>
      expect.stringMatching(/Signed in with the password · today .*Last seen today .*Sign out/),
    ),
  ]);
  await app.user.click(screen.getByRole('button', { name: 'Sign out Unknown device' }));
  expect(await screen.findByText('Signed out on that device.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Where you’re signed in' })).toHaveFocus();
  expect(rows()).toHaveLength(3);
  await app.user.click(screen.getByRole('button', { name: 'Sign out other devices' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Sign out other devices' })).not.toBeInTheDocument();
  expect(await Promise.all(app.others.map(app.isIn))).toEqual([false, false, false]);
});
