import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '../../../../src/app/router/paths.ts';
import { approvalPaths } from '../../../../src/contract/api/approvals.ts';
import { createBrowser } from '../../../support/browser.ts';
import { sentTitle } from '../../../support/sent-title.ts';
import { heading, stopButton } from './open-held.ts';
import { openSend, sendButton } from './open-send.ts';

/** Presses Send of more than the operator lets one person send alone. */
async function pressSend() {
  const app = await openSend({
    env: { APPROVE_ABOVE: '{"CLP":50000}' },
    orders: { everyMs: 25 },
  });
  await app.check(50_001);
  const button = await sendButton();
  await waitFor(() => expect(button).toHaveAccessibleDescription(/once somebody else approves it/));
  await app.user.click(button);
  await heading('Not sent yet: it waits for approval');
  const key = app.address().split('/').at(-1) ?? '';
  /** What an approver does at another device. */
  async function decide(decision: 'approve' | 'decline') {
    const approver = createBrowser(app.app);
    await approver.signIn('approver');
    const shown = await approver.call('GET', approvalPaths.one(key));
    const { revision, destination_account_fingerprint } = shown.body;
    const body =
      decision === 'approve'
        ? { revision, destination_account_fingerprint }
        : { revision, reason: 'Please call me first' };
    const answer = await approver.call('POST', approvalPaths[decision](key), body);
    expect(answer.status).toBe(200);
    await app.queryClient.invalidateQueries({ queryKey: ['sends'] });
  }
  return { ...app, key, decide };
}

const row = (term: string) => {
  const found = screen.getByText(term, { selector: 'dt' }).parentElement;
  if (!found) throw new Error(`there is no row ${term}`);
  return found;
};

it('says nothing of it where nothing needs approval', async () => {
  const { check } = await openSend();
  await check(50_001);
  expect(await sendButton()).toHaveAccessibleDescription(/cancelled\.$/);
});

it('waits for a second person and can be stopped, and is sent once that one approves', async () => {
  const { posts, decide } = await pressSend();
  expect(row('Approval')).toHaveTextContent(/^ApprovalWaitingExpires ./);
  expect(await stopButton()).toBeEnabled();
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
  expect(screen.queryByText(/it is sent all the same/)).not.toBeInTheDocument();
  expect(posts()).toBe(0);
  await decide('approve');
  await waitFor(() => heading(sentTitle), { timeout: 10_000 });
  expect(posts()).toBe(1);
}, 15_000);

it('says who declined it and why, and that nothing was sent', async () => {
  const { posts, decide } = await pressSend();
  await decide('decline');
  await heading('Declined: nothing was sent');
  expect(row('Approval')).toHaveTextContent('Declined by Ari Approver');
  expect(screen.getByText(/Please call me first/)).toHaveTextContent(
    'Ari Approver: Please call me first',
  );
  expect(screen.getByRole('link', { name: 'Send it again' })).toBeVisible();
  expect(posts()).toBe(0);
});

it('says that nobody approved it in time', async () => {
  const { posts, db, key, queryClient } = await pressSend();
  const past = new Date(Date.now() - 60_000).toISOString();
  await db.updateTable('orders').set({ expires_at: past }).where('id', '=', key).execute();
  const isExpired = async () => {
    await queryClient.invalidateQueries({ queryKey: ['sends'] });
    await heading('Expired: nothing was sent');
  };
  await waitFor(isExpired, { timeout: 10_000 });
  expect(screen.getByText(/^Nobody approved it in time\./)).toBeVisible();
  expect(row('Approval')).toHaveTextContent(/^ApprovalNobody approved itExpired /);
  expect(posts()).toBe(0);
}, 15_000);

it('is in the lists of its sender as long as it waits', async () => {
  const { go } = await pressSend();
  await go(paths.scheduled());
  const card = within(await screen.findByRole('article', { name: 'Mamá Bogotá' }));
  expect(screen.getByRole('heading', { name: 'Waits for approval' })).toBeVisible();
  expect(card.getByText('Once, right after it is approved')).toBeVisible();
  expect(card.getByRole('button', { name: 'Stop' })).toBeEnabled();
  expect(card.queryByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
  await go(paths.transfers());
  const next = within(await screen.findByRole('list', { name: 'Scheduled' }));
  expect(next.getByRole('listitem')).toHaveTextContent(/Mamá Bogotá.*Waits for approval/);
});

it('is with support as it waits, and as it was decided', async () => {
  const { browser, decide, router, queryClient } = await pressSend();
  const { user } = (await browser.call('GET', '/api/session')).body;
  await browser.signIn('support');
  queryClient.clear();
  await act(() => router.navigate(paths.sender(user.id)));
  expect(await screen.findByText('Waits for approval')).toBeVisible();
  await decide('decline');
  await queryClient.invalidateQueries();
  expect(await screen.findByText(/Declined by/)).toHaveTextContent('Please call me first');
});
