import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../support/render-app.tsx';

/** A quote that is half typed when the session ends. */
async function endedSession() {
  const app = await renderApp('/');
  const amount = await screen.findByLabelText(/^You send/);
  await app.user.click(screen.getByRole('combobox', { name: 'To' }));
  await app.user.keyboard('Colombia{Enter}');
  await app.user.clear(amount);
  app.browser.cookies.clear();
  await app.user.type(amount, '250');
  const dialog = await screen.findByRole('dialog', { name: 'Your session ended' });
  return { ...app, amount, dialog: within(dialog) };
}

test('the page stays as it was, and goes on after signing in again', async () => {
  const { user, amount, dialog } = await endedSession();
  expect(dialog.getByLabelText('E-mail')).toHaveValue('sender@giro.example');
  expect(dialog.getByLabelText('E-mail')).toHaveAttribute('readonly');
  expect(dialog.getByLabelText('Password')).toHaveFocus();

  await user.type(dialog.getByLabelText('Password'), 'sandbox{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(amount).toBeInTheDocument();
  expect(amount).toHaveValue('250.00');
  expect(await screen.findByText(/Estimate taken/)).toBeVisible();
});

test('a wrong password leaves the dialog open', async () => {
  const { user, dialog } = await endedSession();
  await user.type(dialog.getByLabelText('Password'), 'wrong{Enter}');
  expect(await dialog.findByRole('alert')).toHaveTextContent('E-mail or password is wrong');
});

test('someone else starts from the sign-in page, with nothing left behind', async () => {
  const { user, dialog, queryClient } = await endedSession();
  await user.click(dialog.getByRole('button', { name: 'Sign in as someone else' }));
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(queryClient.getQueryData(['session'])).toBeUndefined());
});

test('the dialog cannot be closed without signing in', async () => {
  await endedSession();
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Your session ended' });
  expect(dialog).toHaveAttribute('closedby', 'none');
  // As a browser does that does not know the attribute.
  dialog.close();
  expect(dialog).toHaveAttribute('open');
  expect(screen.getByRole('dialog', { name: 'Your session ended' })).toBe(dialog);
});

test('the page goes on once the person has signed in in another tab', async () => {
  const { amount, browser } = await endedSession();
  await browser.signIn('sender');
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(amount).toHaveValue('250.00');
});
