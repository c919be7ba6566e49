import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addWaitingOrder } from '../../../support/orders.ts';
import { addRecipient, asShown } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { ageFactors, codeAt, enrolTotp } from '../../../support/totp.ts';

const approve = () => screen.findByRole('button', { name: /^Approve CLP/ });

/** Opens what waits as an approver, over the real BFF. A proof of its sender is another matter, so none is asked here. */
async function openAsked(env: Record<string, string> = {}) {
  const key = crypto.randomUUID();
  let [secret, sender, fingerprint, recipient] = ['', '', '', ''];
  const app = await renderApp('/approve', {
    env: { APPROVE_ABOVE: '{"CLP":50000}', ...env },
    orders: { everyMs: 25 },
    before: async (browser) => {
      sender = (await browser.call('GET', '/api/session')).body.user.id;
      const shown = await asShown(browser, {
        destination_account_id: (await addRecipient(browser)).id,
      });
      recipient = shown.destination_account_id;
      fingerprint = shown.destination_account_fingerprint;
      await browser.signIn('approver');
      ({ secret } = await enrolTotp(browser, 'sandbox'));
    },
  });
  await screen.findByText('Nothing waits for approval');
  await ageFactors(app.db);
  await addWaitingOrder(app.db, sender, {
    ...{ id: key, waits_for: 'approval', fingerprint, destination_account_id: recipient },
    ...{ source_amount_cents: '50001', source_amount_currency: 'CLP' },
    release_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await app.queryClient.invalidateQueries({ queryKey: ['approvals'] });
  const posts = () =>
    app.sandbox.requests.filter(
      ({ method, path }) => method === 'POST' && path === '/api/v3/transfers',
    ).length;
  await app.user.click(await screen.findByRole('link', { name: 'Mamá Bogotá' }));
  await screen.findByText('You approve exactly this');
  const decisions = () => app.db.selectFrom('order_approvals').selectAll().execute();
  return { ...app, key, posts, decisions, code: () => codeAt(secret, Date.now()) };
}

it('is sent once an approver presses Approve', async () => {
  const { user, posts, key, decisions } = await openAsked();
  expect(screen.getByText('First payment')).toBeVisible();
  expect(posts()).toBe(0);
  await user.click(await approve());
  expect(await screen.findByText('Approved: it is sent now')).toBeVisible();
  await expect.poll(posts).toBe(1);
  expect(await decisions()).toMatchObject([{ order_id: key, decision: 'approved' }]);
});

it('is approved with a code where the operator’s figure asks for one', async () => {
  const { user, code, decisions } = await openAsked({ STEP_UP_ABOVE: '{"CLP":50000}' });
  expect(screen.getByText(/^You confirm that it’s you/)).toBeVisible();
  await user.click(await approve());
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText('Approved: it is sent now')).not.toBeInTheDocument();
  await user.click(await approve());
  const again = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  expect(await decisions()).toEqual([]);
  await user.type(again.getByLabelText('Code'), `${code()}{Enter}`);
  expect(await screen.findByText('Approved: it is sent now')).toBeVisible();
  expect(await decisions()).toMatchObject([{ decision: 'approved' }]);
});

it('is declined with a reason, and nothing is sent', async () => {
  const { user, posts, key, db } = await openAsked();
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Reason'), 'I don’t know this account');
  await user.click(dialog.getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('Declined: nothing is sent')).toBeVisible();
  const order = await db.selectFrom('orders').selectAll().where('id', '=', key).executeTakeFirst();
  expect([order?.state, posts()]).toEqual(['declined', 0]);
});
