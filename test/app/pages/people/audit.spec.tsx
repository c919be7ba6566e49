import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type AuditEntry, addAudit } from '../../../../src/bff/ledger/people/audit.ts';
import { findUserByEmail } from '../../../../src/bff/ledger/people/users.ts';
import type { LedgerDb } from '../../../../src/bff/ledger/store/schema.ts';
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
  const { user } = await open();
  const [first, second] = entries();
  expect(first).toMatch(/Changed a role.*Ada Admin, admin@giro\.example.*Sam Sender.*support/);
  expect(second).toMatch(/Signed in.*Sam Sender/);
  await user.click(screen.getByText('Changed a role', { selector: 'span' }));
  expect(await screen.findByRole('link', { name: 'Sam Sender' })).toBeVisible();
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

/** Writes entries of support, the latest last. */
async function note(db: LedgerDb, entries: readonly Partial<AuditEntry>[]) {
  const user_id = (await findUserByEmail(db, 'support@giro.example'))?.id ?? '';
  const at = new Date().toISOString();
  for (const [number, entry] of entries.entries()) {
    const row = { at, user_id, subject: null, outcome: 'done', request_id: `r${number}` };
    await addAudit(db, { action: 'search', ...row, ...entry });
  }
}

it('folds the look-ups of one person, and opens a row to its request number', async () => {
  const { db, user, reload } = await open();
  await note(db, [{ action: 'settle', subject: 'send 1' }, {}, { action: 'look-up' }, {}]);
  reload('/audit');
  await waitFor(() => expect(entries()[0]).toMatch(/^3 look-ups.*since/));
  expect(entries()[1]).toMatch(/Resolved a transfer.*send 1.*today \d+:\d\d:\d\d/);
  expect(screen.queryByText('Looked at a record', { selector: 'span' })).toBeNull();
  await user.click(screen.getByText('3 look-ups'));
  await user.click(await screen.findByText('Looked at a record', { selector: 'span' }));
  expect(await screen.findByText('r2')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Copy' })).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Action'), 'All but look-ups');
  await waitFor(() => expect(entries()[0]).toContain('Resolved a transfer'));
});

it('finds a record by what is typed; the address has what it names, and no name', async () => {
  const { db, user, reload } = await open();
  await note(db, [{ action: 'look-up', subject: 'transfer 9001' }, {}]);
  const { router } = reload('/audit');
  await screen.findByRole('list', { name: 'Entries' });
  const box = screen.getByRole('searchbox', { name: 'Record' });
  await user.type(box, 'Nº 9001 of Ana');
  await waitFor(() => expect(entries()).toEqual([expect.stringContaining('transfer 9001')]));
  expect(router.state.location.search).toBe('?subject=9001');
  await user.clear(box);
  await user.type(box, 'Ana');
  expect(await screen.findByText(/a reference or a link of a record/)).toBeVisible();
  expect(router.state.location.search).toBe('');
  reload('/audit?subject=transfer+9001');
  await waitFor(() => expect(entries()).toHaveLength(1));
  expect(screen.getByRole('searchbox', { name: 'Record' })).toHaveValue('transfer 9001');
});

it('goes on after the last entry', async () => {
  const { db, user, reload } = await open();
  await note(
    db,
    Array.from({ length: 102 }, () => ({ action: 'send' })),
  );
  reload('/audit?action=send');
  await waitFor(() => expect(entries()).toHaveLength(100));
  await note(db, [{ action: 'send', request_id: 'late' }]);
  await user.click(screen.getByRole('button', { name: 'Show more entries' }));
  await waitFor(() => expect(entries()).toHaveLength(102));
  expect(screen.queryByRole('button', { name: 'Show more entries' })).toBeNull();
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
