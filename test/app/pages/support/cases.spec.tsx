import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createBrowser } from '../../../support/browser.ts';
import { addPerson } from '../../../support/people.ts';
import { addRecipient } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';
import { openSupport } from '../send/open-support.ts';
import { giveUpSoon, sendUnresolved } from '../send/send-unresolved.ts';

beforeEach(() => sessionStorage.clear());

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

const choose = (place: number) =>
  within(rows()[place] ?? document.body).getByRole('checkbox', {
    name: /^Choose Mamá Bogotá, CLP/,
  });

it('takes several at once, and names the one that a colleague has taken meanwhile', async () => {
  const { user, db, keys, colleague } = await openQueue();
  await user.click(choose(0));
  await user.click(choose(1));
  const bar = within(screen.getByRole('region', { name: 'Chosen cases' }));
  expect(bar.getByText('2 chosen')).toBeVisible();
  await colleague.call('PUT', `/api/sends/${keys[1]}/case/assignment`, { from: null });
  await user.click(bar.getByRole('button', { name: 'Take' }));
  expect(await screen.findByText('You took 1 case')).toBeVisible();
  const result = screen.getByText('A colleague was first.').closest('li');
  expect(result).toHaveTextContent(/Mamá Bogotá, CLP.500/);
  await waitFor(() => expect(rows()[0]).toHaveTextContent('Your case'));
  expect(rows()[1]).toHaveTextContent('Diego Rojas has it');
  // The one that was not taken stays chosen.
  expect([choose(0), choose(1)].map((box) => 'checked' in box && box.checked)).toEqual([
    false,
    true,
  ]);
  const held = await db.selectFrom('case_assignments').select('case_key').execute();
  expect(held.map(({ case_key }) => case_key).toSorted()).toEqual(keys.slice(0, 2).toSorted());
});

it('hands over the chosen ones to a colleague, after one was named', async () => {
  const { user } = await openQueue();
  await user.click(choose(0));
  await user.click(screen.getByRole('button', { name: 'Choose all' }));
  await user.click(screen.getByRole('button', { name: 'Hand over' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Hand over' }));
  expect(dialog.getByLabelText('To')).toHaveAccessibleDescription('Choose a colleague first');
  await user.selectOptions(dialog.getByLabelText('To'), 'Diego Rojas');
  await user.click(dialog.getByRole('button', { name: 'Hand over' }));
  expect(await screen.findByText('You handed over 3 cases')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByText('Diego Rojas has it')).toHaveLength(3));
  expect(screen.queryByRole('region', { name: 'Chosen cases' })).not.toBeInTheDocument();
});

it('adds a note to the chosen ones, once also if the answer was lost', async () => {
  const { user, browser, db } = await openQueue();
  await user.click(choose(0));
  await user.click(choose(2));
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add a note to 2 cases' }));
  const add = () => user.click(dialog.getByRole('button', { name: 'Add note' }));
  await add();
  expect(dialog.getByLabelText('Team note')).toHaveAccessibleDescription(/Write a note first/);
  await user.type(dialog.getByLabelText('Team note'), 'The bank is closed today.');
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const answer = await browser.fetch(input, init);
    if (init?.method === 'POST') throw new TypeError('the answer is lost');
    return answer;
  });
  await add();
  expect(await dialog.findByRole('alert')).toHaveTextContent(/can’t be reached/);
  vi.stubGlobal('fetch', browser.fetch);
  await add();
  expect(await screen.findByText('You added a note to 2 cases')).toBeVisible();
  expect(await db.selectFrom('case_notes').select('text').execute()).toEqual([
    { text: 'The bank is closed today.' },
    { text: 'The bank is closed today.' },
  ]);
});

it('puts a case that waits below the others, and takes it up again', async () => {
  const { user, router, keys } = await openQueue();
  await user.click(within(rows()[0] ?? document.body).getByRole('link', { name: /To Mamá/ }));
  await user.click(await screen.findByRole('button', { name: 'Let it wait' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Until it changes' }));
  await user.click(dialog.getByRole('button', { name: 'Let it wait' }));
  const state = within(screen.getByRole('region', { name: 'Waiting' }));
  expect(await state.findByText('Waiting until something changes')).toBeVisible();
  expect(state.getByText('You let it wait')).toBeVisible();
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Cases' }));
  const waiting = within(await screen.findByRole('list', { name: 'Waiting' }));
  expect(waiting.getByRole('listitem')).toHaveTextContent(/Until it changes/);
  expect(waiting.getByRole('listitem')).not.toHaveTextContent('Late');
  expect(amounts()).toEqual(['500', '606']);
  await act(() => router.navigate(`/sends/${keys[0]}`));
  await user.click(await screen.findByRole('button', { name: 'Resume case' }));
  expect(await screen.findByRole('button', { name: 'Let it wait' })).toHaveFocus();
});

it('lets an auditor read it, without anything to press', async () => {
  await renderApp('/support/cases', {
    as: 'auditor',
    before: async (browser) => {
      await browser.signIn('sender');
      await sendUnresolved(browser, (await addRecipient(browser)).id);
      await browser.signIn('auditor');
    },
    reconcile: giveUpSoon,
  });
  await screen.findByRole('list', { name: 'Cases' });
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});
