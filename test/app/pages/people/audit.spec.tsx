import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { findUserByEmail } from '../../../../src/bff/ledger/people/users.ts';
import { createBrowser } from '../../../support/browser.ts';
import { renderApp } from '../../../support/render-app.tsx';

const entries = () =>
  within(screen.getByRole('list', { name: 'Entries' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

/** Opens the audit after the sender signed in and the admin changed their role. */
async function open(search = '') {
  const app = await renderApp('/people', { as: 'admin' });
  const sender = createBrowser(app.app);
  await sender.signIn('sender');
  const id = (await findUserByEmail(app.db, 'sender@giro.example'))?.id ?? '';
  await app.browser.call('PUT', `/api/people/${id}/role`, { role: 'support' });
  app.reload(`/audit${search.replace(':id', id)}`);
  await screen.findByRole('list', { name: 'Entries' });
  return { ...app, id };
}

it('says who did what to whom, the latest first', async () => {
  await open();
  const [first, second] = entries();
  expect(first).toMatch(/Changed a role.*Ada Admin, admin@giro\.example.*Sam Sender.*support/);
  expect(second).toMatch(/Signed in.*Sam Sender/);
  expect(screen.getByRole('link', { name: 'Sam Sender' })).toBeVisible();
});

it('filters by name and action; the URL has no name', async () => {
  const app = await open();
  await app.user.type(screen.getByRole('searchbox', { name: 'Who' }), 'sam');
  await waitFor(() => expect(entries()).toHaveLength(1));
  expect(entries()).toEqual([expect.stringContaining('Signed in')]);
  await app.user.selectOptions(screen.getByLabelText('Action'), 'Changed a role');
  expect(await screen.findByText('Nothing found')).toBeVisible();
  await app.user.clear(screen.getByRole('searchbox', { name: 'Who' }));
  await waitFor(() => expect(entries()).toEqual([expect.stringContaining('Ada Admin')]));
});

it('shows what one person did, and then everybody', async () => {
  const app = await open('?user=:id');
  expect(await screen.findByText(/Only what Sam Sender did/)).toBeVisible();
  expect(entries()).toHaveLength(1);
  await app.user.click(screen.getByRole('link', { name: 'Show everybody' }));
  await waitFor(() => expect(entries().length).toBeGreaterThan(1));
});

it('downloads what the filters find', async () => {
  const saved: string[] = [];
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:file';
      static override revokeObjectURL = () => undefined;
    },
  );
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  const app = await open('?action=user-role');
  await app.user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(saved).toEqual([expect.stringMatching(/^audit-.+Z\.csv$/)]));
  click.mockRestore();
});

it('refuses the audit to support', async () => {
  await renderApp('/audit', { as: 'support' });
  expect(
    await screen.findByText('Your account can’t do this. Ask your administrator.'),
  ).toBeVisible();
});
