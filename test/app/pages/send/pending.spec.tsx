import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../../../../src/app/router/paths.ts';
import { sendMoney } from '../../../support/recipients.ts';
import { openSend, sendButton } from './open-send.ts';

afterEach(() => localStorage.clear());

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const notice = 'You pressed Send, but we got no answer';
type Refused = Pick<Awaited<ReturnType<typeof openSend>>, 'browser' | 'recipient'>;
const isPost = (init: RequestInit | undefined) => init?.method === 'POST';

/** Presses Send while requests get nowhere, and opens the line again when told to. */
async function pressInVain(options: Parameters<typeof openSend>[0] = {}) {
  const app = await openSend(options);
  await app.check(100_000);
  const button = await sendButton();
  const key = app.key() ?? '';
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await app.user.click(button);
  await heading('We can’t tell yet whether it was sent');
  return { ...app, key, connect: () => vi.stubGlobal('fetch', app.browser.fetch) };
}

describe('a transfer that never reached Giro', () => {
  it('is not sent, says what it was, and is sent from there under the same key', async () => {
    const { connect, user, key, posts, sandbox, address } = await pressInVain();
    connect();
    await waitFor(() => heading(/^Nothing was sent: CLP\s100,000 to Mamá Bogotá$/), {
      timeout: 10_000,
    });
    expect(posts()).toBe(0);
    await user.click(screen.getByRole('link', { name: 'Send it now' }));
    await heading('Check before you send');
    expect(new URL(address(), 'http://localhost').searchParams.get('key')).toBe(key);
    await user.click(await sendButton());
    await heading('Sent');
    expect(posts()).toBe(1);
    expect(sandbox.transfers).toMatchObject([{ source_amount_cents: 100_000n }]);
    expect(localStorage).toHaveLength(0);
  }, 20_000);

  it('leaves a trace for who left the page, that leads back until they have read it', async () => {
    const { connect, go, user, key } = await pressInVain();
    connect();
    await go('/transfers');
    await screen.findByText(notice);
    await user.click(screen.getByRole('link', { name: /^CLP\s100,000 to Mamá Bogotá$/ }));
    await heading(/^Nothing was sent: CLP\s100,000 to Mamá Bogotá$/);
    await go('/transfers');
    await heading('Transfers');
    expect(screen.queryByText(notice)).not.toBeInTheDocument();
    // Its address goes on to tell.
    await go(paths.sending(key));
    await heading(/^Nothing was sent: CLP\s100,000 to Mamá Bogotá$/);
  });

  it('is led back to no more by who read it on the page that was open', async () => {
    const { connect, go } = await pressInVain();
    connect();
    await waitFor(() => heading(/^Nothing was sent: CLP\s100,000 to Mamá Bogotá$/), {
      timeout: 10_000,
    });
    await go('/transfers');
    await heading('Transfers');
    expect(screen.queryByText(notice)).not.toBeInTheDocument();
  }, 20_000);

  it('leads back who went elsewhere before the page could tell', async () => {
    const { connect, go, router, key, browser } = await pressInVain();
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
    // Not awaited, for it waits for the answer.
    const opened = router.navigate(paths.sending(key));
    await asked.promise;
    await go('/recipients');
    answer.resolve();
    await opened;
    await go('/transfers');
    expect(await screen.findByText(notice)).toBeVisible();
  });

  it('is kept as ids and amounts alone, and gone with who signs out', async () => {
    const { connect, go, user } = await pressInVain();
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/Mamá|Bogotá|sender@|giro\.example/);
    expect(localStorage).toHaveLength(1);
    connect();
    await go('/recipients');
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await heading('Sign in');
    await waitFor(() => expect(localStorage).toHaveLength(0));
  });
});

it('is never said to be unsent while its request can still come in', async () => {
  const { check, user, key: keyNow, go, browser, posts, sandbox } = await openSend();
  await check(100_000);
  const button = await sendButton();
  const key = keyNow() ?? '';
  // The request is held up on its way, and comes in all the same after it was called off.
  let arrived: Promise<unknown> | undefined;
  vi.stubGlobal('fetch', (...[url, init]: Parameters<typeof browser.fetch>) => {
    if (!isPost(init)) return browser.fetch(url, init);
    return new Promise<Response>((_, reject) => {
      init?.signal?.addEventListener('abort', () => {
        arrived = browser.fetch(url, { ...init, signal: null });
        void arrived.then(() => reject(new DOMException('called off', 'AbortError')));
      });
    });
  });
  await user.click(button);
  await go('/transfers');
  await screen.findByText(notice);
  await go(paths.sending(key));
  await heading('Sent');
  expect(arrived).toBeDefined();
  expect(posts()).toBe(1);
  expect(sandbox.transfers).toHaveLength(1);
});

it('makes one transfer of a request that comes in late and of sending it again', async () => {
  const { check, user, key: keyNow, browser, posts, sandbox } = await openSend();
  await check(100_000);
  const button = await sendButton();
  const key = keyNow() ?? '';
  const held: (() => Promise<unknown>)[] = [];
  vi.stubGlobal('fetch', (...[url, init]: Parameters<typeof browser.fetch>) => {
    if (!isPost(init)) return browser.fetch(url, init);
    held.push(() => browser.fetch(url, { ...init, signal: null }));
    return Promise.reject(new TypeError('the line broke'));
  });
  await user.click(button);
  await heading(/^Nothing was sent/);
  vi.stubGlobal('fetch', browser.fetch);
  await user.click(screen.getByRole('link', { name: 'Send it now' }));
  await heading('Check before you send');
  const again = await sendButton();
  await held[0]?.();
  await user.click(again);
  await heading('Sent');
  expect(posts()).toBe(1);
  expect(sandbox.transfers).toHaveLength(1);
  const { body } = await browser.call('GET', `/api/sends/${key}`);
  expect(body.state).toBe('sent');
});

describe.each([
  [401, 'who is signed out', async ({ browser }: Refused) => browser.cookies.clear()],
  [
    429,
    'who pressed too often',
    async ({ browser, recipient }: Refused) => {
      const other = await sendMoney(browser, recipient.id, { source_amount_cents: '1000' });
      expect(other.status).toBe(201);
    },
  ],
])('an answer of %i, to %s', (status, _who, refuse) => {
  const env = { SENDS_PER_MINUTE: '1' };
  const kept = () => JSON.parse(localStorage.getItem('giro-pending-sends') ?? '[]');
  const answers: number[] = [];

  /** Counts what each press is answered. */
  function listen({ browser }: Refused) {
    answers.length = 0;
    vi.stubGlobal('fetch', async (...[url, init]: Parameters<typeof browser.fetch>) => {
      const answer = await browser.fetch(url, init);
      if (isPost(init) && String(url).includes('/api/transfers')) answers.push(answer.status);
      return answer;
    });
  }

  it('says nothing of an earlier press of the same key, whose trace stays', async () => {
    const app = await pressInVain({ env });
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

  it('leaves no trace of a press that it alone answers', async () => {
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
