import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createBrowser } from '../../../support/browser.ts';
import { addPerson } from '../../../support/people.ts';
import { openSupport } from '../send/open-support.ts';
import { giveUpSoon, sendUnresolved } from '../send/send-unresolved.ts';

const diego = { email: 'diego@example.com', name: 'Diego Rojas', role: 'support' } as const;
const password = 'a password of one';
const hour = 60 * 60_000;
const rows = () => within(screen.getByRole('list', { name: 'Cases' })).getAllByRole('listitem');
const amounts = () => rows().map((row) => /CLP\s(\d+)/.exec(row.textContent ?? '')?.[1]);

/** Three cases, since 30, 2 and 1 hours, on the queue's page. */
async function openQueue() {
  const app = await openSupport(
    async (browser, recipient) => {
      for (const source_amount_cents of ['504', '500', '606']) {
        await sendUnresolved(browser, recipient, { source_amount_cents });
      }
    },
    { reconcile: giveUpSoon },
  );
  const sends = await app.db.selectFrom('sends').select('key').orderBy('created_at').execute();
  const keys = sends.map(({ key }) => key);
  for (const [place, hours] of [30, 2, 1].entries()) {
    await app.db
      .updateTable('sends')
      .set({ updated_at: new Date(Date.now() - hours * hour).toISOString() })
      .where('key', '=', keys[place] ?? '')
      .execute();
  }
  await addPerson(app.db, { ...diego, password });
  const colleague = createBrowser(app.app);
  await colleague.call('POST', '/api/session', { email: diego.email, password });
  await act(() => app.router.navigate('/support/cases'));
  await screen.findByRole('list', { name: 'Cases' });
  const poll = () => act(() => app.queryClient.invalidateQueries({ queryKey: ['support'] }));
  return { ...app, keys, colleague, poll };
}

it('says that no case is open', async () => {
  const { user } = await openSupport(async () => undefined);
  await user.click(await screen.findByRole('link', { name: 'Cases' }));
  expect(await screen.findByText('No open cases')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Cases' })).toHaveAttribute('aria-current', 'page');
});

it('shows since when each needs review, what is late, and who has it', async () => {
  const { keys, colleague, poll } = await openQueue();
  expect(screen.getByText(/3 cases are open\. 1 is older than 24 h\./)).toBeVisible();
  expect(amounts()).toEqual(['504', '500', '606']);
  expect(rows()[0]).toHaveTextContent(/To Mamá BogotáFrom Sam Sender.*LateNobody has it/);
  expect(rows()[1]).toHaveTextContent(/2 h agoNobody has it/);
  expect(rows()[1]).not.toHaveTextContent('Late');
  await colleague.call('PUT', `/api/sends/${keys[1]}/case/assignment`, { from: null });
  await poll();
  await waitFor(() => expect(rows()[1]).toHaveTextContent('Diego Rojas has it'));
});

it('keeps its order in the address, on the way to the cases and back', async () => {
  const { user, router, keys, colleague, poll } = await openQueue();
  await user.click(screen.getByRole('radio', { name: 'Newest first' }));
  await waitFor(() => expect(amounts()).toEqual(['606', '500', '504']));
  expect(router.state.location.search).toBe('?order=newest');
  // What a colleague works on is not the next case.
  await colleague.call('PUT', `/api/sends/${keys[1]}/case/assignment`, { from: null });
  await user.click(within(rows()[0] ?? document.body).getByRole('link', { name: /To Mamá/ }));
  await screen.findByText('Nobody has this case');
  expect(router.state.location.pathname).toBe(`/sends/${keys[2]}`);
  await poll();
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Next case' })).toHaveAttribute(
      'href',
      `/sends/${keys[0]}`,
    ),
  );
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Cases' }));
  await waitFor(() => expect(amounts()).toEqual(['606', '500', '504']));
  expect(router.state.location.search).toBe('?order=newest');
});
