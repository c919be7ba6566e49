import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBrowser } from '../../../support/browser.ts';
import { addPerson } from '../../../support/people.ts';
import { dispatchDialogClose, openSupport } from './open-support.ts';
import { giveUpSoon, sendUnresolved } from './send-unresolved.ts';

const diego = { email: 'diego@example.com', name: 'Diego Rojas', role: 'support' } as const;
const password = 'a password of one';
const why = 'Not in the books';

beforeAll(dispatchDialogClose);
beforeEach(() => sessionStorage.clear());

/** Sue's page of a transfer of CLP 504 that needs review, above what one person may decide, and Diego's browser. */
async function openCase(limit = '503') {
  const app = await openSupport(sendUnresolved, {
    reconcile: giveUpSoon,
    env: { RESOLVE_ALONE_UP_TO: `{"CLP":"${limit}"}` },
    // If no row can be read, the whole answer counts as unreadable.
    sandbox: { transfers: 1 },
  });
  const { key } = await app.db.selectFrom('sends').select('key').executeTakeFirstOrThrow();
  await addPerson(app.db, { ...diego, password });
  const colleague = createBrowser(app.app);
  await colleague.call('POST', '/api/session', { email: diego.email, password });
  await act(() => app.router.navigate(`/sends/${key}`));
  await screen.findByRole('button', { name: 'It was not sent' });
  const call = async (end: string, body: object) => {
    const { status } = await colleague.call('POST', `/api/sends/${key}/case/proposal${end}`, body);
    expect(status).toBe(200);
  };
  const poll = () => act(() => app.queryClient.invalidateQueries({ queryKey: ['sends', key] }));
  const stateOf = async () => (await app.browser.call('GET', `/api/sends/${key}`)).body.state;
  const current = async () => (await colleague.call('GET', `/api/sends/${key}/case`)).body.proposal;
  return { ...app, key, call, poll, stateOf, current };
}

const part = () => within(screen.getByRole('region', { name: 'Waits for a second person' }));
const findPart = () => screen.findByRole('region', { name: 'Waits for a second person' });
const notSent = () => screen.queryByRole('button', { name: 'It was not sent' });
const history = () =>
  within(screen.getByRole('region', { name: 'History' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('span')?.textContent);

/** Sue proposes that it was not sent. */
async function propose({ user, reason, press }: Awaited<ReturnType<typeof openCase>>) {
  await user.click(screen.getByRole('button', { name: 'It was not sent' }));
  await user.type(reason(), why);
  await press('Ask a second person');
  await findPart();
}

describe('above what one person may decide', () => {
  it('is proposed with a reason, and says who must confirm it', async () => {
    const app = await openCase();
    await app.user.click(screen.getByRole('button', { name: 'It was not sent' }));
    expect(app.dialog().getByText(/^Somebody else must confirm it/)).toBeInTheDocument();
    expect(
      app.dialog().queryByRole('button', { name: 'Resolve as not sent', hidden: true }),
    ).not.toBeInTheDocument();
    await app.press('Ask a second person');
    expect(app.reason()).toBeInvalid();
    await app.user.type(app.reason(), why);
    await app.press('Ask a second person');

    await findPart();
    expect(part().getByText('You proposed: it was not sent')).toBeVisible();
    expect(part().getByText(why)).toBeVisible();
    expect(part().getByText(/^Somebody else must confirm it/)).toBeVisible();
    expect(part().queryByRole('button', { name: /Confirm|Decline/ })).not.toBeInTheDocument();
    const saved = screen.getByText('Saved: somebody else can now confirm it');
    expect(saved.closest('[tabindex]')).toHaveFocus();
    // It is decided in one place.
    expect(notSent()).not.toBeInTheDocument();
    expect(history()[0]).toBe('You proposed: it was not sent');
    expect(await app.stateOf()).toBe('unresolved');
  });

  it('is confirmed by a colleague while the page is open, which shows both', async () => {
    const app = await openCase();
    await propose(app);
    const { id } = await app.current();
    await app.call('/confirmation', { proposal: id });
    await app.poll();
    await screen.findByRole('heading', { level: 1, name: 'This transfer was not sent' });
    expect(screen.getByText(/^Proposed by/)).toHaveTextContent(
      /^Proposed by Sue Support, confirmed by Diego Rojas, today .+M$/,
    );
    await waitFor(() => expect(history()[0]).toBe('Diego Rojas confirmed: it was not sent'));
  });

  it('is withdrawn by who proposed it, and can be decided again', async () => {
    const app = await openCase();
    await propose(app);
    await app.user.click(part().getByRole('button', { name: 'Withdraw' }));
    const said = await screen.findByText('Your proposal was withdrawn');
    expect(said.closest('[tabindex]')).toHaveFocus();
    expect(await screen.findByRole('button', { name: 'It was not sent' })).toBeVisible();
    await waitFor(() => expect(history()[0]).toBe('You withdrew the proposal'));
  });

  it('says who declined it and why, and can be proposed again', async () => {
    const app = await openCase();
    await propose(app);
    const { id } = await app.current();
    await app.call('/decline', { proposal: id, reason: 'Transfer 9038 may be it' });
    await app.poll();
    expect(await screen.findByText('Diego Rojas declined your proposal')).toBeVisible();
    expect(screen.getByText('Transfer 9038 may be it')).toBeVisible();
    await propose(app);
    expect(screen.queryByText('Diego Rojas declined your proposal')).not.toBeInTheDocument();
  });
});

describe('a colleague’s proposal', () => {
  async function openProposed() {
    const app = await openCase();
    const id = crypto.randomUUID();
    await app.call('', { id, reason: why });
    await app.poll();
    await findPart();
    return { ...app, id };
  }

  it('is confirmed after a look at the figures, and the result says who reads the reason', async () => {
    const { user, dialog, press, stateOf } = await openProposed();
    expect(part().getByText('Diego Rojas').closest('p')).toHaveTextContent(
      'Diego Rojas proposed: it was not sent',
    );
    expect(part().getByText(why)).toBeVisible();
    expect(part().queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument();
    await user.click(part().getByRole('button', { name: 'Confirm it was not sent' }));
    expect(dialog().getByText(/can’t be undone/)).toBeInTheDocument();
    expect(dialog().getByText(/^CLP\s504$/)).toBeInTheDocument();
    expect(await stateOf()).toBe('unresolved');
    await press('Confirm it was not sent');
    await screen.findByRole('heading', { level: 1, name: 'This transfer was not sent' });
    const said = screen.getByText('Resolved: the sender can read the reason');
    expect(said.closest('[tabindex]')).toHaveFocus();
    expect(screen.getByText(/^Proposed by/)).toHaveTextContent(
      /^Proposed by Diego Rojas, confirmed by Sue Support, today .+M$/,
    );
    expect(await stateOf()).toBe('not_sent');
  });

  it('is declined with a reason', async () => {
    const { user, reason, press, stateOf } = await openProposed();
    await user.click(part().getByRole('button', { name: 'Decline' }));
    await press('Decline');
    expect(reason()).toBeInvalid();
    expect(reason()).toHaveAccessibleDescription(/Say why in a few words/);
    await user.type(reason(), 'Transfer 9038 may be it');
    await press('Decline');
    const said = await screen.findByText('You declined the proposal by Diego Rojas');
    expect(said.closest('[tabindex]')).toHaveFocus();
    expect(screen.getByText('Transfer 9038 may be it')).toBeVisible();
    expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'It was not sent' })).toBeVisible();
    expect(await stateOf()).toBe('unresolved');
  });

  it('is not confirmed if it was withdrawn just before, and says so', async () => {
    const { user, call, id, press, stateOf } = await openProposed();
    await user.click(part().getByRole('button', { name: 'Confirm it was not sent' }));
    await call('/withdrawal', { proposal: id });
    await press('Confirm it was not sent');
    expect(await screen.findByText(/^Nothing was saved: a colleague was first/)).toBeVisible();
    await waitFor(() =>
      expect(
        screen.queryByRole('region', { name: 'Waits for a second person' }),
      ).not.toBeInTheDocument(),
    );
    expect(await stateOf()).toBe('unresolved');
  });

  it('is not confirmed beside a transfer that came under the dialog, which it then shows', async () => {
    const { user, poll, press, sandbox, stateOf } = await openProposed();
    await user.click(part().getByRole('button', { name: 'Confirm it was not sent' }));
    sandbox.odd.add('rows');
    await poll();
    await press('Confirm it was not sent');
    expect(
      await screen.findByText('Your decision was not saved. Check what appeared since.'),
    ).toBeVisible();
    expect(await screen.findByText('Transfer 104004 may be this one.')).toBeVisible();
    expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument();
    expect(await stateOf()).toBe('unresolved');
    await user.click(part().getByRole('button', { name: 'Confirm it was not sent' }));
    await press('Confirm it was not sent');
    await screen.findByRole('heading', { level: 1, name: 'This transfer was not sent' });
  });

  it('is in the queue as what waits for a second person', async () => {
    const { router, queryClient } = await openProposed();
    await act(() => queryClient.invalidateQueries({ queryKey: ['sends'] }));
    await act(() => router.navigate('/support'));
    expect(await screen.findByText(/Waits for a second person/)).toBeVisible();
  });
});

it('is not proposed beside a transfer that came under the dialog, and can be after a look at it', async () => {
  const app = await openCase();
  await app.user.click(screen.getByRole('button', { name: 'It was not sent' }));
  app.sandbox.odd.add('rows');
  await app.poll();
  await app.user.type(app.reason(), why);
  await app.press('Ask a second person');
  expect(
    await screen.findByText('Your decision was not saved. Check what appeared since.'),
  ).toBeVisible();
  expect(await screen.findByText('Transfer 104004 may be this one.')).toBeVisible();
  expect(await app.current()).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'It was not sent' }));
  await app.press('Ask a second person');
  await findPart();
});

it('is proposed once when the answer was lost', async () => {
  const app = await openCase();
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const answer = await app.browser.fetch(input, init);
    if (init?.method === 'POST') throw new TypeError('the answer is lost');
    return answer;
  });
  await app.user.click(screen.getByRole('button', { name: 'It was not sent' }));
  await app.user.type(app.reason(), why);
  await app.press('Ask a second person');
  await app.dialog().findByRole('alert', { hidden: true });
  vi.stubGlobal('fetch', app.browser.fetch);
  await app.press('Ask a second person');
  await findPart();
  expect(await app.db.selectFrom('resolve_proposals').select('state').execute()).toEqual([
    { state: 'open' },
  ]);
});

it('is resolved by one person up to the limit', async () => {
  const { user, dialog } = await openCase('504');
  await user.click(screen.getByRole('button', { name: 'It was not sent' }));
  expect(
    dialog().getByRole('button', { name: 'Resolve as not sent', hidden: true }),
  ).toBeInTheDocument();
});

it('is shown to an auditor, who can only read it', async () => {
  const app = await openCase();
  await propose(app);
  await app.browser.signIn('auditor');
  // Another person begins at their own home.
  const { router } = app.reload('/');
  await screen.findByRole('heading', { level: 1, name: 'Audit' });
  await act(() => router.navigate(`/sends/${app.key}`));
  await findPart();
  expect(part().getByText(/Sue Support/)).toBeVisible();
  expect(part().queryByRole('button')).not.toBeInTheDocument();
});
