import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../support/render-app.tsx';

test('fills the form with a sandbox account, and opens its home page', async () => {
  const { user, router } = await renderApp('/sign-in', { as: null });
  await user.click(await screen.findByRole('button', { name: 'Use sender@giro.example' }));
  expect(screen.getByLabelText('Email')).toHaveValue('sender@giro.example');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(async () =>
    expect(await screen.findByRole('heading', { level: 1, name: 'Send money' })).toHaveFocus(),
  );
  expect(router.state.location.pathname).toBe('/');
});

test('opens Look up for support', async () => {
  const { user, router } = await renderApp('/sign-in', { as: null });
  await user.click(await screen.findByRole('button', { name: 'Use support@giro.example' }));
  await user.keyboard('{Enter}');
  await expect.poll(() => router.state.location.pathname).toBe('/support');
});

test('shows a wrong password once, and keeps the fields', async () => {
  const { user } = await renderApp('/sign-in', { as: null });
  await user.type(await screen.findByLabelText('Email'), 'sender@giro.example');
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Email or password is wrong');
  expect(screen.getByLabelText('Email')).toHaveValue('sender@giro.example');
  expect(screen.getByLabelText('Password')).toHaveValue('wrong');
  await user.click(screen.getByRole('button', { name: 'Use sender@giro.example' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('says that the address is not the one of PUBLIC_ORIGIN', async () => {
  const { user } = await renderApp('/sign-in', {
    as: null,
    env: { PUBLIC_ORIGIN: 'https://send.example.com' },
  });
  await user.type(await screen.findByLabelText('Email'), 'sender@giro.example');
  await user.type(screen.getByLabelText('Password'), 'sandbox{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This isn’t the right address for this app. Ask your administrator for it.',
  );
});

test('says how long to wait after too many attempts', async () => {
  const { user, browser } = await renderApp('/sign-in', { as: null });
  const wrong = { email: 'sender@giro.example', password: 'wrong' };
  await expect
    .poll(async () => (await browser.call('POST', '/api/session', wrong)).status, {
      timeout: 10_000,
    })
    .toBe(429);
  await user.type(await screen.findByLabelText('Email'), wrong.email);
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Too many attempts\. Try again in \d+ (sec|min)/,
  );
});

test('marks an empty field and moves focus to it', async () => {
  const { user } = await renderApp('/sign-in', { as: null });
  await user.type(await screen.findByLabelText('Email'), 'sender@giro.example{Enter}');
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password');
});

test('translates errors on a change of language', async () => {
  const { user } = await renderApp('/sign-in', { as: null });
  const field = () => screen.getByLabelText(/^E-?mail$/);
  const alert = () => screen.findByRole('alert');
  const chooseLanguage = (name: string) =>
    user.selectOptions(within(screen.getByRole('main')).getByRole('combobox'), name);

  await user.type(await screen.findByLabelText('Password'), 'wrong{Enter}');
  expect(field()).toHaveAccessibleDescription('Enter your email');
  await chooseLanguage('Português');
  await screen.findByRole('heading', { level: 1, name: 'Entrar' });
  expect(field()).toHaveAccessibleDescription('Informe seu e-mail');

  await user.type(field(), 'sender@giro.example{Enter}');
  expect(await alert()).toHaveTextContent('E-mail ou senha incorretos');
  expect(field()).toHaveAccessibleDescription('');
  await chooseLanguage('English');
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(await alert()).toHaveTextContent('Email or password is wrong');
});

test('opens the page that asked for sign-in', async () => {
  const { user, router } = await renderApp('/recipients?q=ana', { as: null });
  await user.click(await screen.findByRole('button', { name: 'Use sender@giro.example' }));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await expect.poll(() => router.state.location.pathname).toBe('/recipients');
  expect(router.state.location.search).toBe('?q=ana');
});

test('redirects a signed-in person to their home page', async () => {
  const { router } = await renderApp('/sign-in');
  await expect.poll(() => router.state.location.pathname).toBe('/');
});

test('shows and hides the password, and submits it hidden', async () => {
  const { user } = await renderApp('/sign-in', { as: null });
  const password = await screen.findByLabelText('Password');
  await user.type(password, 'wrong');
  expect(password).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password).toHaveAttribute('type', 'text');
  expect(password).toHaveValue('wrong');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  await user.type(password, '{Enter}');
  expect(password).toHaveAttribute('type', 'password');
});

test('says whom to ask for a forgotten password where no mail is set up, and nothing of a sign-out', async () => {
  const env = {
    REMITTANCE_BASE_URL: 'https://service.example',
    REMITTANCE_CLIENT_ID: 'client',
    REMITTANCE_CLIENT_SECRET: 'secret',
    GIRO_SECRET: 'a secret of the tests, thirty-two or more',
    DATABASE_URL: 'sqlite::memory:',
  };
  await renderApp('/sign-in', { as: null, env });
  expect(await screen.findByText('Forgot your password? Ask your administrator.')).toBeVisible();
  expect(screen.queryByText('You signed out')).not.toBeInTheDocument();
});

test('marks both fields for password managers', async () => {
  const { container } = await renderApp('/sign-in', { as: null });
  const form = within(container);
  expect(await form.findByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
  expect(form.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
});
