import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sentBeforeLasts } from '../../../../src/contract/api/send.ts';
import { createBrowser } from '../../../support/browser.ts';
import { addPerson } from '../../../support/people.ts';
import { sendMoney } from '../../../support/recipients.ts';
import { openSend, sendButton } from './open-send.ts';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const mate = { email: 'mate@giro.example', password: 'a long enough password' };

/** A sender whose team sends as one, with a colleague beside them. */
async function openTeam(options: Parameters<typeof openSend>[0] = {}) {
  const app = await openSend({ ...options, env: { SENDERS_SEE: 'all' } });
  await addPerson(app.db, { ...mate, name: 'Mate Rojas' });
  const colleague = createBrowser(app.app);
  expect((await colleague.call('POST', '/api/session', mate)).status).toBe(200);
  const theirs = (pesos: number, fields = {}) =>
    sendMoney(colleague, app.recipient.id, { source_amount_cents: String(pesos), ...fields });
  return { ...app, theirs };
}

it('a colleague’s identical transfer under way is named, and keeps Send from being pressed', async () => {
  const { check, theirs, posts, user, go } = await openTeam();
  const { body } = await theirs(504);
  await check(504);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Mate Rojas is sending the same already');
  const button = await sendButton();
  expect(button).toBeDisabled();
  expect(posts()).toBe(1);

  await user.click(within(alert).getByRole('link', { name: 'Show that transfer' }));
  await heading('We’re checking this transfer');
  expect(await screen.findByText('Started by Mate Rojas')).toBeVisible();
  await go('/transfers');
  const title = await screen.findByText('One transfer is not confirmed yet');
  const notice = title.closest('[role=status]');
  expect(notice).toHaveTextContent(/CLP\s504 to Mamá Bogotá.*Started by Mate Rojas/);
  expect(notice?.querySelector('a')).toHaveAttribute('href', `/sends/${body.send.key}`);
});

it('one that a colleague began before it could be known refuses Send, and says whose it is', async () => {
  const { check, theirs, posts, user } = await openTeam();
  await check(504);
  const button = await sendButton();
  await theirs(504);
  await user.click(button);
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(alert).toHaveTextContent('Mate Rojas is sending the same already'));
  await waitFor(() => expect(button).toBeDisabled());
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(posts()).toBe(1);
});

it('what a colleague just sent refuses Send once, with their name, for ten minutes', async () => {
  const clock = { time: Date.now(), now: () => clock.time };
  const { check, theirs, posts, user, queryClient } = await openTeam({ sandbox: { clock } });
  await check(100_000);
  const button = await sendButton();
  await theirs(100_000);
  await user.click(button);
  const words = /^Mate Rojas sent the same amount to Mamá Bogotá/;
  const notice = (await screen.findByText(words)).closest('[tabindex]');
  await waitFor(() => expect(notice).toHaveFocus());
  expect(notice).toHaveTextContent('Nothing was sent now.');
  expect(posts()).toBe(1);

  clock.time += sentBeforeLasts + 1_000;
  await act(() => queryClient.invalidateQueries({ queryKey: ['sends'] }));
  await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument());
  await user.click(await sendButton());
  await heading('Sent');
  expect(posts()).toBe(2);
});
