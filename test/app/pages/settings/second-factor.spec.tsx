import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { addPasskey } from '../../../../src/bff/ledger/people/passkeys.ts';
import { factorPaths, totpEnrolment } from '../../../../src/contract/api/second-factor.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { codeAt } from '../../../support/totp.ts';

const password = 'sandbox';
const step = 30_000;
type App = Awaited<ReturnType<typeof renderApp>>;

const card = () => within(screen.getByRole('region', { name: 'Two-step verification' }));
const button = (name: string) => screen.findByRole('button', { name });

/** Adds an authenticator app for the person of the browser. @returns its secret */
async function enrol({ browser }: Pick<App, 'browser'>) {
  const begun = await browser.call('POST', factorPaths.totp, { password });
  const { secret } = totpEnrolment.parse(begun.body);
  // Of the step before, so that the one of now is still free.
  const code = codeAt(secret, Date.now() - step);
  const { body } = await browser.call('PUT', factorPaths.totp, { code });
  return { secret, codes: body.recovery_codes as string[] };
}

async function signIn({ user }: App, email = 'sender@giro.example') {
  await user.type(await screen.findByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`);
}

it('adds an app by its first code, and shows the recovery codes once', async () => {
  const saved = vi.fn<(blob: Blob) => string>(() => 'blob:codes');
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} }));
  const app = await renderApp('/settings/security');
  await app.user.click(await button('Set up app'));
  const proof = card().getByLabelText('Current password');
  expect(proof).toHaveFocus();
  await app.user.type(proof, 'not it{Enter}');
  await waitFor(() =>
    expect(proof).toHaveAccessibleDescription('This is not your current password'),
  );
  await app.user.clear(proof);
  await app.user.type(proof, `${password}{Enter}`);
  expect(await screen.findByRole('img', { name: 'QR code for your app' })).toBeVisible();
  const secret = card()
    .getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    .textContent.replaceAll(' ', '');
  expect(screen.getByRole('link', { name: 'Open in app' })).toHaveAttribute(
    'href',
    expect.stringMatching(new RegExp(`^otpauth://totp/.*secret=${secret}`)),
  );
  const code = card().getByLabelText('Code');
  expect(code).toHaveFocus();
  expect(code).toHaveAttribute('inputmode', 'numeric');
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await app.user.type(code, '000000{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is wrong.');
  await app.user.clear(code);
  await app.user.type(code, `${codeAt(secret, Date.now())}{Enter}`);
  const codes = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(within(codes).getAllByRole('listitem')).toHaveLength(10);
  await app.user.click(await button('Download codes'));
  const text = await saved.mock.calls[0]?.[0].text();
  expect(text?.trim().split('\n')).toEqual(
    within(codes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  );
  await app.user.click(await button('I saved them'));
  expect(screen.getByRole('heading', { name: 'Two-step verification' })).toHaveFocus();
  expect(card().getByText('Recovery codes left: 10')).toBeVisible();
  expect(card().getByText(/^Authenticator app, on since today/)).toBeVisible();
});

it('makes new codes after a code of the app, and turns it off after a recovery code', async () => {
  let secret = '';
  const app = await renderApp('/settings/security', {
    before: async (browser) => {
      ({ secret } = await enrol({ browser }));
    },
  });
  await app.user.click(await button('New recovery codes'));
  expect(card().queryByLabelText('Current password')).not.toBeInTheDocument();
  const code = card().getByLabelText('Code');
  expect(code).toHaveFocus();
  await app.user.type(code, '000000{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is wrong.');
  await app.user.clear(code);
  await app.user.type(code, `${codeAt(secret, Date.now())}{Enter}`);
  const codes = await screen.findByRole('list', { name: 'Recovery codes' });
  const [recovery] = within(codes).getAllByRole('listitem');
  await app.user.click(await button('I saved them'));
  await app.user.click(await button('Turn off'));
  await app.user.click(await button('Use a recovery code'));
  const field = card().getByLabelText('Recovery code');
  expect(field).toHaveFocus();
  await app.user.type(field, `${recovery?.textContent}{Enter}`);
  expect(await screen.findByText('Two-step verification turned off')).toBeVisible();
  expect(await button('Set up app')).toBeVisible();
});

it('asks for the factor that was added in another tab, once the password is refused', async () => {
  const app = await renderApp('/settings/security');
  await app.user.click(await button('Set up app'));
  const { secret } = await enrol(app);
  await app.user.type(card().getByLabelText('Current password'), `${password}{Enter}`);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Nothing was changed. Confirm with your app or passkey, not your password.',
  );
  await app.user.type(await card().findByLabelText('Code'), `${codeAt(secret, Date.now())}{Enter}`);
  expect(await screen.findByRole('img', { name: 'QR code for your app' })).toBeVisible();
});

it('asks for no password where the only factor is a passkey that is of no use here', async () => {
  const app = await renderApp('/settings/security');
  // From before PUBLIC_ORIGIN was taken away.
  const { id: user_id } = await app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'sender@giro.example')
    .executeTakeFirstOrThrow();
  const made = { public_key: 'AA', counter: 0, transports: '[]', name: 'Phone' };
  const created_at = new Date().toISOString();
  await addPasskey(app.db, {
    ...{ ...made, id: 'AA', user_id, created_at, used_at: null, added_by: 'password' },
  });
  app.reload('/settings/security');
  await app.user.click(await button('Set up app'));
  expect(await card().findByText('You can’t confirm this here')).toBeVisible();
  expect(card().queryByLabelText('Current password')).toBeNull();
  await app.user.click(card().getByRole('button', { name: 'Cancel' }));
  expect(await button('Set up app')).toBeVisible();
});

it('says from when a new one confirms large transfers, where they need it', async () => {
  const app = await renderApp('/settings/security', { env: { STEP_UP_ABOVE: '{"CLP":5000}' } });
  await enrol(app);
  app.reload('/settings/security');
  expect(await screen.findByText(/^Confirms large transfers from /)).toBeVisible();
});

it('asks for a code after the password, and opens the page that asked', async () => {
  const app = await renderApp('/settings/security', { as: null });
  await app.browser.signIn('sender');
  const { secret } = await enrol(app);
  app.browser.cookies.clear();
  app.reload('/sign-in?next=/recipients');
  await signIn(app);
  await screen.findByRole('heading', { level: 1, name: 'Enter your code' });
  const code = screen.getByLabelText('Code');
  await app.user.type(code, '12{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is wrong.');
  expect(code).toHaveFocus();
  await app.user.clear(code);
  await app.user.type(code, `${codeAt(secret, Date.now())}{Enter}`);
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
});

it('takes a recovery code, typed with spaces', async () => {
  const app = await renderApp('/settings/security', { as: null });
  await app.browser.signIn('sender');
  const { codes } = await enrol(app);
  app.browser.cookies.clear();
  app.reload('/sign-in');
  await signIn(app);
  await app.user.click(await button('Use a recovery code'));
  const field = screen.getByLabelText('Recovery code');
  expect(field).toHaveFocus();
  await app.user.type(field, `${codes[0]?.replaceAll('-', ' ').toUpperCase()}{Enter}`);
  await screen.findByRole('heading', { level: 1, name: 'Send money' });
});

it('adds an app at sign-in where the role needs one, which then stays on', async () => {
  const app = await renderApp('/sign-in', {
    as: null,
    env: { REQUIRE_SECOND_FACTOR: 'support' },
  });
  await signIn(app, 'support@giro.example');
  await screen.findByRole('heading', { level: 1, name: 'Add two-step verification' });
  await app.user.click(await button('Set up app'));
  await screen.findByRole('img', { name: 'QR code for your app' });
  const secret = screen.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent.replaceAll(' ', '');
  await app.user.type(screen.getByLabelText('Code'), `${codeAt(secret, Date.now())}{Enter}`);
  await app.user.click(await button('Continue'));
  await expect.poll(() => app.router.state.location.pathname).toBe('/support');
  app.reload('/settings/security');
  await screen.findByText('Your role needs two-step verification, so it stays on.');
  expect(screen.queryByRole('button', { name: 'Turn off' })).not.toBeInTheDocument();
  expect(await button('Change app')).toBeVisible();
});

it('leads to sign-in without a sign-in that waits', async () => {
  const app = await renderApp('/second-factor?next=/recipients', { as: null });
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(app.router.state.location.search).toBe('?next=%2Frecipients');
});

it('asks for a code in the dialog too, where a session ended', async () => {
  const app = await renderApp('/recipients', {
    before: async (browser) => {
      const { secret } = await enrol({ browser });
      browser.cookies.set('secret', secret);
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  const secret = app.browser.cookies.get('secret') ?? '';
  app.browser.cookies.clear();
  await app.user.click(screen.getByRole('link', { name: 'Transfers' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your session ended' });
  // The page below takes the focus as it comes: jsdom has no dialog that keeps it.
  await screen.findByRole('heading', { name: 'We couldn’t load the transfers' });
  await app.user.type(within(dialog).getByLabelText('Password'), `${password}{Enter}`);
  const code = await screen.findByLabelText('Code');
  expect(code).toHaveFocus();
  await app.user.type(code, `${codeAt(secret, Date.now())}{Enter}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect((await app.browser.call('GET', '/api/session')).status).toBe(200);
});
