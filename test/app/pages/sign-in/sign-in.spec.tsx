import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../support/render-app.tsx';

test('a demo account fills the form and leads to its own home', async () => {
  const { user, router } = await renderApp('/sign-in', { as: null });
  await user.click(await screen.findByRole('button', { name: 'Use sender@giro.example' }));
  expect(screen.getByLabelText('E-mail')).toHaveValue('sender@giro.example');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(async () =>
    expect(await screen.findByRole('heading', { level: 1, name: 'Send money' })).toHaveFocus(),
  );
  expect(router.state.location.pathname).toBe('/');
});

test('support signs in to the look-up page', async () => {
  const { user, router } = await renderApp('/sign-in', { as: null });
  await user.click(await screen.findByRole('button', { name: 'Use support@giro.example' }));
  await user.keyboard('{Enter}');
  await expect.poll(() => router.state.location.pathname).toBe('/support');
});

test('a wrong password is said once, and what was typed stays', async () => {
  const { user } = await renderApp('/sign-in', { as: null });
  await user.type(await screen.findByLabelText('E-mail'), 'sender@giro.example');
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('E-mail or password is wrong');
  expect(screen.getByLabelText('E-mail')).toHaveValue('sender@giro.example');
  expect(screen.getByLabelText('Password')).toHaveValue('wrong');
  await user.click(screen.getByRole('button', { name: 'Use sender@giro.example' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('too many tries say how long to wait', async () => {
  const { user, browser } = await renderApp('/sign-in', { as: null });
  const wrong = { email: 'sender@giro.example', password: 'wrong' };
  await expect
    .poll(async () => (await browser.call('POST', '/api/session', wrong)).status, {
      timeout: 10_000,
    })
    .toBe(429);
  await user.type(await screen.findByLabelText('E-mail'), wrong.email);
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/Too many tries\. Wait \d+ (sec|min)/);
});

test('an empty field is named beneath it and gets the focus', async () => {
  const { user } = await renderApp('/sign-in', { as: null });
  await user.type(await screen.findByLabelText('E-mail'), 'sender@giro.example{Enter}');
  expect(screen.getByLabelText('Password')).toHaveFocus();
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password');
});

test('what is wrong is said in the language that is chosen then', async () => {
  const { user } = await renderApp('/sign-in', { as: null });
  const field = () => screen.getByLabelText('E-mail');
  const complaint = () => screen.findByRole('alert');
  const speak = (name: string) =>
    user.selectOptions(within(screen.getByRole('main')).getByRole('combobox'), name);

  await user.type(await screen.findByLabelText('Password'), 'wrong{Enter}');
  expect(field()).toHaveAccessibleDescription('Enter your e-mail');
  await speak('Português');
  await screen.findByRole('heading', { level: 1, name: 'Entrar' });
  expect(field()).toHaveAccessibleDescription('Informe seu e-mail');

  await user.type(field(), 'sender@giro.example{Enter}');
  expect(await complaint()).toHaveTextContent('E-mail ou senha incorretos');
  expect(field()).toHaveAccessibleDescription('');
  await speak('English');
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(await complaint()).toHaveTextContent('E-mail or password is wrong');
});

test('leads on to the page that asked for it', async () => {
  const { user, router } = await renderApp('/recipients?q=ana', { as: null });
  await user.click(await screen.findByRole('button', { name: 'Use sender@giro.example' }));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await expect.poll(() => router.state.location.pathname).toBe('/recipients');
  expect(router.state.location.search).toBe('?q=ana');
});

test('who is signed in already is sent home', async () => {
  const { router } = await renderApp('/sign-in');
  await expect.poll(() => router.state.location.pathname).toBe('/');
});

test('password managers find both fields', async () => {
  const { container } = await renderApp('/sign-in', { as: null });
  const form = within(container);
  expect(await form.findByLabelText('E-mail')).toHaveAttribute('autocomplete', 'username');
  expect(form.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
});
