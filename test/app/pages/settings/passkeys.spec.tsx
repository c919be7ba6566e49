import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type {
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '../../../../src/contract/api/passkeys.ts';
import { type Authenticator, createAuthenticator } from '../../../support/authenticator.ts';
import { renderApp } from '../../../support/render-app.tsx';

const origin = 'http://localhost';
const env = { PUBLIC_ORIGIN: origin };
let device: Authenticator;
/** How the person answers the browser's dialog. */
let answer: 'yes' | 'NotAllowedError' | 'InvalidStateError';

// jsdom has no WebAuthn: the browser's part is played by an authenticator of this process.
vi.mock('@simplewebauthn/browser', () => {
  const asked = () => {
    if (answer !== 'yes') throw Object.assign(new Error(answer), { name: answer });
  };
  return {
    browserSupportsWebAuthn: () => true,
    browserSupportsWebAuthnAutofill: async () => false,
    WebAuthnAbortService: { cancelCeremony() {} },
    async startRegistration({ optionsJSON }: { optionsJSON: PasskeyCreationOptions }) {
      asked();
      return device.create(optionsJSON);
    },
    async startAuthentication({ optionsJSON }: { optionsJSON: PasskeyRequestOptions }) {
      asked();
      return device.get(optionsJSON);
    },
  };
});

beforeEach(() => {
  device = createAuthenticator(origin);
  answer = 'yes';
  vi.stubGlobal('PublicKeyCredential', {});
});

const card = () => within(screen.getByRole('region', { name: 'Your passkeys' }));
const button = (name: string) => screen.findByRole('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });

async function add({ user }: Awaited<ReturnType<typeof renderApp>>, name = 'Phone') {
  await user.click(await button('Add a passkey'));
  const fields = within(await dialog('Add a passkey'));
  await user.clear(fields.getByLabelText('Name'));
  await user.type(fields.getByLabelText('Name'), name);
  await user.type(fields.getByLabelText('Current password'), 'sandbox{Enter}');
}

it('says what the administrator has to do where there are none', async () => {
  await renderApp('/settings/security');
  await screen.findByRole('heading', { name: 'Your passkeys' });
  expect(card().getByText(/must set PUBLIC_ORIGIN to an https address/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

it('adds one after the password, and shows recovery codes once', async () => {
  const app = await renderApp('/settings/security', { env });
  await app.user.click(await button('Add a passkey'));
  const fields = within(await dialog('Add a passkey'));
  expect(fields.getByLabelText('Name')).toHaveValue('My device');
  await app.user.clear(fields.getByLabelText('Name'));
  await app.user.click(fields.getByRole('button', { name: 'Add passkey' }));
  expect(fields.getByLabelText('Name')).toHaveFocus();
  expect(fields.getByLabelText('Name')).toHaveAccessibleDescription(/Enter a name/);
  await app.user.type(fields.getByLabelText('Name'), 'Phone');
  const password = fields.getByLabelText('Current password');
  await app.user.type(password, 'not it{Enter}');
  await waitFor(() =>
    expect(password).toHaveAccessibleDescription('This is not your current password'),
  );
  expect(password).toHaveFocus();
  await app.user.clear(password);
  await app.user.type(password, 'sandbox{Enter}');
  expect(await screen.findByText('Passkey added. You can sign in with it now.')).toBeVisible();
  expect(card().getByText('Phone', { selector: 'p' })).toBeVisible();
  const codes = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(within(codes).getAllByRole('listitem')).toHaveLength(10);
  await app.user.click(await button('I saved them'));
  expect(screen.getByRole('heading', { name: 'Your passkeys' })).toHaveFocus();
  expect(await screen.findByText('Recovery codes left: 10')).toBeVisible();
});

it('says that nothing was done when the browser’s dialog was closed', async () => {
  const app = await renderApp('/settings/security', { env });
  answer = 'NotAllowedError';
  await add(app);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('No passkey was used. Try again when you are ready.');
  answer = 'InvalidStateError';
  await app.user.click(await button('Add passkey'));
  expect(await screen.findByText('This device already has your passkey.')).toBeVisible();
  await app.user.click(await button('Cancel'));
  expect(card().queryByRole('listitem')).toBeNull();
});

it('renames one, and removes it after a proof by itself', async () => {
  const app = await renderApp('/settings/security', { env });
  await add(app);
  await app.user.click(await button('I saved them'));
  await app.user.click(await button('Rename Phone'));
  const name = within(await dialog('Rename passkey')).getByLabelText('Name');
  await app.user.clear(name);
  await app.user.type(name, 'Tablet{Enter}');
  expect(await card().findByText('Name saved')).toBeVisible();
  await app.user.click(await button('Remove Tablet'));
  const asked = within(await dialog('Remove Tablet?'));
  expect(asked.queryByLabelText('Current password')).not.toBeInTheDocument();
  await app.user.click(await button('Confirm with a passkey'));
  expect(await card().findByText('Passkey removed. You can’t use it to sign in.')).toBeVisible();
  expect(card().queryByRole('listitem')).toBeNull();
});

it('adds another one by the first, with its name', async () => {
  const app = await renderApp('/settings/security', { env });
  await add(app);
  await app.user.click(await button('I saved them'));
  await app.user.click(await button('Add a passkey'));
  const fields = within(await dialog('Add a passkey'));
  const name = fields.getByLabelText('Name');
  await app.user.clear(name);
  await app.user.click(fields.getByRole('button', { name: 'Confirm with a passkey' }));
  expect(name).toHaveFocus();
  expect(name).toHaveAccessibleDescription(/Enter a name/);
  await app.user.type(name, 'Laptop');
  const [first, laptop] = [device, createAuthenticator(origin)];
  // The browser asks for the one, then makes the other.
  const made = vi.spyOn(first, 'create').mockImplementation((options) => laptop.create(options));
  await app.user.click(fields.getByRole('button', { name: 'Confirm with a passkey' }));
  expect(await card().findByText('Laptop', { selector: 'p' })).toBeVisible();
  expect(made).toHaveBeenCalledOnce();
});

it('signs in by a passkey alone, and opens the page that asked', async () => {
  const app = await renderApp('/settings/security', { env });
  await add(app);
  await button('I saved them');
  app.browser.cookies.clear();
  app.reload('/sign-in?next=/recipients');
  answer = 'NotAllowedError';
  await app.user.click(await button('Use a passkey'));
  expect(await screen.findByText(/^No passkey was used/)).toBeVisible();
  answer = 'yes';
  await app.user.click(await button('Use a passkey'));
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
});

it('tells the device that a removed passkey signs nobody in, where the browser can', async () => {
  const signalUnknownCredential = vi.fn(async () => {});
  vi.stubGlobal('PublicKeyCredential', { signalUnknownCredential });
  const app = await renderApp('/settings/security', { env });
  await add(app);
  await app.user.click(await button('I saved them'));
  await app.user.click(await button('Remove Phone'));
  await app.user.click(await button('Confirm with a passkey'));
  expect(await card().findByText('Passkey removed. You can’t use it to sign in.')).toBeVisible();
  const gone = [{ rpId: 'localhost', credentialId: device.id }];
  expect(signalUnknownCredential.mock.calls).toEqual([gone]);

  // The device missed it, and offers the passkey again.
  app.browser.cookies.clear();
  app.reload('/sign-in');
  await app.user.click(await button('Use a passkey'));
  expect(
    await screen.findByText('This passkey was removed. Sign in with your password.'),
  ).toBeVisible();
  expect(signalUnknownCredential.mock.calls).toEqual([gone, gone]);
});

it('asks for it after the password', async () => {
  const app = await renderApp('/settings/security', { env });
  await add(app);
  await button('I saved them');
  app.browser.cookies.clear();
  app.reload('/sign-in');
  await app.user.type(await screen.findByLabelText('Email'), 'sender@giro.example');
  await app.user.type(screen.getByLabelText('Password'), 'sandbox{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Confirm it’s you' });
  expect(await button('Use a passkey')).toHaveFocus();
  expect(screen.queryByLabelText('Recovery code')).toBeNull();
  await app.user.click(await button('Another way'));
  expect(screen.getByLabelText('Recovery code')).toHaveFocus();
  await app.user.click(await button('Use a passkey'));
  expect(screen.queryByLabelText('Recovery code')).toBeNull();
  await app.user.click(await button('Use a passkey'));
  await screen.findByRole('heading', { level: 1, name: 'Send money' });
});

it('asks for it first in the dialog of an ended session', async () => {
  const app = await renderApp('/settings/security', { env });
  await add(app);
  await app.user.click(await button('I saved them'));
  app.browser.cookies.clear();
  await app.user.click(await button('Rename Phone'));
  await app.user.click(await button('Save name'));
  const asked = await screen.findByRole('dialog', { name: 'Your session ended' });
  await app.user.type(within(asked).getByLabelText('Password'), 'sandbox{Enter}');
  const step = within(await dialog('Confirm it’s you'));
  expect(step.getByRole('button', { name: 'Use a passkey' })).toHaveFocus();
  await app.user.click(step.getByRole('button', { name: 'Use a passkey' }));
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Confirm it’s you' })).not.toBeInTheDocument(),
  );
});

it('offers none in a browser that has none, and asks for a code instead', async () => {
  const app = await renderApp('/settings/security', { env });
  await add(app);
  await button('I saved them');
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  app.browser.cookies.clear();
  app.reload('/sign-in?next=/settings/security');
  await app.user.type(await screen.findByLabelText('Email'), 'sender@giro.example');
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  await app.user.type(screen.getByLabelText('Password'), 'sandbox{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Confirm it’s you' });
  expect(screen.getByLabelText('Recovery code')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
});

it('offers no passkey on the sign-in page where there are none', async () => {
  await renderApp('/sign-in', { as: null });
  expect(await screen.findByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
});
