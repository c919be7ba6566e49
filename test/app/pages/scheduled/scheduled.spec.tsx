import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { changeOrder, findOrder } from '../../../../src/bff/ledger/orders/orders.ts';
import { createBrowser } from '../../../support/browser.ts';
import { intercept, tooMany } from '../../../support/intercept.ts';
import { addSent, addWaitingOrder, nextYear, scheduleTransfer } from '../../../support/orders.ts';
import { addPerson } from '../../../support/people.ts';
import { addRecipient, type Caller } from '../../../support/recipients.ts';
import { renderApp } from '../../../support/render-app.tsx';

type Options = Parameters<typeof renderApp>[1];

/** Opens the page with what is scheduled to one recipient. */
async function openScheduled(
  schedule: (caller: Caller, recipient: string) => Promise<unknown>,
  options: Options = {},
) {
  let recipient = '';
  const app = await renderApp('/scheduled', {
    ...options,
    before: async (browser) => {
      recipient = (await addRecipient(browser)).id;
      await schedule(browser, recipient);
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Scheduled' });
  const orders = () => app.db.selectFrom('orders').selectAll().execute();
  const orderNow = async () => {
    const [row] = await orders();
    if (!row) throw new Error('there is no order');
    return row;
  };
  return { ...app, recipient, orders, orderNow };
}

const card = (name = 'Mamá Bogotá') => screen.findByRole('article', { name });
const button = async (name: string | RegExp) => within(await card()).findByRole('button', { name });
const dialog = () => screen.findByRole('dialog');
const inDialog = async (name: string | RegExp) =>
  within(await dialog()).getByRole('button', { name });
const monthly = (caller: Caller, to: string) => scheduleTransfer(caller, to);
const once = (caller: Caller, to: string) => scheduleTransfer(caller, to, { kind: 'once' });

/** A day of next year in words. */
const dayOf = (month: number, day: number) =>
  new Intl.DateTimeFormat('en', {
    ...{ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' },
  }).format(Date.UTC(nextYear, month - 1, day));

describe('a scheduled transfer', () => {
  it('is shown with its amount, recipient, rule and next three days', async () => {
    await openScheduled(monthly);
    const one = await card();
    expect(one).toHaveTextContent(/CLP.50,000/);
    expect(one).toHaveTextContent('Every month on the 31st, 9:00 AM');
    expect(one).toHaveTextContent(dayOf(10, 31));
    expect(one).toHaveTextContent(`then ${dayOf(11, 30)} (last day), and ${dayOf(12, 31)}`);
    expect(one).not.toHaveTextContent('4821');
    expect(screen.getByRole('heading', { level: 2, name: 'Coming up' })).toBeVisible();
    expect(screen.getByText(/^Times are in Santiago\./)).toHaveTextContent('promise none');
    expect(within(one).getByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/scheduled\/[\w-]{36}\/edit$/),
    );
    expect(screen.getByRole('link', { current: 'page', name: 'Scheduled: 1' })).toBeVisible();
  });

  it('names the zone of each where they differ', async () => {
    await openScheduled(async (caller, to) => {
      await monthly(caller, to);
      await scheduleTransfer(caller, to, { kind: 'weekly', days: { zone: 'Europe/Madrid' } });
    });
    expect(await screen.findByText(/Every month on the 31st, 9:00 AM \(Santiago\)/)).toBeVisible();
    expect(screen.getByText(/^Every \w+day, 9:00 AM \(Madrid\)$/)).toBeVisible();
    expect(screen.queryByText(/^Times are in/)).not.toBeInTheDocument();
  });

  it('is not one that is held for some seconds', async () => {
    const { db, orderNow, orders, queryClient } = await openScheduled(once);
    await addWaitingOrder(db, (await orderNow()).user_id);
    expect(await orders()).toHaveLength(2);
    await act(() => queryClient.invalidateQueries());
    expect(await screen.findAllByRole('article')).toHaveLength(1);
  });
});

it('names its last transfer by how that ended', async () => {
  const { db, orderNow, queryClient } = await openScheduled(monthly);
  const key = await addSent(db, await orderNow());
  const names = {
    sent: 'Show the last one sent',
    unconfirmed: 'Show the last one',
    refused: 'See why the last one wasn’t sent',
    not_sent: 'See why the last one wasn’t sent',
  } as const;
  for (const state of ['sent', 'unconfirmed', 'refused', 'not_sent'] as const) {
    await db.updateTable('sends').set({ state }).where('key', '=', key).execute();
    await act(() => queryClient.invalidateQueries());
    const link = await within(await card()).findByRole('link', { name: names[state] });
    expect(link).toHaveAttribute('href', expect.stringMatching(`/sends/${key}$`));
  }
});

describe('Skip', () => {
  it('names the day, asks, and leaves out that day alone', async () => {
    const { user, orderNow } = await openScheduled(monthly);
    await user.click(await button('Skip October 31'));
    expect(await dialog()).toHaveAccessibleName('Skip October 31?');
    expect(await dialog()).toHaveTextContent(
      `Nothing is sent on ${dayOf(10, 31)}. The next one is on ${dayOf(11, 30)}.`,
    );
    expect((await orderNow()).occurrence).toBe(1);
    await user.click(await inDialog('Skip October 31'));
    expect(await screen.findByText(`Skipped October 31. Next: ${dayOf(11, 30)}`)).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await orderNow()).toMatchObject({ occurrence: 2, state: 'waiting' });
    expect(await button('Skip November 30')).toBeEnabled();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('changes nothing when it is cancelled', async () => {
    const { user, orderNow } = await openScheduled(monthly);
    await user.click(await button('Skip October 31'));
    await user.click(await inDialog('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await orderNow()).toMatchObject({ revision: 1, occurrence: 1 });
  });

  it('of the last day says that nothing more is sent', async () => {
    const { user, orderNow } = await openScheduled((caller, to) =>
      scheduleTransfer(caller, to, { days: { ends_after: 1 } }),
    );
    await user.click(await button('Skip October 31'));
    expect(await dialog()).toHaveTextContent('It’s the last one, so nothing more is sent.');
    await user.click(await inDialog('Skip October 31'));
    expect(await screen.findByText('Nothing is scheduled')).toBeVisible();
    expect((await orderNow()).state).toBe('stopped');
  });
});

it('is paused, and goes on', async () => {
  const { user, orderNow } = await openScheduled(monthly);
  await user.click(await button('Pause'));
  expect(await screen.findByText('Paused: nothing is sent until you resume')).toBeVisible();
  expect(await orderNow()).toMatchObject({ waits_for: 'person', release_at: null });
  expect(screen.getByRole('heading', { level: 2, name: 'Paused' })).toBeVisible();
  expect(await card()).toHaveTextContent(`If you resume today: ${dayOf(10, 31)}`);
  await user.click(await button('Resume'));
  expect(await screen.findByText(`Resumed. Next: ${dayOf(10, 31)}`)).toBeVisible();
  expect((await orderNow()).waits_for).toBe('time');
});

it('asks what is to be stopped without the failure of another change', async () => {
  const { user, browser } = await openScheduled(monthly);
  intercept(browser, /\/pause$/, async () => tooMany());
  await user.click(await button('Pause'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts');
  await user.click(await button('Stop'));
  expect(await dialog()).toHaveTextContent('Nothing more is sent to Mamá Bogotá.');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('says that a change failed whose question was closed before', async () => {
  const { user, browser, orderNow } = await openScheduled(once);
  const answered = Promise.withResolvers<Response>();
  intercept(browser, /\/stop$/, () => answered.promise);
  await user.click(await button('Stop'));
  await user.click(await inDialog('Stop transfer'));
  await user.click(await inDialog('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  answered.resolve(tooMany());
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts');
  expect((await orderNow()).state).toBe('waiting');
});

describe('Stop', () => {
  it('asks, says that nothing more is sent, and leads on to the quote', async () => {
    const { user, orderNow } = await openScheduled(once);
    expect(screen.queryByRole('button', { name: /^(Skip|Pause)/ })).not.toBeInTheDocument();
    await user.click(await button('Stop'));
    expect(await dialog()).toHaveTextContent('Nothing more is sent to Mamá Bogotá.');
    expect((await orderNow()).state).toBe('waiting');
    await user.click(await inDialog('Stop transfer'));
    expect(await screen.findByText('Stopped: nothing more is sent')).toBeVisible();
    expect((await orderNow()).state).toBe('stopped');
    expect(await screen.findByText('Nothing is scheduled')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Send money' })).toHaveAttribute('href', '/');
  });

  it('does not claim anything after a lost answer, and does it once when pressed again', async () => {
    const { user, browser, orderNow } = await openScheduled(once);
    let isLost = true;
    vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof browser.fetch>) => {
      if (isLost && String(url).endsWith('/stop')) throw new TypeError('connection lost');
      return browser.fetch(url, init);
    });
    await user.click(await button('Stop'));
    await user.click(await inDialog('Stop transfer'));
    expect(await within(await dialog()).findByRole('alert')).toHaveTextContent(
      'Try again if you still see it below',
    );
    isLost = false;
    await user.click(await inDialog('Stop transfer'));
    expect(await screen.findByText('Stopped: nothing more is sent')).toBeVisible();
    expect(await orderNow()).toMatchObject({ state: 'stopped', revision: 2 });
  });
});

describe('a change that comes too late', () => {
  it.each([
    ['paused', 'It’s paused now.'],
    ['stopped', 'It was stopped. Nothing more is sent.'],
  ])('says that it was %s', async (before, words) => {
    const { user, browser, orderNow, db } = await openScheduled(monthly);
    const { id, revision } = await orderNow();
    await screen.findByRole('button', { name: 'Skip October 31' });
    const change = before === 'paused' ? 'pause' : 'stop';
    const body = { revision, ...(change === 'pause' && { paused: true }) };
    await browser.call('POST', `/api/orders/${id}/${change}`, body);
    await user.click(await button('Skip October 31'));
    await user.click(await inDialog('Skip October 31'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Nothing was changed: something else came first/);
    expect(alert).toHaveTextContent(words);
    expect(within(alert).getByRole('link')).toHaveAttribute('href', `/sends/${id}`);
    expect((await findOrder(db, id))?.occurrence).toBe(1);
  });
});

describe('a change whose answer was lost, pressed again', () => {
  const press = {
    pause: async (user: UserEvent) => user.click(await button('Pause')),
    resume: async (user: UserEvent) => user.click(await button('Resume')),
    skip: async (user: UserEvent) => {
      if (!screen.queryByRole('dialog')) await user.click(await button('Skip October 31'));
      await user.click(await inDialog('Skip October 31'));
    },
  };
  it.each([
    ['pause', 'Paused: nothing is sent until you resume'],
    ['resume', `Resumed. Next: ${dayOf(10, 31)}`],
    ['skip', `Skipped October 31. Next: ${dayOf(11, 30)}`],
  ] as const)('says what the order is then: %s', async (change, words) => {
    const { user, browser, orderNow } = await openScheduled(async (caller, to) => {
      const { id, revision } = await monthly(caller, to);
      if (change !== 'resume') return;
      await caller.call('POST', `/api/orders/${id}/pause`, { revision, paused: true });
    });
    const { revision } = await orderNow();
    let isLost = true;
    // The list still shows it as it was.
    intercept(browser, /(POST .*\/(pause|skip)|GET .*\/orders)$/, async (url, init) => {
      if (isLost && init?.method === 'POST') await browser.fetch(url, init);
      if (isLost) throw new TypeError('connection lost');
      return browser.fetch(url, init);
    });
    await press[change](user);
    await screen.findByRole('alert');
    isLost = false;
    await press[change](user);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText(/^Nothing was changed/)).not.toBeInTheDocument();
    expect((await orderNow()).revision).toBe(revision + 1);
  });

  it.each([
    ['has other days', { first_day: `${nextYear}-10-15` }],
    ['repeats otherwise, and has passed that day', { kind: 'weekly', occurrence: 2 }],
    ['has another time, and has passed that day', { time: '08:00', occurrence: 2 }],
    ['ends before', { first_day: `${nextYear}-09-30`, ends_after: 1 }],
  ] as const)('calls no day skipped of one that %s', async (_, since) => {
    const { user, browser, orderNow, db } = await openScheduled(monthly);
    const { revision } = await orderNow();
    let isLost = true;
    intercept(browser, /(POST .*\/skip|GET .*\/orders)$/, async (url, init) => {
      if (isLost) throw new TypeError('connection lost');
      return browser.fetch(url, init);
    });
    await press.skip(user);
    await screen.findByRole('alert');
    await db
      .updateTable('orders')
      .set({ ...since, revision: revision + 1 })
      .execute();
    isLost = false;
    await press.skip(user);
    expect(await screen.findByText('It was changed or sent since')).toBeVisible();
    expect(screen.queryByText(/^(Skipped|Nothing was changed)/)).not.toBeInTheDocument();
  });
});

describe('what needs the person', () => {
  async function openAsking(kind: 'once' | 'monthly') {
    const release_at = new Date().toISOString();
    const app = await openScheduled((caller, to) => scheduleTransfer(caller, to, { kind }));
    const row = await app.orderNow();
    const asked = { state: 'needs_you', reason: 'worse-rate', release_at, revision: 2 } as const;
    await changeOrder(app.db, row, ['waiting'], asked, release_at);
    await act(() => app.queryClient.invalidateQueries());
    await screen.findByRole('heading', { level: 2, name: 'Needs you' });
    return { ...app, id: row.id };
  }

  it('says why nothing was sent, until when to decide, and leads to where it is answered', async () => {
    const { id } = await openAsking('monthly');
    const one = await card();
    expect(one).toHaveTextContent(
      'Nothing was sent. The rate fell, so Mamá Bogotá would get less than you saw.',
    );
    expect(one).toHaveTextContent(/Decide by .*\. Then we skip it\./);
    expect(within(one).getByRole('link', { name: 'Decide' })).toHaveAttribute(
      'href',
      `/sends/${id}`,
    );
    expect(await button('Skip October 31')).toBeEnabled();
  });

  it('after a loss claims neither that nothing was sent, nor that it passes', async () => {
    const { db, queryClient } = await openAsking('monthly');
    const unsure_since = '2026-01-01T00:00:00.000Z';
    await db.updateTable('orders').set({ reason: 'restored', unsure_since }).execute();
    await act(() => queryClient.invalidateQueries());
    await screen.findByText(/^We lost our latest records, so it may have been sent/);
    expect(await card()).not.toHaveTextContent('Nothing was sent');
    expect(await card()).not.toHaveTextContent('Decide by');
  });

  it('is also a paused one that may have been sent before a loss', async () => {
    const { db, queryClient } = await openScheduled(monthly);
    const unsure_since = '2026-01-01T00:00:00.000Z';
    const paused = { waits_for: 'person', release_at: null } as const;
    await db.updateTable('orders').set(paused).execute();
    await act(() => queryClient.invalidateQueries());
    await screen.findByRole('heading', { level: 2, name: 'Paused' });
    expect(await card()).not.toHaveTextContent('may have been sent');
    await db.updateTable('orders').set({ unsure_since }).execute();
    await act(() => queryClient.invalidateQueries());
    await screen.findByText(/^We lost our latest records, so it may have been sent/);
    expect(await card()).not.toHaveTextContent('Nothing was sent');
    expect(await button('Resume')).toBeEnabled();
  });

  it('of one day alone ends without an answer', async () => {
    await openAsking('once');
    expect(await card()).toHaveTextContent(/Decide by .*\. Then it ends, and nothing is sent\./);
  });
});

describe('a recipient', () => {
  it('that was archived is said, with the way to restore it', async () => {
    const { recipient } = await openScheduled(async (caller, to) => {
      await monthly(caller, to);
      await caller.call('PUT', `/api/destination_accounts/${to}/marks`, { archived: true });
    });
    const one = await card();
    expect(one).toHaveTextContent('This recipient is archived, so it won’t be sent.');
    expect(within(one).getByRole('link', { name: 'Restore the recipient' })).toHaveAttribute(
      'href',
      `/recipients/${recipient}`,
    );
  });

  it('that was changed since is said', async () => {
    await openScheduled(async (caller, to) => {
      await monthly(caller, to);
      const { body } = await caller.call('GET', `/api/destination_accounts/${to}`);
      const { country: _, editable: __, fingerprint: ___, ...shown } = body;
      const given = Object.entries(shown).filter(([, value]) => value !== null);
      const edited = { ...Object.fromEntries(given), bank_number: '00999999' };
      const { status } = await caller.call('PUT', `/api/destination_accounts/${to}`, edited);
      expect(status).toBe(200);
    });
    expect(await card()).toHaveTextContent('The recipient’s details changed');
  });

  it('that is as it was has nothing said', async () => {
    await openScheduled(monthly);
    expect(await card()).not.toHaveTextContent(/archived|changed/);
  });
});

it('of a colleague is shown without buttons', async () => {
  const { queryClient, app, db, recipient } = await openScheduled(monthly, {
    env: { SENDERS_SEE: 'all' },
  });
  const mate = { email: 'mate@giro.example', password: 'a long enough password' };
  await addPerson(db, { ...mate, name: 'Mate Rojas' });
  const colleague = createBrowser(app);
  await colleague.call('POST', '/api/session', mate);
  await scheduleTransfer(colleague, recipient, { source_amount_cents: '70000' });
  await act(() => queryClient.invalidateQueries());
  const theirs = await screen.findByText('Scheduled by Mate Rojas');
  const article = theirs.closest('article');
  expect(article).toHaveTextContent(/CLP.70,000/);
  expect(article?.querySelector('button')).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Stop' })).toHaveLength(1);
});

it('can’t be changed while offline, and the page says that it is sent all the same', async () => {
  await openScheduled(monthly);
  const stop = await button('Stop');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(stop).toBeDisabled();
  expect(screen.getByText(/Transfers are sent on their days/)).toBeVisible();
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(stop).toBeEnabled();
});
