import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { openFilters, openList } from './open-list.ts';

async function openTransfer(options: Parameters<typeof renderApp>[1] = {}) {
  let [id, account] = ['', ''];
  const app = await renderApp('/recipients', {
    ...options,
    before: async (browser) => {
      account = (await addRecipient(browser)).id;
      id = (await sendMoney(browser, account)).body.id;
    },
  });
  const open = async () => {
    await app.router.navigate(`/transfers/${id}`);
    await screen.findByRole('heading', { level: 1, name: new RegExp(`^Transfer ${id}:`) });
  };
  const readAgain = () => act(() => app.queryClient.invalidateQueries({ queryKey: ['transfers'] }));
  return { ...app, id, account, open, readAgain };
}

it('shows a transfer whose recipient can’t be read, without saying that the recipient is gone', async () => {
  const clock = { time: Date.now(), now: () => clock.time };
  const { sandbox, account, open } = await openTransfer({ sandbox: { clock } });
  sandbox.odd.add('no-recipients');
  // A recipient that was read in the last minute is shown without another read.
  clock.time += 61_000;
  await open();
  expect(screen.getByText(`Recipient ${account}`)).toBeVisible();
  expect(screen.getByText('We can’t read the recipient’s details right now.')).toBeVisible();
  expect(screen.queryByText(/no longer at the payment service/)).toBeNull();
});

it('shows a known transfer with the age of its data while the service is down', async () => {
  const { stopService, browser, open } = await openTransfer();
  // Fills the BFF's caches, as earlier pages of a visit would.
  for (const path of ['transfers', 'countries', 'currencies', 'destination_accounts']) {
    await browser.call('GET', `/api/${path}`);
  }
  await stopService();
  await open();
  expect(screen.getByText(/^CLP\s100,000$/)).toBeVisible();
  expect(screen.getByText(/^The payment service has not answered since /)).toBeVisible();
});

it('warns the sender when the service changes a final state', async () => {
  const { sandbox, open, readAgain } = await openTransfer({
    sandbox: { assigned_after_ms: 0, settled_after_ms: 0, odd: ['taken-back'] },
  });
  await open();
  const state = screen.getByRole('status', { name: 'Status' });
  const ended = state.textContent;
  expect(screen.queryByText('The payment service changed this transfer')).toBeNull();
  // The sandbox changes the state 5 seconds after the transfer ended.
  await waitFor(
    async () => {
      await readAgain();
      expect(screen.getByText('The payment service changed this transfer')).toBeVisible();
    },
    { timeout: 15_000, interval: 1_000 },
  );
  expect(state.textContent).not.toBe(ended);
  expect(
    screen.getByText('The payment service changed this transfer').closest('[role=status]'),
  ).not.toBe(null);
  const steps = within(screen.getByRole('list', { name: 'Progress' }));
  expect(steps.getByText('The payment service changed this later.')).toBeVisible();
  expect(steps.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByRole('link', { name: 'Send again' })).not.toBeInTheDocument();
  expect(sandbox.transfers).toHaveLength(1);
});

it('says that a search was incomplete, and repeats it', async () => {
  await openList('/transfers?q=Luc%C3%ADa', { sandbox: { odd: ['no-recipients'] } });
  await screen.findByText('We couldn’t search everything', undefined, { timeout: 20_000 });
  expect(screen.queryByText('No transfer matches')).toBeNull();
});

it('counts a state that is called like a member of Object', async () => {
  const { user } = await openList('/transfers', { sandbox: { odd: ['members'] } });
  expect(screen.getByText(/^3 transfers$/)).toBeVisible();
  const dialog = await openFilters(user);
  expect(dialog.getByRole('radio', { name: /^constructor [1-9]/ })).toBeInTheDocument();
});
