import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { paths } from '../../../../src/app/router/paths.ts';
import { sentTitle } from '../../../support/sent-title.ts';
import { openSend, sendButton } from './open-send.ts';

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const stopButton = () => screen.findByRole('button', { name: 'Stop' });

/** Opens the check of a transfer that is held for 20 s, by a clock that the test moves. */
async function openHeld(options: Parameters<typeof openSend>[0] = {}) {
  const clock = { time: Date.now(), now: () => clock.time };
  const app = await openSend({
    sandbox: { clock },
    env: { HOLD_SECONDS: '20' },
    orders: { everyMs: 25 },
    ...options,
  });
  await app.check(100_000);
  return { ...app, clock };
}

/** The same after Send was pressed. */
async function pressSend(options: Parameters<typeof openSend>[0] = {}) {
  const app = await openHeld(options);
  await app.user.click(await sendButton());
  await heading('Not sent yet');
  const key = app.address().split('/').at(-1) ?? '';
  const order = async () => (await app.browser.call('GET', `/api/sends/${key}`)).body.order;
  /** What a session at another device does. */
  const stopElsewhere = async () => {
    const { revision } = await order();
    await app.browser.call('POST', `/api/orders/${key}/stop`, { revision });
  };
  return { ...app, key, stopElsewhere };
}

it('says before Send how long it can be stopped, and then waits with one button', async () => {
  const { user, address, posts, container } = await openHeld();
  const button = await sendButton();
  await waitFor(() =>
    expect(button).toHaveAccessibleDescription(/^After Send you can stop it for 20 seconds\./),
  );
  await user.click(button);
  await heading('Not sent yet');
  expect(address()).toMatch(/^\/sends\/[\w-]{36}$/);
  expect(screen.getByText(/^We send it at \d/)).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent(/^(20|1\d) seconds/);
  expect(screen.getByText('Gloria Patiño')).toBeVisible();
  expect(screen.getByText(/would get less than COP/)).toBeVisible();
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
    await user.click(screen.getByRole('button', { name: /^Send CLP.100,000 now$/ }));
    await waitFor(() => heading(sentTitle), { timeout: 10_000 });
    expect(posts()).toBe(1);
  }, 15_000);

  it('can be stopped', async () => {
    const { user, posts } = await openAsking('late');
    await user.click(await stopButton());
    await heading('Stopped: nothing was sent');
    expect(posts()).toBe(0);
  });
});

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
