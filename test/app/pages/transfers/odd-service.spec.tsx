import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addRecipient, sendMoney } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { openList } from './open-list.ts';

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
    await screen.findByRole('heading', { level: 1, name: `Transfer ${id}` });
  };
  const readAgain = () => act(() => app.queryClient.invalidateQueries({ queryKey: ['transfers'] }));
  return { ...app, id, account, open, readAgain };
}

it('shows a transfer whose recipient can not be read, and does not call them gone', async () => {
  const { sandbox, account, open } = await openTransfer();
  sandbox.odd.add('no-recipients');
  await open();
  expect(screen.getByText(`Recipient ${account}`)).toBeVisible();
  expect(screen.getByText('The recipient’s details can’t be read right now.')).toBeVisible();
  expect(screen.queryByText(/no longer known to the service/)).toBeNull();
});

it('shows a transfer from what is known while the service is down, and from when', async () => {
  const { stopService, browser, open } = await openTransfer();
  // Whoever is here has seen some page before.
  for (const path of ['transfers', 'countries', 'currencies', 'destination_accounts']) {
    await browser.call('GET', `/api/${path}`);
  }
  await stopService();
  await open();
  expect(screen.getByText(/^from CLP\s100,000$/)).toBeVisible();
  expect(screen.getByText(/^The service has not answered since /)).toBeVisible();
});

it('tells the sender when the service takes a final state back', async () => {
  const { sandbox, open, readAgain } = await openTransfer({
    sandbox: { assigned_after_ms: 0, settled_after_ms: 0, odd: ['taken-back'] },
  });
  await open();
  const state = screen.getByRole('status', { name: 'State' });
  const ended = state.textContent;
  expect(screen.queryByText('The service changed this transfer')).toBeNull();
  // The sandbox takes it back 5 seconds after it ended.
  await waitFor(
    async () => {
      await readAgain();
      expect(screen.getByText('The service changed this transfer')).toBeVisible();
    },
    { timeout: 15_000, interval: 1_000 },
  );
  expect(state.textContent).not.toBe(ended);
  expect(screen.getByText('The service changed this transfer').closest('[role=status]')).not.toBe(
    null,
  );
  const steps = within(screen.getByRole('list', { name: 'Where it is' }));
  expect(steps.getByText('The service changed this later.')).toBeVisible();
  expect(steps.getAllByRole('listitem')).toHaveLength(3);
  expect(sandbox.transfers).toHaveLength(1);
});

it('says that a search of the list could not look everywhere, and looks again', async () => {
  const { user } = await openList('/transfers', { sandbox: { odd: ['no-recipients'] } });
  await user.type(screen.getByRole('searchbox'), 'Lucía');
  await screen.findByText('We couldn’t look everywhere', undefined, { timeout: 8_000 });
  expect(screen.queryByText('No transfer matches')).toBeNull();
});

it('counts a state with the name of a member of every object', async () => {
  await openList('/transfers', { sandbox: { odd: ['members'] } });
  expect(screen.getByText(/^3 transfers$/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^constructor/ })).toBeInTheDocument();
});
