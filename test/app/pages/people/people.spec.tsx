import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { erasePerson } from '../../../../src/bff/ledger/keep/personal-data.ts';
import { addSubject } from '../../../../src/bff/ledger/people/oidc.ts';
import { changeUser, findUserByEmail } from '../../../../src/bff/ledger/people/users.ts';
import { createBrowser } from '../../../support/browser.ts';
import { addPerson } from '../../../support/people.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { enrolTotp } from '../../../support/totp.ts';

const rows = () =>
  within(screen.getByRole('list', { name: 'People' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

/** Opens the page of the demo sender. */
async function openSender(prepare?: (app: Awaited<ReturnType<typeof renderApp>>) => unknown) {
  const app = await renderApp('/people', { as: 'admin' });
  await prepare?.(app);
  const id = (await findUserByEmail(app.db, 'sender@giro.example'))?.id ?? '';
  app.reload(`/people/${id}`);
  await screen.findByRole('heading', { level: 1, name: 'Sam Sender' });
  return { ...app, id };
}

it('brings an admin home to the people, and shows no transfers in the navigation', async () => {
  const app = await renderApp('/', { as: 'admin' });
  expect(await screen.findByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  expect(app.router.state.location.pathname).toBe('/people');
  const nav = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(nav.queryByText('Transfers')).not.toBeInTheDocument();
});

it.each(['/transfers', '/recipients', '/support'])('refuses %s to an admin', async (path) => {
  await renderApp(path, { as: 'admin' });
  expect(await screen.findByText('You can’t open this page')).toBeVisible();
});

it.each(['sender', 'support'] as const)('refuses the people to %s', async (as) => {
  await renderApp('/people', { as });
  expect(
    await screen.findByText('Your account can’t do this. Ask your administrator.'),
  ).toBeVisible();
});

it('finds people by name, role and status; the URL has no name', async () => {
  const app = await renderApp('/people', { as: 'admin' });
  await screen.findByText('5 people');
  expect(rows()).toHaveLength(5);
  await app.user.type(screen.getByRole('searchbox', { name: 'Search' }), 'sue');
  expect(await screen.findByText('1 person')).toBeVisible();
  expect(rows()).toEqual([expect.stringContaining('support@giro.example')]);
  await app.user.selectOptions(screen.getByLabelText('Role'), 'Sender');
  expect(await screen.findByText('Nobody found')).toBeVisible();
  expect(app.router.state.location.search).toBe('?role=sender');
  await app.user.clear(screen.getByRole('searchbox', { name: 'Search' }));
  expect(await screen.findByText('1 person')).toBeVisible();
  expect(rows()).toEqual([expect.stringContaining('sender@giro.example')]);
});

it('warns while nobody can approve what needs a second person', async () => {
  const env = { APPROVE_ABOVE: '{"CLP":"5000"}' };
  const app = await renderApp('/people', { as: 'admin', env });
  const warning = 'Nobody can approve transfers';
  await screen.findByText('5 people');
  expect(screen.queryByText(warning)).not.toBeInTheDocument();
  await changeUser(app.db, 'approver@giro.example', { disabled_at: new Date().toISOString() });
  app.reload('/people');
  expect(await screen.findByText(warning)).toBeVisible();
});

it('invites a person, and gives the link to hand over where no mail is sent', async () => {
  const app = await renderApp('/people/new', { as: 'admin' });
  const send = await screen.findByRole('button', { name: 'Send invitation' });
  await app.user.click(send);
  const name = screen.getByLabelText('Name');
  expect(name).toHaveFocus();
  expect(name).toHaveAccessibleDescription('Enter their name');
  await app.user.type(name, 'Ivo Neto');
  await app.user.type(screen.getByLabelText('Email'), 'sender@giro.example');
  await app.user.selectOptions(screen.getByLabelText('Role'), 'Support');
  await app.user.click(send);
  const email = screen.getByLabelText('Email');
  await waitFor(() =>
    expect(email).toHaveAccessibleDescription('Someone already has an account with this email'),
  );
  expect(email).toHaveFocus();
  await app.user.clear(email);
  await app.user.type(email, 'ivo@example.com');
  await app.user.click(send);
  expect(await screen.findByText('Give this link to Ivo Neto')).toBeVisible();
  const link = screen.getByText(/\/welcome#[\w-]{43}$/).textContent;

  app.browser.cookies.clear();
  window.location.hash = new URL(link).hash;
  app.reload('/welcome');
  const password = await screen.findByLabelText('Your password');
  await app.user.type(password, 'short');
  await app.user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(password).toHaveAccessibleDescription(/Use at least 12 characters$/);
  await app.user.type(password, ' and now long');
  await app.user.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText('Password set')).toBeVisible();
  const body = { email: 'ivo@example.com', password: 'short and now long' };
  expect((await createBrowser(app.app).call('POST', '/api/session', body)).status).toBe(200);

  app.reload('/welcome');
  // Before anybody thinks of a password.
  expect(await screen.findByText('This link no longer works')).toBeVisible();
  expect(screen.queryByLabelText('Your password')).toBeNull();
  window.location.hash = '';
});

it('changes a role, and says that they have to sign in again', async () => {
  const app = await openSender();
  expect(screen.queryByRole('button', { name: 'Change role' })).not.toBeInTheDocument();
  await app.user.selectOptions(screen.getByLabelText('Role of Sam Sender'), 'Support');
  await app.user.click(screen.getByRole('button', { name: 'Change role' }));
  expect(await screen.findByText('Role changed. They have to sign in again.')).toBeVisible();
  expect((await findUserByEmail(app.db, 'sender@giro.example'))?.role).toBe('support');
});

it('disables after asking, ends the sessions, and enables again', async () => {
  const app = await openSender(async ({ app }) => {
    await createBrowser(app).signIn('sender');
  });
  expect(screen.getByRole('heading', { name: 'Signed in on 1 device' })).toBeVisible();
  await app.user.click(screen.getByRole('button', { name: 'Disable account' }));
  const dialog = within(await screen.findByRole('dialog'));
  await app.user.click(dialog.getByRole('button', { name: 'Disable account' }));
  expect(await screen.findByText('Disabled. They are signed out everywhere.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Not signed in anywhere' })).toBeVisible();
  await app.user.click(screen.getByRole('button', { name: 'Enable account' }));
  expect(await screen.findByText('Enabled. They can sign in again.')).toBeVisible();
});

it('does not enable an erased person, and says that there is no such person', async () => {
  const app = await openSender();
  const sender = await findUserByEmail(app.db, 'sender@giro.example');
  if (!sender) throw new Error('no person');
  await erasePerson(app.db, sender, new Date().toISOString());
  app.reload(`/people/${sender.id}`);
  await screen.findByRole('heading', { level: 1, name: 'Erased person' });
  await app.user.click(screen.getByRole('button', { name: 'Enable account' }));
  expect(
    await screen.findByText('We can’t find this, or you don’t have access to it.'),
  ).toBeVisible();
  expect(screen.getByText('Disabled')).toBeVisible();
});

it('ends all sessions of a person', async () => {
  const app = await openSender(async ({ app }) => {
    await createBrowser(app).signIn('sender');
    await createBrowser(app).signIn('sender');
  });
  expect(screen.getByRole('heading', { name: 'Signed in on 2 devices' })).toBeVisible();
  await app.user.click(screen.getByRole('button', { name: 'End all sessions' }));
  expect(await screen.findByText('Ended. They are signed out everywhere.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'End all sessions' })).not.toBeInTheDocument();
});

it('resets the second factor of a person who lost it, after asking', async () => {
  const app = await openSender(async ({ app }) => {
    const phone = createBrowser(app);
    await phone.signIn('sender');
    await enrolTotp(phone, 'sandbox');
  });
  expect(screen.getByText('Set up. Reset it if they lost it.')).toBeVisible();
  await app.user.click(screen.getByRole('button', { name: 'Reset two-step verification' }));
  const dialog = within(await screen.findByRole('dialog'));
  await app.user.click(dialog.getByRole('button', { name: 'Reset two-step verification' }));
  expect(await screen.findByText('Reset. They have to sign in again.')).toBeVisible();
  expect(
    screen.queryByRole('button', { name: 'Reset two-step verification' }),
  ).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Not signed in anywhere' })).toBeVisible();
});

it('offers no change of oneself', async () => {
  const app = await renderApp('/people', { as: 'admin' });
  await addPerson(app.db, { email: 'ben@example.com', password: 'x', name: 'Ben', role: 'admin' });
  await app.user.click(await screen.findByRole('link', { name: 'Ada Admin' }));
  await screen.findByRole('heading', { level: 1, name: 'Ada Admin' });
  expect(screen.getAllByText('This is you. Another administrator can change it.')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Disable account' })).not.toBeInTheDocument();
});

it("leaves the role of a provider's person to the provider", async () => {
  await openSender(async ({ db }) => {
    const id = (await findUserByEmail(db, 'sender@giro.example'))?.id ?? '';
    await addSubject(db, { issuer: 'https://id.example', subject: '1' }, id);
  });
  expect(screen.getByText('Your organisation decides it, each time they sign in.')).toBeVisible();
  expect(screen.queryByLabelText('Role of Sam Sender')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Disable account' })).toBeVisible();
});

it('says that an invitation is not out yet, why, and shows a link to hand over', async () => {
  const app = await renderApp('/people', { as: 'admin' });
  const body = { email: 'ivo@example.com', name: 'Ivo Neto', role: 'sender' };
  await app.browser.call('POST', '/api/people', body);
  const user = await findUserByEmail(app.db, body.email);
  await waitFor(async () => {
    const { numUpdatedRows } = await app.db
      .updateTable('deliveries')
      .set({
        ...{ done_at: null, outcome: null, attempts: 3, due_at: '2100-01-01T00:00:00.000Z' },
        error: 'EENVELOPE RCPT TO 554 5.7.1',
      })
      .where('outcome', '=', 'told')
      .executeTakeFirstOrThrow();
    expect(numUpdatedRows).toBe(1n);
  });
  app.reload(`/people/${user?.id}`);
  expect(await screen.findByText('Invitation not sent yet')).toBeVisible();
  expect(screen.getByText(/the mail server refuses it \(554 5\.7\.1\)/)).toBeVisible();
  await app.user.click(screen.getByRole('button', { name: 'Show new link' }));
  expect(await screen.findByText('Give this link to Ivo Neto')).toBeVisible();
  expect(screen.getByText(/\/welcome#[\w-]{43}$/)).toBeVisible();
});
