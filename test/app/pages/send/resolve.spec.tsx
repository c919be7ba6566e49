import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendMoney } from '../../../support/recipients.ts';
import { tabStorageKeys } from '../../../support/tab-storage.ts';
import { dispatchDialogClose, openSupport } from './open-support.ts';
import { giveUpSoon, sendUnresolved } from './send-unresolved.ts';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const needsReview = 'This transfer needs your review';

beforeAll(dispatchDialogClose);

beforeEach(() => sessionStorage.clear());

/** Opens the page of the oldest send. */
async function toFirstSend(app: Awaited<ReturnType<typeof openSupport>>) {
  const sends = await app.db.selectFrom('sends').select('key').orderBy('created_at').execute();
  const [key = '', other = ''] = sends.map((send) => send.key);
  await act(() => app.router.navigate(`/sends/${key}`));
  const readSend = async () => (await app.browser.call('GET', `/api/sends/${key}`)).body;
  return { ...app, key, other, readSend };
}

/** A send without a matching transfer. */
const openLost = async () =>
  toFirstSend(
    // If no row can be read, the whole answer counts as unreadable.
    await openSupport(sendUnresolved, { reconcile: giveUpSoon, sandbox: { transfers: 1 } }),
  );

/** One of three identical sends, each matching the same three transfers. */
async function openUncertain() {
  const app = await openSupport(
    async (browser, recipient) => {
      for (let count = 0; count < 3; count += 1) {
        const { status, body } = await sendMoney(browser, recipient);
        if (status === 409) await sendMoney(browser, recipient, { after_sent: body.send_key });
      }
    },
    { reconcile: giveUpSoon },
  );
  // As if all three answers had been lost.
  await app.db
    .updateTable('sends')
    .set({
      state: 'unresolved',
      reason: 'several-found',
      transfer_id: null,
      answer: null,
      known_transfer_ids: '[]',
    })
    .execute();
  return toFirstSend(app);
}

describe('a send without a matching transfer', () => {
  it('says that there is none, and that it may still have been sent', async () => {
    const { user, key } = await openLost();
    await heading(needsReview);
    await screen.findByText(/^The payment service shows no matching transfer/);
    const from = screen.getByRole('link', { name: 'Sam Sender' });
    expect(from.parentElement).toHaveTextContent(/^From Sam Sender, sender@giro\.example$/);
    await user.click(screen.getByRole('button', { name: 'Copy case details' }));
    const text = await navigator.clipboard.readText();
    expect(text).toContain(`Transfer with reference ${key}: not confirmed yet, needs review`);
    expect(text).toMatch(/^CLP\s504 to Mamá Bogotá, /m);
    expect(text).toMatch(/^From .+, sender@giro\.example$/m);
    expect(screen.queryByRole('button', { name: 'This is it' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Send again anyway' })).not.toBeInTheDocument();
    expect(screen.queryByText('Please don’t send it again')).not.toBeInTheDocument();
  });

  it('is resolved as not sent in two steps, with a reason', async () => {
    const { user, dialog, reason, press, readSend } = await openLost();
    await user.click(await screen.findByRole('button', { name: 'It was not sent' }));
    expect(dialog().getByText(/can’t be undone/)).toBeInTheDocument();

    expect(dialog().getByText(/^CLP\s504$/)).toBeInTheDocument();
    expect(dialog().getByText('Mamá Bogotá')).toBeInTheDocument();
    expect(dialog().getByText('sender@giro.example')).toBeInTheDocument();

    await user.type(reason(), 'no         ');
    await press('Resolve as not sent');
    expect(reason()).toBeInvalid();
    expect(reason()).toHaveAccessibleDescription(/Say why in a few words/);
    expect(await readSend()).toMatchObject({ state: 'unresolved' });

    await user.clear(reason());
    await user.type(reason(), 'Not in the books');
    await press('Resolve as not sent');
    await heading('This transfer was not sent');
    expect(screen.getByText('Support:').closest('p')).toHaveTextContent(
      'Support: Not in the books',
    );
    expect(screen.getByText(/^Resolved by/)).toHaveTextContent(
      /^Resolved by Sue Support, today .+M$/,
    );
    const resolved = await screen.findByText('Resolved: the sender can read your reason');
    expect(resolved.closest('[tabindex]')).toHaveFocus();
    expect(await readSend()).toMatchObject({
      state: 'not_sent',
      settled_reason: 'Not in the books',
    });
  });

  it('is not resolved by closing the dialog, which keeps the reason', async () => {
    const { user, reason, press, readSend } = await openLost();
    await user.click(await screen.findByRole('button', { name: 'It was not sent' }));
    await user.type(reason(), 'Not in');
    await press('Cancel');
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument(),
    );
    expect(await readSend()).toMatchObject({ state: 'unresolved' });
    await user.click(screen.getByRole('button', { name: 'It was not sent' }));
    expect(reason()).toHaveValue('Not in');
  });

  it('is not resolved as not sent beside a transfer that came under the dialog, which it then shows', async () => {
    const { user, key, queryClient, sandbox, reason, press, readSend } = await openLost();
    await user.click(await screen.findByRole('button', { name: 'It was not sent' }));
    sandbox.odd.add('rows');
    await act(() => queryClient.invalidateQueries({ queryKey: ['sends', key, 'candidates'] }));
    await user.type(reason(), 'Not in the books');
    await press('Resolve as not sent');
    const said = await screen.findByText('Your decision was not saved. Check what appeared since.');
    expect(said.closest('[tabindex]')).toHaveFocus();
    expect(await screen.findByText('Transfer 104004 may be this one.')).toBeVisible();
    expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument();
    expect(await readSend()).toMatchObject({ state: 'unresolved' });

    await user.click(screen.getByRole('button', { name: 'It was not sent' }));
    expect(
      screen.queryByText('Your decision was not saved. Check what appeared since.'),
    ).not.toBeInTheDocument();
    expect(reason()).toHaveValue('Not in the books');
    await press('Resolve as not sent');
    await heading('This transfer was not sent');
  });

  it('tells the second person that it is already resolved', async () => {
    const { user, key, browser, reason, press, readSend } = await openLost();
    await user.click(await screen.findByRole('button', { name: 'It was not sent' }));
    await browser.call('POST', `/api/sends/${key}/settle`, {
      outcome: 'not_sent',
      reason: 'By a colleague',
    });
    await user.type(reason(), 'By me, from the books');
    await press('Resolve as not sent');
    await screen.findByText('Someone already resolved this');
    await heading('This transfer was not sent');
    expect(screen.getByText('Support:').closest('p')).toHaveTextContent('By a colleague');
    expect(await readSend()).toMatchObject({ settled_reason: 'By a colleague' });
  });
});

it('disables "It was not sent" during the first 10 minutes, and says until when', async () => {
  const app = await openSupport((browser, recipient) =>
    sendMoney(browser, recipient, { source_amount_cents: '504' }),
  );
  await toFirstSend(app);
  const button = await screen.findByRole('button', { name: 'It was not sent' });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription(/^We’re checking until \d+:\d+/);
});

describe('an unsaved resolution', () => {
  const restored = (app: Awaited<ReturnType<typeof openLost>>) =>
    app.dialog().queryByText('What you had entered is still here');

  /** Leaves the page and opens it again, so that only browser storage remains. */
  async function reopen({ router, key }: Awaited<ReturnType<typeof openLost>>) {
    await act(() => router.navigate('/transfers'));
    await heading('Transfers');
    await act(() => router.navigate(`/sends/${key}`));
    await heading(needsReview);
  }

  it('is restored with its choice, and removed once it is saved', async () => {
    const app = await openUncertain();
    const { user, sandbox, reason, press, readSend } = app;
    const [, second] = sandbox.transfers;
    const card = (await screen.findByRole('link', { name: `Transfer ${second?.id}` })).closest(
      'li',
    );
    if (!card) throw new Error('there is no second candidate');
    await user.click(within(card).getByRole('button', { name: 'This is it' }));
    await user.type(reason(), 'Booked at that minute');
    expect(restored(app)).not.toBeInTheDocument();
    await reopen(app);
    expect(restored(app)).toBeInTheDocument();
    expect(app.dialog().getByText(`It was sent as transfer ${second?.id}`)).toBeInTheDocument();
    expect(reason()).toHaveValue('Booked at that minute');
    await press('Resolve as sent');
    await heading('Sent');
    expect(await readSend()).toMatchObject({
      transfer_id: String(second?.id),
      settled_reason: 'Booked at that minute',
    });
    expect(Object.keys(sessionStorage).filter((name) => name.includes(app.key))).toEqual([]);
  });

  it('keeps the reason of a closed dialog, but not for another transfer or person', async () => {
    const app = await openUncertain();
    const { user, router, other, reason, press } = app;
    await user.click(await screen.findByRole('button', { name: 'It was not sent' }));
    await user.type(reason(), 'Not in');
    await press('Cancel');
    await reopen(app);
    expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'It was not sent' }));
    expect(reason()).toHaveValue('Not in');
    await press('Cancel');

    await act(() => router.navigate(`/sends/${other}`));
    await user.click(await screen.findByRole('button', { name: 'It was not sent' }));
    expect(reason()).toHaveValue('');
    await press('Cancel');

    const [key = ''] = tabStorageKeys();
    const kept = sessionStorage.getItem(key) ?? '';
    sessionStorage.removeItem(key);
    sessionStorage.setItem(key.replace(/"settle","[^"]+"/, '"settle","99"'), kept);
    await reopen(app);
    await user.click(await screen.findByRole('button', { name: 'It was not sent' }));
    expect(reason()).toHaveValue('');
  });
});

describe('a send with several matching transfers', () => {
  it('shows them side by side, and is linked to the chosen one', async () => {
    const { user, sandbox, reason, press, dialog, readSend } = await openUncertain();
    const offers = await screen.findAllByRole('button', { name: 'This is it' });
    expect(offers).toHaveLength(sandbox.transfers.length);
    const [first, second] = sandbox.transfers;
    expect(screen.getByRole('link', { name: `Transfer ${first?.id}` })).toHaveAttribute(
      'href',
      `/transfers/${first?.id}`,
    );
    const card = screen.getByRole('link', { name: `Transfer ${second?.id}` }).closest('li');
    if (!card) throw new Error('there is no second candidate');
    expect(card).toHaveTextContent(/CLP\s100,000/);
    expect(card).toHaveTextContent(/COP\s[\d,.]+/);
    await user.click(within(card).getByRole('button', { name: 'This is it' }));
    expect(dialog().getByText(`It was sent as transfer ${second?.id}`)).toBeInTheDocument();
    await user.type(reason(), 'Booked at that minute');
    await press('Resolve as sent');
    await heading('Sent');
    expect(await readSend()).toMatchObject({
      state: 'sent',
      transfer_id: String(second?.id),
      settled_reason: 'Booked at that minute',
    });
    expect(screen.getByText('Support:').closest('p')).toHaveTextContent('Booked at that minute');
  });

  it('says so if the chosen transfer was linked to another send, and no longer offers it', async () => {
    const { user, other, browser, sandbox, reason, press, readSend } = await openUncertain();
    const [first] = sandbox.transfers;
    const card = (await screen.findByRole('link', { name: `Transfer ${first?.id}` })).closest('li');
    if (!card) throw new Error('there is no candidate');
    await user.click(within(card).getByRole('button', { name: 'This is it' }));
    await browser.call('POST', `/api/sends/${other}/settle`, {
      outcome: 'sent',
      transfer_id: String(first?.id),
      reason: 'Theirs, by the books',
    });
    await user.type(reason(), 'Mine, by the books');
    await press('Resolve as sent');
    await screen.findByText(/or that transfer is linked to another one/);
    expect(await readSend()).toMatchObject({ state: 'unresolved' });
    await press('Cancel');
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: `Transfer ${first?.id}` })).not.toBeInTheDocument(),
    );
  });
});

it('lists unreadable transfers that may be this one, also in the copied case details', async () => {
  const app = await openSupport(async (browser, recipient) => {
    await sendMoney(browser, recipient, { source_amount_cents: '504' });
    // If no row can be read, the whole answer counts as unreadable.
    await sendMoney(browser, recipient);
  });
  app.sandbox.odd.add('rows').add('nameless-row');
  const { user } = await toFirstSend(app);
  expect(await screen.findByText('Some transfers can’t be read')).toBeVisible();
  expect(screen.getByText('Transfer 104004 may be this one.')).toBeVisible();
  expect(screen.getByText('1 transfer without a number may be this one.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy case details' }));
  const text = await navigator.clipboard.readText();
  expect(text).toContain('Could be transfer 104004, which we can’t read');
  expect(text).toMatch(/^Recipient \d+: Gloria Patiño \(Mamá Bogotá\)$/m);
  expect(text).toMatch(/ending in 4821$/m);
});
