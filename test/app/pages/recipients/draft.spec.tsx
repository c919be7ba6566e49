import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { signOut } from '../../../support/account-menu.ts';
import { walletAddress } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { tabStorageKeys } from '../../../support/tab-storage.ts';
import { fill, fillBankAccount, save } from './fill.ts';

beforeEach(() => sessionStorage.clear());

async function open(path = '/recipients/new') {
  const app = await renderApp(path);
  await screen.findByRole('heading', { level: 1, name: 'New recipient' });
  return app;
}

/** Leaves the form and opens it again. */
async function reopen({ router }: Awaited<ReturnType<typeof open>>, path = '/recipients/new') {
  await act(() => router.navigate('/recipients'));
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  await act(() => router.navigate(path));
  await screen.findByRole('heading', { level: 1, name: 'New recipient' });
}

const notice = () => screen.queryByText('What you had entered is still here');

describe('the draft of a recipient', () => {
  it('is restored after the form was left', async () => {
    const app = await open();
    await fillBankAccount(app.user, { country: 'Spain', bank: 'bbva', alias: 'Lucía' });
    await reopen(app);
    expect(notice()).toBeVisible();
    expect(screen.getByLabelText('Nickname')).toHaveValue('Lucía');
    expect(screen.getByLabelText('Account number')).toHaveValue('00123454821');
    expect(screen.getByRole('combobox', { name: /^Country/ })).toHaveValue('Spain');
    expect(screen.getByLabelText(/ABA number/)).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Bank' })).toHaveDisplayValue(/BBVA/),
    );
  });

  it('is dropped on demand', async () => {
    const app = await open();
    const { user } = app;
    await fill(user, { City: 'Madrid' });
    await reopen(app);
    await user.click(screen.getByRole('button', { name: 'Start again' }));
    expect(notice()).not.toBeInTheDocument();
    expect(screen.getByLabelText('City')).toHaveValue('');
    expect(tabStorageKeys()).toHaveLength(0);
  });

  it('is dropped once it is saved', async () => {
    const { user, sandbox } = await open();
    await user.click(screen.getByRole('radio', { name: 'Wallet' }));
    await fill(user, {
      Nickname: 'Cold wallet',
      'Wallet address': walletAddress,
    });
    expect(tabStorageKeys()).toHaveLength(1);
    await save(user);
    await screen.findByRole('heading', { level: 1, name: 'Cold wallet' });
    expect(sandbox.accounts).toHaveLength(1);
    expect(tabStorageKeys()).toHaveLength(0);
  });

  it('is dropped at sign-out', async () => {
    const { user } = await open();
    await fill(user, { City: 'Madrid' });
    await signOut(user);
    await screen.findByRole('heading', { level: 1, name: /Sign in/ });
    await waitFor(() => expect(Object.keys(sessionStorage)).toEqual(['giro-left']));
  });

  it('is dropped when all changes are undone, and never in local storage', async () => {
    const { user } = await open();
    await fill(user, { City: 'Madrid' });
    expect(tabStorageKeys()).toHaveLength(1);
    expect(localStorage).toHaveLength(0);
    await user.clear(screen.getByLabelText('City'));
    expect(tabStorageKeys()).toHaveLength(0);
  });

  it('is not shown for another country, another person or an older version', async () => {
    const app = await open('/recipients/new?country_id=6');
    await fill(app.user, { City: 'Bogotá' });
    const [key = ''] = tabStorageKeys();
    const kept = sessionStorage.getItem(key) ?? '';
    expect(key).toContain('"6"');
    await reopen(app);
    expect(notice()).not.toBeInTheDocument();

    sessionStorage.setItem(key.replace(/"new-recipient","[^"]+"/, '"new-recipient","99"'), kept);
    sessionStorage.setItem(key, '{"category":"bank"}');
    await reopen(app, '/recipients/new?country_id=6');
    expect(notice()).not.toBeInTheDocument();
  });
});
