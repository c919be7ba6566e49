import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createBrowser } from '../../../support/browser.ts';
import { addPerson } from '../../../support/people.ts';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { dispatchDialogClose, openSupport } from '../send/open-support.ts';

const diego = { email: 'diego@example.com', name: 'Diego Rojas', role: 'support' } as const;
const password = 'a password of one';

/** A service where nothing changes by itself. */
const still = { assigned_after_ms: 3_600_000, settled_after_ms: 7_200_000 };

beforeEach(() => {
  sessionStorage.clear();
  dispatchDialogClose();
});

/** Sue's page of a transfer, and Diego's browser. */
async function openTransfer() {
  const sent = { id: '' };
  const app = await openSupport(
    async (browser, recipient) => {
      sent.id = (await sendMoney(browser, recipient)).body.id;
      await browser.call('GET', '/api/transfers');
    },
    { sandbox: still },
  );
  await addPerson(app.db, { ...diego, password });
  const colleague = createBrowser(app.app);
  await colleague.call('POST', '/api/session', { email: diego.email, password });
  const visit = () => act(() => app.router.navigate(`/transfers/${sent.id}`));
  const poll = () => act(() => app.queryClient.invalidateQueries({ queryKey: ['support'] }));
  const call = (method: string, end: string, body?: object) =>
    colleague.call(method, `/api/transfers/${sent.id}/case${end}`, body);
  const because = async (button: string, reason: string, press: string) => {
    await app.user.click(await screen.findByRole('button', { name: button }));
    const dialog = () => within(screen.getByRole('dialog', { hidden: true }));
    if (reason) await app.user.type(dialog().getByLabelText('Reason'), reason);
    await app.user.click(dialog().getByRole('button', { name: press, hidden: true }));
  };
  await visit();
  return { ...app, id: sent.id, visit, poll, call, because };
}

const part = () => within(screen.getByRole('region', { name: 'Case' }));
const history = () =>
  within(part().getByRole('region', { name: 'History' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('span')?.textContent);

it('opens a case with a reason, which is its first note, and closes it with another', async () => {
  const { user, because, id, db } = await openTransfer();
  await because('Open a case', '', 'Open case');
  expect(screen.getByText('Write a reason first')).toBeInTheDocument();
  expect(await db.selectFrom('transfer_cases').selectAll().execute()).toEqual([]);
  const dialog = screen.getByRole('dialog', { hidden: true });
  expect(dialog).toHaveTextContent('The sender never sees it.');
  await user.type(within(dialog).getByLabelText('Reason'), 'Ana misses the money');
  await user.click(within(dialog).getByRole('button', { name: 'Open case', hidden: true }));
  expect(await screen.findByRole('heading', { name: 'Case open' })).toBeVisible();
  expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument();
  expect(part().getByRole('log')).toHaveTextContent('Ana misses the money');
  await waitFor(() => expect(history()).toEqual(['You opened the case']));
  await user.click(part().getByRole('button', { name: 'Take case' }));
  expect(await part().findByText('Your case')).toBeVisible();

  await because('Done', 'The bank found it', 'Close case');
  expect(await part().findByRole('heading', { name: 'Case closed' })).toBeVisible();
  expect(part().getByRole('log')).toHaveTextContent('The bank found it');
  expect(part().queryByRole('button', { name: 'Take case' })).not.toBeInTheDocument();
  expect(part().queryByRole('button', { name: 'Let it wait' })).not.toBeInTheDocument();
  await user.click(part().getByRole('button', { name: 'Reopen case' }));
  expect(await part().findByRole('heading', { name: 'Case open' })).toBeVisible();
  await waitFor(() =>
    expect(history().slice(0, 2)).toEqual(['You reopened the case', 'You closed the case']),
  );
  const rows = await db.selectFrom('transfer_cases').select('transfer_id').execute();
  expect(rows).toEqual([{ transfer_id: id }]);
});

it('keeps the reason when a colleague was first, and shows their case', async () => {
  const { call, because } = await openTransfer();
  await screen.findByRole('button', { name: 'Open a case' });
  await call('POST', '', { id: crypto.randomUUID(), text: 'Diego’s reason' });
  await because('Open a case', 'My reason', 'Open case');
  const dialog = within(screen.getByRole('dialog', { hidden: true }));
  expect(await dialog.findByRole('alert', { hidden: true })).toHaveTextContent(
    /a colleague was first/,
  );
  expect(dialog.getByLabelText('Reason')).toHaveValue('My reason');
  expect(await part().findByText('Diego’s reason')).toBeInTheDocument();
});

it('stands in the queue, leads to its transfer, and says when it came back', async () => {
  const { user, router, id, db, visit, poll, call } = await openTransfer();
  await call('POST', '', { id: crypto.randomUUID(), text: 'Ana called' });
  await act(() => router.navigate('/support/cases'));
  const cases = () => screen.findByRole('list', { name: 'Cases' });
  expect(await cases()).toHaveTextContent(`Opened for transfer ${id}`);
  await user.click(within(await cases()).getByRole('link', { name: /To Mamá/ }));
  await screen.findByRole('heading', { name: 'Case open' });
  expect(router.state.location.pathname).toBe(`/transfers/${id}`);
  expect(screen.queryByText('The transfer changed, so the case is back')).not.toBeInTheDocument();
  const why = { id: crypto.randomUUID(), text: 'Found', transfer_state: 'assigned' };
  await call('PUT', '/done', why);
  await poll();
  const title = await screen.findByText('The transfer changed, so the case is back');
  expect(title.closest('section')).toHaveTextContent(
    /In progress.*Pending.*Diego Rojas had closed/,
  );
  await act(() => router.navigate('/support/cases'));
  expect(await cases()).toHaveTextContent(`Back: transfer ${id} changed`);
  await db.updateTable('transfer_cases').set({ done_state: 'pending' }).execute();
  await poll();
  expect(await screen.findByText('No open cases')).toBeVisible();
  await visit();
  expect(await screen.findByRole('heading', { name: 'Case closed' })).toBeVisible();
});

it('says why Giro opened it, in the queue and on its transfer, and doesn’t say that it comes back', async () => {
  const { user, router, id, db } = await openTransfer();
  const slow = { scope: 'bank', count: 84, within_seconds: 7_200, after_seconds: 3 * 3_600 + 1 };
  await db
    .insertInto('transfer_cases')
    .values({
      ...{ transfer_id: id, destination_account_id: '501', slow: JSON.stringify(slow) },
      ...{ source_amount_cents: '100000', source_amount_currency: 'CLP' },
      ...{ opened_by: null, opened_at: new Date().toISOString() },
      ...{ done_by: null, done_at: null, done_state: null },
    })
    .execute();
  await act(() => router.navigate('/support/cases'));
  const cases = await screen.findByRole('list', { name: 'Cases' });
  expect(cases).toHaveTextContent(`Transfer ${id} is slower than 95 in 100`);
  expect(cases).not.toHaveTextContent('Opened for transfer');
  await user.click(within(cases).getByRole('link', { name: /^To / }));
  await screen.findByRole('heading', { name: 'Case open' });
  expect(
    await part().findByText('Slower than 95 in 100: not completed after 3 hours'),
  ).toBeVisible();
  expect(
    part().getByText('95 in 100 of the last 84 to this bank took 2 hours at most.'),
  ).toBeVisible();
  await user.click(part().getByRole('button', { name: 'Done' }));
  const dialog = screen.getByRole('dialog', { hidden: true });
  expect(dialog).not.toHaveTextContent('It comes back if the transfer changes.');
});

it.each(['auditor', 'sender'] as const)('is shown to the %s as they may see it', async (role) => {
  const sent = { id: '' };
  const { router } = await renderApp('/settings', {
    as: role,
    sandbox: still,
    before: async (browser) => {
      await browser.signIn('sender');
      const recipient = await addRecipient(browser);
      sent.id = (await sendMoney(browser, recipient.id)).body.id;
      await browser.signIn('support');
      const body = { id: crypto.randomUUID(), text: 'Ana called' };
      await browser.call('POST', `/api/transfers/${sent.id}/case`, body);
      await browser.signIn(role);
    },
  });
  await act(() => router.navigate(`/transfers/${sent.id}`));
  await screen.findByRole('heading', { level: 1, name: new RegExp(`^Transfer ${sent.id}`) });
  if (role === 'auditor') expect(await screen.findByText('Ana called')).toBeVisible();
  else expect(screen.queryByRole('region', { name: 'Case' })).not.toBeInTheDocument();
  for (const name of ['Done', 'Take case', 'Let it wait', 'Add team note', 'Open a case']) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  }
});
