import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { oidcProblems } from '../../../../src/contract/api/session.ts';
import { renderApp } from '../../../support/render-app.tsx';

// Nothing listens on that port: the provider is contacted only when the link is followed.
const env = {
  PUBLIC_ORIGIN: 'http://localhost',
  OIDC_ISSUER: 'http://localhost:1',
  OIDC_CLIENT_ID: 'giro',
  OIDC_CLIENT_SECRET: 'secret',
};
const link = { name: 'Sign in with your organisation' };

test('offers sign-in with the organisation and with a password', async () => {
  const { user, router } = await renderApp('/recipients?q=ana', { as: null, env });
  expect(await screen.findByRole('link', link)).toHaveAttribute(
    'href',
    '/api/sign-in/oidc?next=%2Frecipients%3Fq%3Dana',
  );
  await user.click(screen.getByRole('button', { name: 'Use sender@giro.example' }));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await expect.poll(() => router.state.location.pathname).toBe('/recipients');
});

test('does not pass on an address of another origin', async () => {
  await renderApp('/sign-in?next=//evil.example', { as: null, env });
  expect(await screen.findByRole('link', link)).toHaveAttribute('href', '/api/sign-in/oidc');
});

test('shows no link without a provider', async () => {
  await renderApp('/sign-in', { as: null });
  await screen.findByLabelText('Email');
  expect(screen.queryByRole('link', link)).not.toBeInTheDocument();
});

test.each(oidcProblems)('explains the problem %s', async (problem) => {
  await renderApp(`/sign-in?problem=${problem}&next=/transfers`, { as: null, env });
  const notice = within(await screen.findByRole('alert'));
  expect(notice.getAllByText(/^[A-Z].*[a-z.]$/)).toHaveLength(2);
  const href = expect.stringContaining('%2Ftransfers');
  expect(screen.getByRole('link', link)).toHaveAttribute('href', href);
});

test.each(['', 'toString', '<b>'])('ignores the unknown problem %j', async (problem) => {
  await renderApp(`/sign-in?problem=${encodeURIComponent(problem)}`, { as: null, env });
  await screen.findByLabelText('Email');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('offers the organisation in the session-ended dialog, and returns to the same address', async () => {
  const { browser, user } = await renderApp('/?source_currency=EUR', { env });
  const amount = await screen.findByLabelText(/^You send/);
  await user.click(screen.getByRole('combobox', { name: 'To' }));
  await user.keyboard('Colombia{Enter}');
  browser.cookies.clear();
  await user.type(amount, '250');
  const dialog = within(await screen.findByRole('dialog', { name: 'Your session ended' }));
  const href = dialog.getByRole('link', link).getAttribute('href');
  expect(href).toMatch(/^\/api\/sign-in\/oidc\?next=%2F%3F/);
});
