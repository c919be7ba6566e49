import { expect, test } from 'vitest';
import { openPage, startGiro } from '../support/journey.ts';
import { accountButton, signIn } from '../support/sign-in.ts';

test('an invited person sets a password, works, and is out as soon as they are disabled', async () => {
  const { url } = await startGiro();
  const admin = await openPage(url);
  await signIn(admin, 'admin');
  await admin.getByRole('heading', { name: 'People', exact: true }).waitFor();
  await admin.getByRole('link', { name: 'Invite', exact: true }).click();
  await admin.getByLabel('Name').fill('Ivo Neto');
  await admin.getByLabel('Email').fill('ivo@example.com');
  await admin.getByLabel('Role').selectOption('sender');
  await admin.getByRole('button', { name: 'Send invitation' }).click();
  const link = await admin.getByText(/\/welcome#[\w-]{43}$/).textContent();

  const ivo = await openPage(url);
  await ivo.goto(link ?? '');
  await ivo.getByLabel('Your password').fill('a long password');
  await ivo.getByRole('button', { name: 'Set password' }).click();
  await ivo.getByRole('link', { name: 'Sign in' }).click();
  await ivo.getByLabel('Email').fill('ivo@example.com');
  await ivo.getByLabel('Password').fill('a long password');
  await ivo.getByRole('button', { name: 'Sign in', exact: true }).click();
  await accountButton(ivo).waitFor();

  await admin.getByRole('link', { name: 'Show people' }).click();
  await admin.getByRole('link', { name: 'Ivo Neto' }).click();
  await admin.getByRole('heading', { name: 'Signed in on 1 device' }).waitFor();
  await admin.getByRole('button', { name: 'Disable account' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Disable account' }).click();
  await admin.getByText('Disabled. They are signed out everywhere.').waitFor();
  await ivo.goto('/transfers');
  await ivo.getByLabel('Password').waitFor();

  await admin.getByRole('link', { name: 'Show what they did' }).click();
  const entries = admin.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await entries.filter({ hasText: 'Accepted an invitation' }).waitFor();
  expect(await entries.filter({ hasText: 'Signed in' }).count()).toBe(1);
});
