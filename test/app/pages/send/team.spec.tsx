import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { orderPaths } from '../../../../src/contract/api/order.ts';
import { sentBeforeLasts } from '../../../../src/contract/api/send.ts';
import { createBrowser } from '../../../support/browser.ts';
import { addPerson } from '../../../support/people.ts';
import { sendMoney } from '../../../support/recipients.ts';
import { sentTitle } from '../../../support/sent-title.ts';
import { openSend, sendButton } from './open-send.ts';

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const mate = { email: 'mate@giro.example', password: 'a long enough password' };

/** A sender with a colleague in the same team. */
async function openTeam(options: Parameters<typeof openSend>[0] = {}) {
  const app = await openSend({ ...options, env: { ...options.env, SENDERS_SEE: 'all' } });
  await addPerson(app.db, { ...mate, name: 'Mate Rojas' });
  const colleague = createBrowser(app.app);
  expect((await colleague.call('POST', '/api/session', mate)).status).toBe(200);
  const theirs = (pesos: number, fields = {}) =>
    sendMoney(colleague, app.recipient.id, { source_amount_cents: String(pesos), ...fields });
  return { ...app, colleague, theirs };
}

it('names a colleague’s identical unconfirmed transfer, and disables Send', async () => {
  const { check, theirs, posts, user, go, queryClient } = await openTeam();
  const { body } = await theirs(504);
  await check(504);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Mate Rojas already started the same transfer');
  const button = await sendButton();
  expect(button).toBeDisabled();
  expect(posts()).toBe(1);

  await user.click(within(alert).getByRole('link', { name: 'Show that transfer' }));
  await heading('We’re checking your transfer');
  expect(await screen.findByText('Started by Mate Rojas')).toBeVisible();
  // It was sent beside the page, which has read the list before.
  queryClient.removeQueries({ queryKey: ['transfers'] });
  await go('/transfers');
  expect(await screen.findByText('One transfer is not confirmed yet')).toBeVisible();
  const row = await screen.findByRole('link', { name: 'Mamá Bogotá' });
  expect(row).toHaveAttribute('href', `/sends/${body.send.key}`);
});

it('names the colleague who stopped a transfer that was held', async () => {
  const { browser, colleague, recipient, go } = await openTeam({ env: { HOLD_SECONDS: '3600' } });
  const { id } = (await sendMoney(browser, recipient.id)).body.order;
  const stopped = await colleague.call('POST', orderPaths.stop(id), { revision: 1 });
  expect(stopped.status).toBe(200);
  await go(`/sends/${id}`);
  await heading('Mate Rojas stopped it: nothing was sent');
});

it('refuses Send for a colleague’s transfer that the page had not shown, and names them', async () => {
  const { check, theirs, posts, user } = await openTeam();
  await check(504);
  const button = await sendButton();
  await theirs(504);
  await user.click(button);
  const alert = await screen.findByRole('alert');
  await waitFor(() =>
    expect(alert).toHaveTextContent('Mate Rojas already started the same transfer'),
  );
  await waitFor(() => expect(button).toBeDisabled());
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(posts()).toBe(1);
});

it('refuses Send once after a colleague sent the same within 10 minutes, and names them', async () => {
  const clock = { time: Date.now(), now: () => clock.time };
  const { check, theirs, posts, user, queryClient } = await openTeam({ sandbox: { clock } });
  await check(100_000);
  const button = await sendButton();
  await theirs(100_000);
  await user.click(button);
  const words = /^Mate Rojas sent the same amount to Mamá Bogotá/;
  const notice = (await screen.findByText(words)).closest('[tabindex]');
  await waitFor(() => expect(notice).toHaveFocus());
  expect(notice).toHaveTextContent('Nothing was sent.');
  expect(posts()).toBe(1);

  clock.time += sentBeforeLasts + 1_000;
  await act(() => queryClient.invalidateQueries({ queryKey: ['sends'] }));
  await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument());
  await user.click(await sendButton());
  await heading(sentTitle);
  expect(posts()).toBe(2);
});

it('offers of a colleague’s held transfer only to stop it, and of one on days nothing', async () => {
  const { theirs, db, go, queryClient } = await openTeam({ env: { HOLD_SECONDS: '3600' } });
  const { id } = (await theirs(100_000)).body.order;
  const show = async (change: object) => {
    await db.updateTable('orders').set(change).where('id', '=', id).execute();
    await act(() => queryClient.invalidateQueries());
  };
  await go(`/sends/${id}`);
  await heading('Not sent yet');
  await show({ state: 'needs_you', reason: 'worse-rate', revision: 2 });
  expect(await screen.findByText('Only Mate Rojas can send it now.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Stop' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: /^Send/ })).not.toBeInTheDocument();
  await show({ kind: 'once', first_day: '2026-01-10', time: '09:00', zone: 'America/Santiago' });
  expect(await screen.findByText('Only Mate Rojas can send, change or stop it.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
});
