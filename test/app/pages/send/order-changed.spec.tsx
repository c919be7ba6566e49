import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paths } from '../../../../src/app/router/paths.ts';
import { findOrder } from '../../../../src/bff/ledger/orders/orders.ts';
import { intercept, tooMany } from '../../../support/intercept.ts';
import { nextYear, scheduleTransfer } from '../../../support/orders.ts';
import { sentTitle } from '../../../support/sent-title.ts';
import { heading, openHeld, pressSend, stopButton } from './open-held.ts';
import { sendButton } from './open-send.ts';

describe('Skip', () => {
  const skipButton = (day: string) => screen.findByRole('button', { name: `Skip ${day}` });
  const inDialog = async (name: string) =>
    within(await screen.findByRole('dialog')).getByRole('button', { name });

  async function openMonthly() {
    const app = await openHeld();
    const { id } = await scheduleTransfer(app.browser, app.recipient.id);
    await app.go(paths.sendOutcome(id));
    const press = async () => {
      await app.user.click(await skipButton('October 31'));
      await app.user.click(await inDialog('Skip October 31'));
    };
    return { ...app, id, press };
  }

  it('never asks about the day after the one that it asked about, once its answer is lost', async () => {
    const { browser, db, id, press } = await openMonthly();
    intercept(browser, /\/skip$/, async (url, init) => {
      await browser.fetch(url, init);
      throw new TypeError('connection lost');
    });
    await press();
    expect(await screen.findByText('Nothing is sent on October 31')).toBeVisible();
    expect(await skipButton('November 30')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await findOrder(db, id)).toMatchObject({ revision: 2, occurrence: 2 });
  });

  it('says that the day was not skipped, if the transfer changed first', async () => {
    const { browser, db, id, press } = await openMonthly();
    intercept(browser, /\/skip$/, async (url, init) => {
      const day = `${nextYear}-11-30`;
      await browser.call('POST', `/api/orders/${id}/skip`, { revision: 1, day });
      return browser.fetch(url, init);
    });
    await press();
    const title = 'October 31 was not skipped: the transfer changed first';
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await findOrder(db, id)).toMatchObject({ revision: 2, occurrence: 1 });
  });

  it('keeps its question while nothing is known, and skips that day once', async () => {
    const { user, browser, db, id, press } = await openMonthly();
    let isLost = true;
    intercept(browser, /\/skip$/, (url, init) => {
      if (!isLost) return browser.fetch(url, init);
      isLost = false;
      throw new TypeError('connection lost');
    });
    await press();
    expect(await within(await screen.findByRole('dialog')).findByRole('alert')).toBeVisible();
    await user.click(await inDialog('Skip October 31'));
    expect(await skipButton('November 30')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await findOrder(db, id)).toMatchObject({ revision: 2, occurrence: 2 });
  });
});

describe('Send of one that asks', () => {
  const title = 'We don’t know yet whether it goes out';

  async function openAsking() {
    const app = await pressSend();
    const asks = { state: 'needs_you', reason: 'late', revision: 2 } as const;
    await app.db.updateTable('orders').set(asks).where('id', '=', app.key).execute();
    await app.queryClient.invalidateQueries({ queryKey: ['sends'] });
    await heading('Nothing was sent: please decide');
    const button = await screen.findByRole('button', { name: /^Send CLP.100,000 now$/ });
    await waitFor(() => expect(button).toBeEnabled());
    return { ...app, press: () => app.user.click(button) };
  }

  it('pressed again after a lost answer claims nothing, and then shows that it was sent', async () => {
    const { browser, press, posts, queryClient } = await openAsking();
    let isCut = true;
    intercept(browser, /(POST .*\/resume|GET .*\/sends\/[^/]+)$/, async (url, init) => {
      if (isCut && init?.method !== 'POST') throw new TypeError('connection lost');
      const answer = await browser.fetch(url, init);
      if (answer.ok && init?.method === 'POST') throw new TypeError('connection lost');
      return answer;
    });
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent(title);
    await waitFor(() => expect(posts()).toBe(1));
    await press();
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        `${title}Press the button again: it is sent only once.`,
      ),
    );
    expect(screen.getByRole('alert')).not.toHaveTextContent(/Nothing was/);
    isCut = false;
    await queryClient.invalidateQueries({ queryKey: ['sends'] });
    await waitFor(() => heading(sentTitle), { timeout: 10_000 });
    expect(posts()).toBe(1);
  }, 15_000);

  it('stays unknown after a lost answer though a later press is refused', async () => {
    const { browser, press, posts } = await openAsking();
    let presses = 0;
    intercept(browser, /POST .*\/resume$/, async () => {
      presses += 1;
      if (presses > 1) return tooMany();
      throw new TypeError('connection lost');
    });
    await press();
    expect(await screen.findByRole('alert')).toHaveTextContent(title);
    await press();
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/Too many attempts/));
    expect(screen.getByRole('alert')).toHaveTextContent(title);
    expect(posts()).toBe(0);
  });
});

describe('Stop that comes too late', () => {
  it.each([
    ['refused', 'It had already ended: nothing was sent'],
    ['not_sent', 'It had already ended: nothing was sent'],
    ['unresolved', 'Too late to stop: it may have been sent'],
  ] as const)(
    'says what became of one that is %s',
    async (state, words) => {
      const { user, browser, clock, db } = await pressSend();
      let isCut = true;
      intercept(browser, /GET .*\/sends\/[^/]+$/, (url, init) => {
        if (isCut) throw new TypeError('connection lost');
        return browser.fetch(url, init);
      });
      clock.time += 21_000;
      const send = () => db.selectFrom('sends').selectAll().executeTakeFirst();
      await waitFor(async () => expect((await send())?.state).toBe('sent'), { timeout: 10_000 });
      const change = {
        state,
        transfer_id: null,
        reason: state === 'refused' ? 'send-refused' : null,
      };
      await db.updateTable('sends').set(change).execute();
      isCut = false;
      await user.click(await stopButton());
      expect(await screen.findByText(words)).toBeVisible();
      expect(screen.queryByText('Too late to stop: it was already sent')).not.toBeInTheDocument();
    },
    15_000,
  );
});

it('does not say of a paused one that it is sent all the same', async () => {
  const { go, browser, recipient } = await openHeld();
  const { id, revision } = await scheduleTransfer(browser, recipient.id);
  await browser.call('POST', `/api/orders/${id}/pause`, { revision, paused: true });
  await go(paths.sendOutcome(id));
  expect(await screen.findByText('You paused it, so we don’t send it.')).toBeVisible();
  expect(screen.queryByText(/it is sent all the same/)).not.toBeInTheDocument();
});

it.each([
  [
    'late',
    'Nothing was sent: the same transfer needs a decision',
    'We don’t send that one until you decide. Send it there, or stop it.',
  ],
  [
    'restored',
    'Nothing was sent: the same transfer needs a decision',
    'That one may have been sent already. Check it first.',
  ],
])('says of the same transfer that asks (%s) what it waits for', async (reason, title, words) => {
  const { check, user, db, key, posts } = await pressSend();
  const unsure_since = reason === 'restored' ? new Date().toISOString() : null;
  const asks = { state: 'needs_you', reason, unsure_since, revision: 2 } as const;
  await db.updateTable('orders').set(asks).where('id', '=', key).execute();
  await check(100_000);
  await user.click(await sendButton());
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.queryByText(/We send that one soon/)).not.toBeInTheDocument();
  expect(posts()).toBe(0);
});
