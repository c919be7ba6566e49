import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../../../../src/app/router/paths.ts';
import { signOut } from '../../../support/account-menu.ts';
import { sendMoney } from '../../../support/recipients.ts';
import { sentTitle } from '../../../support/sent-title.ts';
import { openSend, sendButton } from './open-send.ts';

afterEach(() => localStorage.clear());

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const notice = 'You pressed Send, but we got no answer';
type Refused = Pick<Awaited<ReturnType<typeof openSend>>, 'browser' | 'recipient'>;
const isPost = (init: RequestInit | undefined) => init?.method === 'POST';

/** Presses Send while every request fails; `connect` restores the network. */
async function pressOffline(options: Parameters<typeof openSend>[0] = {}) {
  const app = await openSend(options);
  await app.check(100_000);
  const button = await sendButton();
  const key = app.key() ?? '';
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await app.user.click(button);
  await heading('We can’t tell yet whether it was sent');
  return { ...app, key, connect: () => vi.stubGlobal('fetch', app.browser.fetch) };
}

describe('a press of Send that never reached the BFF', () => {
  it('says that nothing was sent, and sends from there with the same key', async () => {
    const { connect, user, key, posts, sandbox, address } = await pressOffline();
    connect();
    await waitFor(() => heading(/^Nothing was sent: CLP\s100,000 to Mamá Bogotá$/), {
      timeout: 10_000,
    });
    expect(posts()).toBe(0);
    await user.click(screen.getByRole('link', { name: 'Send it now' }));
    await heading('Check before you send');
    expect(new URL(address(), 'http://localhost').searchParams.get('key')).toBe(key);
    await user.click(await sendButton());
    await heading(sentTitle);
    expect(posts()).toBe(1);
    expect(sandbox.transfers).toMatchObject([{ source_amount_cents: 100_000n }]);
    expect(localStorage).toHaveLength(0);
  }, 20_000);

  it('shows a notice on other pages until the person has read the outcome', async () => {
    const { connect, go, user, key } = await pressOffline();
    connect();
    await go('/transfers');
    await screen.findByText(notice);
    await user.click(screen.getByRole('link', { name: /^CLP\s100,000 to Mamá Bogotá$/ }));
    await heading(/^Nothing was sent: CLP\s100,000 to Mamá Bogotá$/);
    await go('/transfers');
    await heading('Transfers');
    expect(screen.queryByText(notice)).not.toBeInTheDocument();
    // The outcome page still tells it.
    await go(paths.sendOutcome(key));
    await heading(/^Nothing was sent: CLP\s100,000 to Mamá Bogotá$/);
  });

  it('shows no notice if the person read the outcome on the open page', async () => {
    const { connect, go } = await pressOffline();
    connect();
    await waitFor(() => heading(/^Nothing was sent: CLP\s100,000 to Mamá Bogotá$/), {
      timeout: 10_000,
    });
    await go('/transfers');
    await heading('Transfers');
    expect(screen.queryByText(notice)).not.toBeInTheDocument();
  }, 20_000);

  it('keeps the notice if the person left before the outcome was shown', async () => {
    const { connect, go, router, key, browser } = await pressOffline();
    connect();
    await go('/transfers');
    await screen.findByText(notice);
    const answer = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof browser.fetch>) => {
      if (String(url).includes(`/api/sends/${key}`)) {
        asked.resolve();
        await answer.promise;
      }
      return browser.fetch(url, init);
    });
    // Not awaited: it resolves with the held answer.
    const opened = router.navigate(paths.sendOutcome(key));
    await asked.promise;
    await go('/recipients');
    answer.resolve();
    await opened;
    await go('/transfers');
    expect(await screen.findByText(notice)).toBeVisible();
  });

  it('stores ids and amounts only, and removes them at sign-out', async () => {
    const { connect, go, user } = await pressOffline();
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/Mamá|Bogotá|sender@|giro\.example/);
    expect(localStorage).toHaveLength(1);
    connect();
    await go('/recipients');
    await signOut(user);
    await heading('Sign in');
    await waitFor(() => expect(localStorage).toHaveLength(0));
  });
});

it('never says "not sent" while the request can still arrive', async () => {
  const { check, user, key: keyNow, go, browser, posts, sandbox } = await openSend();
  await check(100_000);
  const button = await sendButton();
  const key = keyNow() ?? '';
  // The request is delayed, and arrives although it was aborted.
  let arrived: Promise<unknown> | undefined;
  vi.stubGlobal('fetch', (...[url, init]: Parameters<typeof browser.fetch>) => {
    if (!isPost(init)) return browser.fetch(url, init);
    return new Promise<Response>((_, reject) => {
      init?.signal?.addEventListener('abort', () => {
        arrived = browser.fetch(url, { ...init, signal: null });
        void arrived.then(() => reject(new DOMException('aborted', 'AbortError')));
      });
    });
  });
  await user.click(button);
  await go('/transfers');
  await screen.findByText(notice);
  await go(paths.sendOutcome(key));
  await heading(sentTitle);
  expect(arrived).toBeDefined();
  expect(posts()).toBe(1);
  expect(sandbox.transfers).toHaveLength(1);
});

it('creates one transfer from a late request and a retry', async () => {
  const { check, user, key: keyNow, browser, posts, sandbox } = await openSend();
  await check(100_000);
  const button = await sendButton();
  const key = keyNow() ?? '';
  const held: (() => Promise<unknown>)[] = [];
  vi.stubGlobal('fetch', (...[url, init]: Parameters<typeof browser.fetch>) => {
    if (!isPost(init)) return browser.fetch(url, init);
    held.push(() => browser.fetch(url, { ...init, signal: null }));
    return Promise.reject(new TypeError('connection lost'));
  });
  await user.click(button);
  await heading(/^Nothing was sent/);
  vi.stubGlobal('fetch', browser.fetch);
  await user.click(screen.getByRole('link', { name: 'Send it now' }));
  await heading('Check before you send');
  const again = await sendButton();
  await held[0]?.();
  await user.click(again);
  await heading(sentTitle);
  expect(posts()).toBe(1);
  expect(sandbox.transfers).toHaveLength(1);
  const { body } = await browser.call('GET', `/api/sends/${key}`);
  expect(body.state).toBe('sent');
});

describe.each([
  [401, 'a person who is signed out', async ({ browser }: Refused) => browser.cookies.clear()],
  [
    429,
    'a person who pressed too often',
    async ({ browser, recipient }: Refused) => {
      const other = await sendMoney(browser, recipient.id, { source_amount_cents: '1000' });
      expect(other.status).toBe(201);
    },
  ],
])('a %i for %s', (status, _who, refuse) => {
  const env = { SENDS_PER_MINUTE: '1' };
  const kept = () => JSON.parse(localStorage.getItem('giro-pending-sends') ?? '[]');
  const answers: number[] = [];

  /** Records the status of each answer to Send. */
  function listen({ browser }: Refused) {
    answers.length = 0;
    vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof browser.fetch>) => {
      const answer = await browser.fetch(url, init);
      if (isPost(init) && String(url).includes('/api/transfers')) answers.push(answer.status);
      return answer;
    });
  }

  it('keeps the record of an earlier press of the same key', async () => {
    const app = await pressOffline({ env });
    app.connect();
    await app.user.click(
      await screen.findByRole('link', { name: 'Send it now' }, { timeout: 10_000 }),
    );
    await heading('Check before you send');
    const button = await sendButton();
    await refuse(app);
    listen(app);
    await app.user.click(button);
    await waitFor(() => expect(answers).toEqual([status]));
    await waitFor(() => expect(button).toBeEnabled());
    expect(kept()).toMatchObject([{ key: app.key, presses: 1 }]);
    expect(app.posts()).toBe(status === 429 ? 1 : 0);
  }, 20_000);

  it('removes the record of the press that it answers', async () => {
    const app = await openSend({ env });
    await app.check(100_000);
    const button = await sendButton();
    await refuse(app);
    listen(app);
    await app.user.click(button);
    await waitFor(() => expect(answers).toEqual([status]));
    await waitFor(() => expect(kept()).toEqual([]));
  });
});
