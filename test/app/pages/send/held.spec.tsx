import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { paths } from '../../../../src/app/router/paths.ts';
import { askAfterLoss } from '../../../../src/bff/ledger/orders/after-loss.ts';
import { findOrder, type OrderRow } from '../../../../src/bff/ledger/orders/orders.ts';
import { releaseHold, writeHold } from '../../../../src/bff/ledger/store/holds.ts';
import { orderPaths } from '../../../../src/contract/api/order.ts';
import { type AskingReason, askingReasons } from '../../../../src/contract/api/order-states.ts';
import { stepUpPaths } from '../../../../src/contract/api/step-up.ts';
import { scheduleTransfer } from '../../../support/orders.ts';
import { sendMoney } from '../../../support/recipients.ts';
import { sentTitle } from '../../../support/sent-title.ts';
import { heading, openHeld, pressSend, stopButton } from './open-held.ts';
import { openSend, sendButton } from './open-send.ts';

/** As a loss leaves an order whose sending it may have forgotten. */
const unsure = { unsure_since: '2026-01-01T00:00:00.000Z' };

it('says before Send how long it can be stopped, and then waits with one button', async () => {
  // Longer than a busy machine takes: the page counts down in real time.
  const { user, address, posts, container } = await openHeld({ env: { HOLD_SECONDS: '600' } });
  const button = await sendButton();
  await waitFor(() =>
    expect(button).toHaveAccessibleDescription(/^After Send you can stop it for 10 minutes\./),
  );
  await user.click(button);
  await heading('Not sent yet');
  expect(address()).toMatch(/^\/sends\/[\w-]{36}$/);
  // In ten minutes it may be another day, which is named.
  expect(screen.getByText(/^We send it at .*\d:\d\d/)).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent(/^\d+:\d\d minutes/);
  expect(screen.getByText('Gloria Patiño')).toBeVisible();
  expect(
    screen.getByText(/If less than COP.* would reach Mamá Bogotá, we ask you first/),
  ).toBeVisible();
  expect(container.querySelector('[role=status] [role=timer]')).toBeNull();
  expect(posts()).toBe(0);
});

it('says nothing of it where nothing is held', async () => {
  const { check } = await openSend();
  await check(100_000);
  expect(await sendButton()).toHaveAccessibleDescription(/^Sent once/);
});

it('is sent once when its time comes, and leads to its transfer', async () => {
  const { clock, posts, address, sandbox } = await pressSend();
  clock.time += 21_000;
  await waitFor(() => heading(sentTitle), { timeout: 10_000 });
  expect(posts()).toBe(1);
  expect(address()).toBe(`/transfers/${sandbox.transfers[0]?.id}`);
}, 15_000);

it('shows the same after a reload', async () => {
  const { key, reload } = await pressSend();
  act(() => void reload(paths.sendOutcome(key)));
  await heading('Not sent yet');
  expect(await stopButton()).toBeEnabled();
});

describe('Stop', () => {
  it('says that nothing was sent, and nothing ever is', async () => {
    const { user, clock, posts, db, key } = await pressSend();
    await user.click(await stopButton());
    await heading('Stopped: nothing was sent');
    expect(screen.getByText(/^No money moved/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Send it again' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/send\?.*source_amount_cents=100000/),
    );
    expect(screen.queryByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
    clock.time += 60_000;
    const row = await db.selectFrom('orders').selectAll().where('id', '=', key).executeTakeFirst();
    expect(row?.state).toBe('stopped');
    expect(posts()).toBe(0);
  });

  it('at another device shows here', async () => {
    const { stopElsewhere } = await pressSend();
    await stopElsewhere();
    await waitFor(() => heading('Stopped: nothing was sent'), { timeout: 8_000 });
  }, 12_000);

  it('says that somebody was first', async () => {
    const { user, browser, stopElsewhere } = await pressSend();
    await stopElsewhere();
    const button = await stopButton();
    await browser.call('GET', '/api/session');
    await user.click(button);
    await heading('Stopped: nothing was sent');
  });

  it('says when it is too late, and where the transfer is', async () => {
    const { user, browser, clock, posts, key } = await pressSend();
    let connected = false;
    vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof browser.fetch>) => {
      if (!connected && String(url).endsWith(`/api/sends/${key}`))
        throw new TypeError('connection lost');
      return browser.fetch(url, init);
    });
    clock.time += 21_000;
    await waitFor(() => expect(posts()).toBe(1));
    connected = true;
    await user.click(await stopButton());
    expect(await screen.findByText('Too late to stop: it was already sent')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Follow this transfer' })).toBeVisible();
    expect(posts()).toBe(1);
  });

  it('is not offered while offline, and the page says when it is sent', async () => {
    await pressSend();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(await stopButton()).toBeDisabled();
    expect(screen.getByText(/^You’re offline, so you can’t stop it here now/)).toHaveTextContent(
      /It is sent at \d/,
    );
    online.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await stopButton()).toBeEnabled();
  });

  it('says what is known while the database is on hold, until something else is', async () => {
    const { user, db, key, clock, queryClient, posts } = await pressSend();
    const hold = { kind: 'restored', since: 'now', detail: 'now', list_at: null } as const;
    await writeHold(db, 'restore', hold);
    await user.click(await stopButton());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Nothing is sent right now, and it is not stopped yet/);
    expect(alert).toHaveTextContent(/Press Stop again in a few minutes\.$/);
    expect(screen.queryByText(/it is sent all the same/)).not.toBeInTheDocument();
    const release_at = new Date(clock.time - 60_000).toISOString();
    await db.updateTable('orders').set({ release_at }).where('id', '=', key).execute();
    await queryClient.invalidateQueries({ queryKey: ['sends'] });
    expect(await screen.findByText(/^We can’t send it right now/)).toBeVisible();
    await db.transaction().execute(async (tx) => {
      await releaseHold(tx, '2026-01-01T00:00:00.000Z');
      await askAfterLoss(tx, '2026-01-01T00:00:00.000Z');
    });
    await queryClient.invalidateQueries({ queryKey: ['sends'] });
    await heading('It may have been sent already: please check');
    expect(screen.getByText(/Look for it in Transfers first\.$/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.click(await stopButton());
    await heading('Stopped: it may have been sent before');
    expect([(await findOrder(db, key))?.state, posts()]).toEqual(['stopped', 0]);
  });

  it('by support says why', async () => {
    const { browser, key, queryClient } = await pressSend();
    await browser.signIn('support');
    const reason = 'The recipient is a known fraud';
    await browser.call('POST', orderPaths.stopForSupport(key), { revision: 1, reason });
    await browser.signIn('sender');
    await queryClient.invalidateQueries({ queryKey: ['sends'] });
    await heading('Support stopped it: nothing was sent');
    expect(screen.getByText(/^No money moved/)).toBeVisible();
    expect(screen.getByText('Support:').closest('p')).toHaveTextContent(`Support: ${reason}`);
  });

  it('does not claim what it can’t know after a lost answer', async () => {
    const { user, browser } = await pressSend();
    vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof browser.fetch>) => {
      if (String(url).endsWith('/stop')) throw new TypeError('connection lost');
      return browser.fetch(url, init);
    });
    await user.click(await stopButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^We don’t know yet whether it is stopped/,
    );
  });
});

describe('one that needs the person', () => {
  async function openAsking(reason: string) {
    const app = await pressSend();
    await app.db
      .updateTable('orders')
      .set({ state: 'needs_you', reason, revision: 2 })
      .where('id', '=', app.key)
      .execute();
    await app.queryClient.invalidateQueries({ queryKey: ['sends'] });
    await heading('Nothing was sent: please decide');
    return app;
  }

  it('shows then and now, and is sent with one press', async () => {
    const { user, posts } = await openAsking('worse-rate');
    expect(
      screen.getByText('The rate fell, so Mamá Bogotá would get less than you saw.'),
    ).toBeVisible();
    const [then, now] = screen
      .getAllByRole('term')
      .filter(({ textContent }) => /^(You saw|Now)$/.test(textContent));
    expect(then?.nextSibling).toHaveTextContent(/^COP/);
    await waitFor(() => expect(now?.nextSibling).toHaveTextContent(/^COP/));
    await user.click(await screen.findByRole('button', { name: /^Send CLP.100,000 now$/ }));
    await waitFor(() => heading(sentTitle), { timeout: 10_000 });
    expect(posts()).toBe(1);
  }, 15_000);

  it('says once that a press sent nothing, and why', async () => {
    const { user, db, key, posts, browser } = await openAsking('late');
    const button = await screen.findByRole('button', { name: /^Send CLP.100,000 now$/ });
    await waitFor(() => expect(button).toBeEnabled());
    const hold = { kind: 'restored', since: 'now', detail: 'now', list_at: null } as const;
    await writeHold(db, 'restore', hold);
    await user.click(button);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Nothing was sent ?New transfers are paused/);
    await releaseHold(db, '2026-01-01T00:00:00.000Z');
    vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof browser.fetch>) => {
      if (String(url).endsWith('/resume'))
        await db.updateTable('orders').set({ revision: 3 }).where('id', '=', key).execute();
      return browser.fetch(url, init);
    });
    await user.click(button);
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        /^The transfer changed first ?Check what it says now\.$/,
      ),
    );
    expect(posts()).toBe(0);
  });

  it('is not sent now but held again, to a recipient that has changed', async () => {
    const { user, posts, db, key, queryClient } = await pressSend();
    await db
      .updateTable('orders')
      .set({ state: 'needs_you', reason: 'recipient-changed', fingerprint: 'before', revision: 2 })
      .where('id', '=', key)
      .execute();
    await queryClient.invalidateQueries({ queryKey: ['sends'] });
    const button = await screen.findByRole('button', { name: /^Send CLP.100,000$/ });
    await waitFor(() =>
      expect(button).toHaveAccessibleDescription('After Send you can stop it for 20 seconds.'),
    );
    await waitFor(() => expect(button).toBeEnabled());
    expect(screen.getByText('The recipient’s details changed')).toBeVisible();
    await user.click(button);
    await heading('Not sent yet');
    expect(screen.getByRole('timer')).toHaveTextContent(/^\d+ seconds/);
    expect(posts()).toBe(0);
  });

  describe('while the person is asked who they are', () => {
    const proof = 'p'.repeat(43);

    /** Presses Send, which asks for a code. @returns what each further press asks for */
    async function openProof() {
      const app = await openAsking('late');
      const { user, browser } = app;
      const pressed: unknown[] = [];
      const need = { above: '5000', needed: true, methods: ['totp'], counts_from: null };
      vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof browser.fetch>) => {
        const [path = ''] = String(url).split('?');
        if (path === stepUpPaths.answer) return new Response(null, { status: 204 });
        if (path === stepUpPaths.proof) {
          const challenge = { id: proof, methods: ['totp'], passkey: null };
          return Response.json(init?.method === 'POST' ? challenge : need);
        }
        if (!path.endsWith('/resume')) return browser.fetch(url, init);
        pressed.push(JSON.parse(String(init?.body)));
        const problem = { type: '/problems/step-up-required', title: 'prove', status: 403 };
        const headers = { 'content-type': 'application/problem+json' };
        return new Response(JSON.stringify(problem), { status: 403, headers });
      });
      const button = await screen.findByRole('button', { name: /^Send CLP.100,000 now$/ });
      await waitFor(() => expect(button).toBeEnabled());
      await user.click(button);
      const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
      return { ...app, pressed, code: await dialog.findByLabelText('Code') };
    }

    it('is sent as it was pressed, whatever is read behind the question', async () => {
      const { user, db, key, queryClient, pressed, code } = await openProof();
      await db.updateTable('orders').set({ fingerprint: 'before' }).where('id', '=', key).execute();
      await act(() => queryClient.invalidateQueries({ queryKey: ['sends'] }));
      await screen.findByText('The recipient’s details changed');
      await user.type(code, '123456{Enter}');
      await waitFor(() => expect(pressed).toHaveLength(2));
      expect(pressed[1]).toEqual({ ...Object(pressed[0]), proof });
    });

    it('closes the question when the transfer changes first', async () => {
      const { db, key, queryClient, pressed } = await openProof();
      await db.updateTable('orders').set({ revision: 3 }).where('id', '=', key).execute();
      await act(() => queryClient.invalidateQueries({ queryKey: ['sends'] }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(screen.getByRole('alert')).toHaveTextContent(/^The transfer changed first/);
      expect(pressed).toHaveLength(1);
    });
  });

  it('warns of a recipient that has changed for whatever reason it asks, and else accepts none', async () => {
    const { user, db, key, browser, queryClient } = await openAsking('worse-rate');
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof browser.fetch>) => {
      if (!String(url).endsWith('/resume')) return browser.fetch(url, init);
      sent.push(String(init?.body));
      throw new TypeError('cut off');
    });
    const button = await screen.findByRole('button', { name: /^Send CLP.100,000 now$/ });
    await waitFor(() => expect(button).toBeEnabled());
    expect(screen.queryByText('The recipient’s details changed')).not.toBeInTheDocument();
    await user.click(button);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).not.toContain('fingerprint');
    await db.updateTable('orders').set({ fingerprint: 'before' }).where('id', '=', key).execute();
    await act(() => queryClient.invalidateQueries({ queryKey: ['sends'] }));
    expect(await screen.findByText('The recipient’s details changed')).toBeVisible();
    const again = await screen.findByRole('button', { name: /^Send CLP.100,000/ });
    await waitFor(() => expect(again).toBeEnabled());
    await user.click(again);
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toContain('destination_account_fingerprint');
  });

  it('says why Giro asks, whatever the reason is', async () => {
    const asNow = /^The payment service would not have taken it as it is\.$/;
    const noRate = /^The payment service had no rate for it\.$/;
    const noAccount = /^Your account could not send at that time\.$/;
    const keyIsUsed = /^We can’t send this one any more\. Stop it, then send a new one\.$/;
    const wordsOf: Record<AskingReason, RegExp> = {
      late: /^We could not send it in time\.$/,
      'worse-rate': /would get less than you saw\.$/,
      restored: /^We lost our latest records.*Look for it in Transfers first\.$/,
      'not-signed-in': noAccount,
      forbidden: noAccount,
      'account-not-found': /^The payment service doesn’t know this recipient\.$/,
      'recipient-archived': /^The recipient was archived\./,
      'recipient-changed': /^The recipient’s details changed after you pressed Send\.$/,
      'wallet-address-missing': /^This wallet has no address\./,
      'amount-too-small': /^The amount is too small/,
      'invalid-fields': asNow,
      'step-up-required': /^You have to confirm that it’s you\.$/,
      'limit-reached': /^You would be over your limit\./,
      'identical-send-open': /^The same transfer is not confirmed yet\./,
      'sent-before': /^The same transfer may have been sent already\.$/,
      'send-settled': /^Your earlier transfer did go through\./,
      'rate-not-available': noRate,
      'quote-refused': noRate,
      'service-refused': asNow,
      'key-reused': keyIsUsed,
      'send-forgotten': keyIsUsed,
    };
    const { db, key, queryClient } = await openAsking('late');
    for (const reason of askingReasons) {
      await db.updateTable('orders').set({ reason }).where('id', '=', key).execute();
      await act(() => queryClient.invalidateQueries({ queryKey: ['sends'] }));
      expect(
        await screen.findByText(wordsOf[reason], { selector: '[role=status] p' }),
      ).toBeVisible();
    }
  });

  it('can be stopped', async () => {
    const { user, posts } = await openAsking('late');
    await user.click(await stopButton());
    await heading('Stopped: nothing was sent');
    expect(posts()).toBe(0);
  });
});

it('says why nothing was sent when its time came', async () => {
  const { go, browser, recipient, clock, db, queryClient } = await openHeld();
  const { body } = await sendMoney(browser, recipient.id, { source_amount_cents: '404' });
  await go(paths.sendOutcome(body.order.id));
  await heading('Not sent yet');
  clock.time += 21_000;
  const refused = 'Nothing was sent: the payment service refused it';
  await waitFor(() => heading(refused), { timeout: 10_000 });
  expect(screen.getByText('No money moved. There was no rate for these currencies.')).toBeVisible();
  const become = async (change: { state: 'refused' | 'not_sent'; reason: string }) => {
    await db.updateTable('sends').set(change).execute();
    await queryClient.invalidateQueries({ queryKey: ['sends'] });
  };
  await become({ state: 'refused', reason: 'send-refused' });
  expect(await screen.findByText('No money moved. The payment service refused it.')).toBeVisible();
  await become({ state: 'not_sent', reason: 'not-written' });
  await heading('This transfer was not sent');
  const unwritten = 'No money moved. It did not reach the payment service.';
  expect(screen.getByText(unwritten)).toBeVisible();
}, 15_000);

it('is not sent twice: the same transfer again leads to the one that waits', async () => {
  const { check, user, key, posts } = await pressSend();
  await check(100_000);
  await user.click(await sendButton());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^Nothing was sent: the same transfer is waiting/);
  expect(screen.getByRole('link', { name: 'Show that transfer' })).toHaveAttribute(
    'href',
    paths.sendOutcome(key),
  );
  expect(posts()).toBe(0);
});

it.each(['/', '/transfers'])('%s shows it apart, as not sent', async (path) => {
  const { go, key } = await pressSend();
  await go(path);
  expect(await screen.findByText('One transfer is not sent yet')).toBeVisible();
  const link = screen.getByRole('link', { name: /^CLP.100,000 to Mamá Bogotá$/ });
  expect(link).toHaveAttribute('href', paths.sendOutcome(key));
  expect(link.closest('li')).toHaveTextContent(/today \d/);
});

it('leads from the check with its key to the page where it waits', async () => {
  const { check, key, address } = await pressSend();
  await check(100_000, { key });
  await heading('Not sent yet');
  expect(address()).toBe(paths.sendOutcome(key));
});

it('does not call one unsent that may have been sent before a loss and was stopped then', async () => {
  const { user, db, key, queryClient } = await pressSend();
  const asks = { ...unsure, state: 'needs_you', reason: 'restored', revision: 2 } as const;
  await db.updateTable('orders').set(asks).where('id', '=', key).execute();
  await act(() => queryClient.invalidateQueries({ queryKey: ['sends'] }));
  await heading('It may have been sent already: please check');
  await user.click(await stopButton());
  await heading('Stopped: it may have been sent before');
  expect(screen.getByText(/Look for it in Transfers before you send it again\.$/)).toBeVisible();
  expect(screen.getByText(/^For help, ask your administrator/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show transfers' })).toBeVisible();
  expect(screen.queryByText(/^No money moved/)).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Send it again' })).not.toBeInTheDocument();
});

it('says it also of one that was paused, and of one that support stopped', async () => {
  const { db, key, queryClient } = await pressSend();
  const show = async (change: Partial<OrderRow>) => {
    await db.updateTable('orders').set(change).where('id', '=', key).execute();
    await act(() => queryClient.invalidateQueries({ queryKey: ['sends'] }));
  };
  await show({ ...unsure, waits_for: 'person', release_at: null });
  await heading('Paused: it may have been sent before');
  expect(screen.getByText(/Look for it in Transfers first\. You paused it/)).toBeVisible();
  await show({ state: 'needs_you', waits_for: 'time', reason: 'worse-rate' });
  await heading('It may have been sent already: please check');
  expect(screen.getByText(/in Transfers first\. The rate fell/)).toBeVisible();
  const { user_id } = (await findOrder(db, key)) ?? {};
  const reason = 'The recipient is a known fraud';
  await show({ state: 'stopped', reason, ended_by: user_id ?? null });
  await heading('Support stopped it: it may have been sent before');
  expect(screen.getByText(new RegExp(reason))).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show transfers' })).toBeVisible();
  await show({ state: 'expired', reason: 'missed', ended_by: null });
  await heading('Ended: it may have been sent before');
  expect(screen.queryByText(/^No money moved/)).not.toBeInTheDocument();
});

it('keeps one for its day that asks ahead of it, without the rate of now', async () => {
  const { user, go, db, browser, recipient } = await openHeld();
  const { id } = await scheduleTransfer(browser, recipient.id);
  const asks = { ...unsure, state: 'needs_you', reason: 'restored', revision: 2 } as const;
  await db.updateTable('orders').set(asks).where('id', '=', id).execute();
  const before = await findOrder(db, id);
  await go(paths.sendOutcome(id));
  const keep = await screen.findByRole('button', { name: /^Keep it: sent on \w+, October 31/ });
  expect(screen.queryByText('You saw')).not.toBeInTheDocument();
  await waitFor(() => expect(keep).toBeEnabled());
  await user.click(keep);
  await heading('Not sent yet');
  const { release_at, floor, quote } = (await findOrder(db, id)) ?? {};
  const kept = { release_at: before?.release_at, floor: before?.floor, quote: before?.quote };
  expect({ release_at, floor, quote }).toEqual(kept);
});

it('does not call one that repeats unsent once it has ended', async () => {
  const { go, db, browser, recipient, queryClient } = await openHeld();
  const { id, revision } = await scheduleTransfer(browser, recipient.id);
  await browser.call('POST', orderPaths.stop(id), { revision });
  await go(paths.sendOutcome(id));
  await heading('Stopped: nothing more is sent');
  expect(screen.getByText('What was sent before is in your transfers.')).toBeVisible();
  expect(screen.queryByText(/^No money moved/)).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Send it again' })).not.toBeInTheDocument();
  const end = { state: 'expired', reason: 'missed', ended_by: null } as const;
  await db.updateTable('orders').set(end).where('id', '=', id).execute();
  await act(() => queryClient.invalidateQueries({ queryKey: ['sends'] }));
  await heading('Ended: nothing more is sent');
});

it('asks before all of one that repeats is stopped, and skips a day alone', async () => {
  const { user, go, db, browser, recipient } = await openHeld();
  const { id } = await scheduleTransfer(browser, recipient.id);
  const late = { state: 'needs_you', reason: 'late', revision: 2 } as const;
  await db.updateTable('orders').set(late).where('id', '=', id).execute();
  await go(paths.sendOutcome(id));
  await user.click(await screen.findByRole('button', { name: 'Skip October 31' }));
  const inDialog = async (name: string) =>
    within(await screen.findByRole('dialog')).getByRole('button', { name });
  await user.click(await inDialog('Skip October 31'));
  await heading('Not sent yet');
  expect(await findOrder(db, id)).toMatchObject({ state: 'waiting', occurrence: 2 });
  expect(await screen.findByRole('button', { name: 'Skip November 30' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stop all' }));
  expect((await findOrder(db, id))?.state).toBe('waiting');
  await user.click(await inDialog('Stop transfer'));
  await heading('Stopped: nothing more is sent');
  expect((await findOrder(db, id))?.state).toBe('stopped');
});

it('shows one as possibly sent after a loss, and not as unsent', async () => {
  const { go, db, key } = await pressSend();
  const asks = { ...unsure, state: 'needs_you', reason: 'restored', revision: 2 } as const;
  await db.updateTable('orders').set(asks).where('id', '=', key).execute();
  await go('/transfers');
  const link = await screen.findByRole('link', { name: /^CLP.100,000 to Mamá Bogotá$/ });
  const notice = link.closest('[role=status]');
  expect(notice).toHaveTextContent(/^One transfer may have been sent already ?Look for it/);
  expect(notice).not.toHaveTextContent(/not sent yet|Nothing was sent/);
  expect(screen.queryByText('One transfer is not sent yet')).not.toBeInTheDocument();
});
