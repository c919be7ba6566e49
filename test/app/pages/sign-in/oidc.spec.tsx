import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { oidcProblems } from '../../../../src/contract/api/session.ts';
import { renderApp } from '../../../support/render-app.tsx';

// Nothing listens there, and nothing asks before somebody follows the link.
const env = {
  PUBLIC_ORIGIN: 'http://localhost',
  OIDC_ISSUER: 'http://localhost:1',
  OIDC_CLIENT_ID: 'giro',
  OIDC_CLIENT_SECRET: 'secret',
};
const link = { name: 'Sign in with your organisation' };

test('the organisation is one way in, an account of Giro the other', async () => {
  const { user, router } = await renderApp('/recipients?q=ana', { as: null, env });
  expect(await screen.findByRole('link', link)).toHaveAttribute(
    'href',
    '/api/sign-in/oidc?next=%2Frecipients%3Fq%3Dana',
  );
  await user.click(screen.getByRole('button', { name: 'Use sender@giro.example' }));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await expect.poll(() => router.state.location.pathname).toBe('/recipients');
});

test('a foreign address is not handed on', async () => {
  await renderApp('/sign-in?next=//evil.example', { as: null, env });
  expect(await screen.findByRole('link', link)).toHaveAttribute('href', '/api/sign-in/oidc');
});

test('without a provider there is no such link', async () => {
  await renderApp('/sign-in', { as: null });
  await screen.findByLabelText('E-mail');
  expect(screen.queryByRole('link', link)).not.toBeInTheDocument();
});

test.each(oidcProblems)('says plainly what went wrong: %s', async (problem) => {
  await renderApp(`/sign-in?problem=${problem}&next=/transfers`, { as: null, env });
  const notice = within(await screen.findByRole('alert'));
  expect(notice.getAllByText(/^[A-Z].*[a-z.]$/)).toHaveLength(2);
  const href = expect.stringContaining('%2Ftransfers');
  expect(screen.getByRole('link', link)).toHaveAttribute('href', href);
});

test.each(['', 'toString', '<b>'])(
  'says nothing of a problem that is none: %j',
  async (problem) => {
    await renderApp(`/sign-in?problem=${encodeURIComponent(problem)}`, { as: null, env });
    await screen.findByLabelText('E-mail');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  },
);

test('whose session ended may go on by their organisation, and comes back to the same address', async () => {
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
