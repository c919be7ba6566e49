import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../support/render-app.tsx';

/** Opens the quote, types an amount and ends the session. */
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

test('keeps the form under the dialog, and continues after signing in', async () => {
  const { user, amount, dialog } = await endedSession();
  expect(dialog.getByLabelText('Email')).toHaveValue('sender@giro.example');
  expect(dialog.getByLabelText('Email')).toHaveAttribute('readonly');
  expect(dialog.getByLabelText('Password')).toHaveFocus();

  await user.type(dialog.getByLabelText('Password'), 'sandbox{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(amount).toBeInTheDocument();
  expect(amount).toHaveValue('250.00');
  expect(await screen.findByText(/The final rate is set/)).toBeVisible();
});

test('keeps the dialog open after a wrong password', async () => {
  const { user, dialog } = await endedSession();
  await user.type(dialog.getByLabelText('Password'), 'wrong{Enter}');
  expect(await dialog.findByRole('alert')).toHaveTextContent('Email or password is wrong');
});

test('sends another person to the sign-in page and deletes the first person’s data', async () => {
  const { user, dialog, queryClient } = await endedSession();
  await user.click(dialog.getByRole('button', { name: 'Use another account' }));
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(queryClient.getQueryData(['session'])).toBeUndefined());
});

test('cannot be closed without signing in', async () => {
  await endedSession();
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Your session ended' });
  expect(dialog).toHaveAttribute('closedby', 'none');
  // A browser without support for `closedby` would close it so.
  dialog.close();
  expect(dialog).toHaveAttribute('open');
  expect(screen.getByRole('dialog', { name: 'Your session ended' })).toBe(dialog);
});

test('closes the dialog after a sign-in in another tab', async () => {
  const { amount, browser } = await endedSession();
  await browser.signIn('sender');
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(amount).toHaveValue('250.00');
});
