import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrowser } from '../../../support/browser.ts';
import { addPerson } from '../../../support/people.ts';
import { sendMoney } from '../../../support/recipients.ts';
import { openSupport } from './open-support.ts';
import { giveUpSoon, sendUnresolved } from './send-unresolved.ts';

const diego = { email: 'diego@example.com', name: 'Diego Rojas', role: 'support' } as const;
const password = 'a password of one';

beforeEach(() => sessionStorage.clear());

/** Sue's page of a transfer that needs review, and Diego's browser. */
async function openCase() {
  const app = await openSupport(
    async (browser, recipient) => {
      await sendUnresolved(browser, recipient);
      await sendUnresolved(browser, recipient, { source_amount_cents: '500' });
    },
    { reconcile: giveUpSoon },
  );
  const sends = await app.db.selectFrom('sends').select('key').orderBy('created_at').execute();
  const [key = '', next = ''] = sends.map((send) => send.key);
  await addPerson(app.db, { ...diego, password });
  const colleague = createBrowser(app.app);
  await colleague.call('POST', '/api/session', { email: diego.email, password });
  await act(() => app.router.navigate(`/sends/${key}`));
  await screen.findByText('Nobody has this case');
  const call = (method: string, end: string, body?: object) =>
    colleague.call(method, `/api/sends/${key}/case/${end}`, body);
  const poll = () => act(() => app.queryClient.invalidateQueries({ queryKey: ['sends', key] }));
  const session = await app.browser.call('GET', '/api/session');
  return { ...app, key, next, call, poll, me: session.body.user.id };
}

const holder = () => within(screen.getByRole('region', { name: 'Who has this case' }));
const notes = () => within(screen.getByRole('region', { name: 'Team notes' }));
const newNote = () => notes().getByLabelText('New team note');
const history = () =>
  within(screen.getByRole('region', { name: 'History' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('span')?.textContent);

it('names the recipient in full above the decision, and who sent what', async () => {
  await openCase();
  const state = within(
    screen.getByRole('heading', { level: 1 }).closest('section') ?? document.body,
  );
  await state.findByText('Gloria Patiño');
  expect(state.getByText(/savings/)).toHaveTextContent(/Bancolombia savings ···· 4821/);
  expect(state.getByText(/National ID/)).toHaveTextContent(/0304.*, Colombia$/);
  expect(state.getByText(/^sent CLP\s504|Sam Sender/)).toBeVisible();
});

describe('a case', () => {
  it('is taken and given back, with the focus kept', async () => {
    const { user } = await openCase();
    await user.click(holder().getByRole('button', { name: 'Take case' }));
    expect(await holder().findByText('Your case')).toBeVisible();
    const back = holder().getByRole('button', { name: 'Give back' });
    expect(back).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await holder().findByText('Nobody has this case')).toBeVisible();
    await waitFor(() =>
      expect(history().slice(0, 2)).toEqual(['You gave the case back', 'You took the case']),
    );
  });

  it('is not given back by the second press of a double click', async () => {
    const { user } = await openCase();
    await user.dblClick(holder().getByRole('button', { name: 'Take case' }));
    await holder().findByText('Your case');
    await waitFor(() => expect(history()[0]).toBe('You took the case'));
  });

  it('shows a colleague who has it, also at the decision, and is taken over', async () => {
    const { user, call, poll } = await openCase();
    await call('PUT', 'assignment', { from: null });
    await poll();
    expect(await screen.findAllByText('Diego Rojas has this case')).toHaveLength(2);
    await user.click(holder().getByRole('button', { name: 'Take over' }));
    await holder().findByText('Your case');
    await waitFor(() => expect(history()[0]).toBe('You took the case over from Diego Rojas'));
  });

  it('tells who had it that a colleague took it over', async () => {
    const { user, call, poll, me } = await openCase();
    await user.click(holder().getByRole('button', { name: 'Take case' }));
    await holder().findByText('Your case');
    await call('PUT', 'assignment', { from: me });
    await poll();
    expect(await holder().findByRole('alert')).toHaveTextContent('Diego Rojas took over your case');
    expect(history()[0]).toBe('Diego Rojas took the case over from you');
    // Told until one of the two changes it.
    await call('DELETE', 'assignment');
    await poll();
    await holder().findByText('Nobody has this case');
    expect(holder().queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is not taken by a page that is behind, which says so and shows who has it', async () => {
    const { user, call } = await openCase();
    await call('PUT', 'assignment', { from: null });
    await user.click(holder().getByRole('button', { name: 'Take case' }));
    expect(await holder().findByRole('alert')).toHaveTextContent(/a colleague was first/);
    expect(await holder().findByText('Diego Rojas has this case')).toBeVisible();
  });

  it('leads to the next one of the queue, and from the last to the first', async () => {
    const { user, router, key, next } = await openCase();
    const link = () => screen.getByRole('link', { name: 'Next case' });
    // A page is rendered a moment after its address is there.
    for (const to of [next, key]) {
      await waitFor(() => expect(link()).toHaveAttribute('href', `/sends/${to}`));
      await user.click(link());
      await waitFor(() => expect(router.state.location.pathname).toBe(`/sends/${to}`));
    }
  });
});

describe('a team note', () => {
  it('is added, corrected by its author, and stays readable', async () => {
    const { user, call, poll } = await openCase();
    expect(notes().getByText('The sender never sees these')).toBeVisible();
    await user.type(newNote(), '9038 fits.');
    await user.click(notes().getByRole('button', { name: 'Add team note' }));
    expect(await notes().findByText('9038 fits.', { selector: 'p' })).toBeVisible();
    expect(newNote()).toHaveValue('');
    expect(newNote()).toHaveFocus();

    await call('POST', 'notes', { id: crypto.randomUUID(), text: 'Ana called.' });
    await poll();
    await notes().findByText('Ana called.');
    // A colleague's note is theirs to correct.
    await user.click(notes().getByRole('button', { name: /^Correct/ }));
    const field = notes().getByLabelText('Correct your note');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('9038 fits.');
    await user.clear(field);
    await user.type(field, '9041 fits.');
    await user.click(notes().getByRole('button', { name: 'Save correction' }));
    expect(await notes().findByText('9041 fits.', { selector: 'p' })).toBeVisible();
    expect(notes().getByText('9038 fits.').closest('s')).not.toBeNull();
    await waitFor(() =>
      expect(history().slice(0, 3)).toEqual([
        'You corrected a team note',
        'Diego Rojas added a team note',
        'You added a team note',
      ]),
    );
  });

  it('is asked for if it is empty', async () => {
    const { user } = await openCase();
    await user.type(newNote(), '   ');
    await user.click(notes().getByRole('button', { name: 'Add team note' }));
    expect(newNote()).toBeInvalid();
    expect(newNote()).toHaveAccessibleDescription(/Write a note first/);
    expect(newNote()).toHaveFocus();
  });

  it('is kept when it was not saved, and added once when the answer was lost', async () => {
    const { user, browser, db, reload, key } = await openCase();
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      const answer = await browser.fetch(input, init);
      if (init?.method === 'POST') throw new TypeError('the answer is lost');
      return answer;
    });
    await user.type(newNote(), 'Ana called.');
    await user.click(notes().getByRole('button', { name: 'Add team note' }));
    expect(await notes().findByRole('alert')).toHaveTextContent(/can’t be reached/);
    expect(newNote()).toHaveValue('Ana called.');
    vi.stubGlobal('fetch', browser.fetch);
    await user.click(notes().getByRole('button', { name: 'Add team note' }));
    await waitFor(() => expect(newNote()).toHaveValue(''));
    expect(await db.selectFrom('case_notes').select('text').execute()).toEqual([
      { text: 'Ana called.' },
    ]);
    await user.type(newNote(), 'She will');
    reload(`/sends/${key}`);
    expect(await screen.findByLabelText('New team note')).toHaveValue('She will');
  });
});

it('keeps notes and history when the transfer has ended, and asks nobody to take it', async () => {
  const app = await openSupport((browser, recipient) => sendMoney(browser, recipient));
  const { key } = await app.db.selectFrom('sends').select('key').executeTakeFirstOrThrow();
  await act(() => app.router.navigate(`/sends/${key}`));
  await screen.findByRole('heading', { name: 'Team notes' });
  expect(history()).toEqual([expect.stringMatching(/^Sam Sender sent CLP/)]);
  expect(screen.queryByRole('region', { name: 'Who has this case' })).not.toBeInTheDocument();
});
