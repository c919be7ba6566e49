import { QueryObserver } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { transferQuery, transfersQuery } from '../../../src/app/api/transfers.ts';
import { liveStore } from '../../../src/app/live/use-live-transfers.ts';
import { hideTab } from '../../support/event-source.ts';
import { startFakeTimers } from '../../support/fake-timers.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';

type Options = Parameters<typeof renderApp>[1];

const quick = { tracking: { intervals: { min: 25, max: 50 } } };
// The tests wait for polls and reconnects of a real server.
vi.setConfig({ testTimeout: 100_000 });
afterEach(() => hideTab(false));

/** Opens a transfer's page. The sandbox's clock moves only when the test moves it. */
async function openTransfer(options: Options = {}) {
  const clock = { time: Date.now(), now: () => clock.time };
  const sent = { id: '', recipient: '' };
  const app = await renderApp('/transfers', {
    ...quick,
    sandbox: { clock },
    live: true,
    ...options,
    before: async (browser) => {
      sent.recipient = (await addRecipient(browser)).id;
      sent.id = (await sendMoney(browser, sent.recipient)).body.id;
      // By then, the event of the send itself is over.
      const lastEvent = async () => (await browser.call('GET', '/api/transfers')).body.event_id;
      await expect.poll(lastEvent).toMatch(/\.1$/);
    },
  });
  await act(() => app.router.navigate(`/transfers/${sent.id}`));
  await screen.findByRole('heading', { level: 1, name: new RegExp(`^Transfer ${sent.id}:`) });
  const { queryClient, browser } = app;

  /** A page of the list, as a component would query it. */
  async function show(filters = {}) {
    const query = transfersQuery(filters);
    await queryClient.fetchQuery(query);
    onTestFinished(new QueryObserver(queryClient, query).subscribe(() => {}));
    return () => queryClient.getQueryData(query.queryKey);
  }

  return {
    ...app,
    ...sent,
    clock,
    show,
    isLive: () => liveStore(queryClient).state().isLive,
    timesRead: () => queryClient.getQueryState(transferQuery(sent.id).queryKey)?.dataUpdateCount,
    send: async (amount = 200_000) => {
      const source_amount_cents = String(amount);
      return (await sendMoney(browser, sent.recipient, { source_amount_cents })).body.id;
    },
  };
}

/** Counts the page's requests to a URL from here on. */
function callsTo(pattern: RegExp) {
  const fetchBefore = globalThis.fetch;
  let calls = 0;
  globalThis.fetch = (input, init) => {
    if (pattern.test(String(input))) calls += 1;
    return fetchBefore(input, init);
  };
  return () => calls;
}

const state = () => screen.getByRole('status', { name: 'Status' });
const step = (name: RegExp) => screen.getByText(name, { selector: 'li *' }).closest('li');
const notice = (text: RegExp) => screen.findByText(text);

it('shows each change with its time, over one stream', async () => {
  const { clock, streams, isLive } = await openTransfer();
  await waitFor(() => expect(isLive()).toBe(true));
  expect(state()).toHaveTextContent('Sent');
  clock.time += 5_000;
  await waitFor(() => expect(state()).toHaveTextContent('In progress'));
  await waitFor(() => expect(step(/^In progress/)).toHaveTextContent(/today \d/));
  clock.time += 6_000;
  await waitFor(() => expect(state()).toHaveTextContent('has arrived'));
  await waitFor(() => expect(step(/^Completed/)).toHaveTextContent(/today \d/));
  expect([streams.tried.length, streams.open()]).toEqual([1, 1]);
});

it('polls nothing while the stream is open, and polls when it is lost', async () => {
  const pass = startFakeTimers();
  const { streams, isLive } = await openTransfer();
  await waitFor(() => expect(isLive()).toBe(true));
  const calls = callsTo(/\/api\/transfers\/\d+$/);
  // Longer than a poll interval.
  await pass(4_500);
  expect(calls()).toBe(0);
  streams.refuse(true);
  streams.cut();
  await waitFor(() => expect(isLive()).toBe(false));
  await pass(4_500);
  await waitFor(() => expect(calls()).toBeGreaterThan(0));
});

it('shows changes after the first answer without reading it again', async () => {
  const pass = startFakeTimers();
  const { clock, streams, isLive, timesRead } = await openTransfer();
  await waitFor(() => expect(isLive()).toBe(true));
  expect(streams.tried).toEqual([expect.stringMatching(/\?after=[\w-]+\.\d+$/)]);
  // Longer than the refresher collects events.
  await pass(300);
  expect(timesRead()).toBe(1);
  clock.time += 5_000;
  await waitFor(() => expect(state()).toHaveTextContent('In progress'));
});

it('ignores a late answer with an older state', async () => {
  const { clock, id, isLive, queryClient } = await openTransfer();
  await waitFor(() => expect(isLive()).toBe(true));
  const fetchBefore = globalThis.fetch;
  const late = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<unknown>();
  globalThis.fetch = async (input, init) => {
    const answer = await fetchBefore(input, init);
    const isFirst = String(input).endsWith(`/${id}`) && globalThis.fetch !== fetchBefore;
    if (!isFirst) return answer;
    globalThis.fetch = fetchBefore;
    taken.resolve((await answer.clone().json()).transfer.state);
    await late.promise;
    return answer;
  };
  const reading = queryClient.refetchQueries({ queryKey: transferQuery(id).queryKey });
  expect(await taken.promise).toBe('pending');
  clock.time += 11_000;
  await waitFor(() => expect(state()).toHaveTextContent('has arrived'));
  late.resolve();
  await act(() => reading);
  expect(state()).toHaveTextContent('has arrived');
  // The event has no time, so the page is read once more.
  await waitFor(() => expect(step(/^Completed/)).toHaveTextContent(/today \d/));
});

it('updates the rows of a page in place, and reads its totals again', async () => {
  const { clock, show, id, send, isLive } = await openTransfer();
  const second = await send();
  await waitFor(() => expect(isLive()).toBe(true));
  const list = await show();
  clock.time += 5_000;
  await waitFor(() => expect(list()?.counts).toEqual({ assigned: 2 }));
  expect(list()?.items.map((row) => [row.id, row.state, row.alias])).toEqual([
    [second, 'assigned', 'Mamá Bogotá'],
    [id, 'assigned', 'Mamá Bogotá'],
  ]);
});

it('refetches a page once for many changes', async () => {
  const { clock, show, send, isLive } = await openTransfer();
  for (let more = 1; more <= 12; more += 1) await send(10_000 + more);
  await waitFor(() => expect(isLive()).toBe(true));
  const list = await show();
  await waitFor(() => expect(list()?.total).toBe(13));
  const calls = callsTo(/\/api\/transfers(\?|$)/);
  clock.time += 5_000;
  await waitFor(() => expect(list()?.counts).toEqual({ assigned: 13 }));
  expect(calls()).toBeLessThanOrEqual(2);
});

it('closes the stream in a hidden tab, and catches up after it', async () => {
  const { clock, streams, isLive, show, send } = await openTransfer();
  const list = await show();
  await waitFor(() => expect(isLive()).toBe(true));
  await waitFor(() => expect(list()?.event_id).toBeDefined());
  act(() => hideTab(true));
  await waitFor(() => expect(streams.open()).toBe(0));
  clock.time += 5_000;
  const second = await send();
  act(() => hideTab(false));
  await waitFor(() => expect(state()).toHaveTextContent('In progress'));
  await waitFor(() => expect(list()?.items[0]?.id).toBe(second));
  expect(streams.tried[1]).toMatch(/\?after=[\w-]+\.\d+$/);
});

it('reopens a broken stream after its last event', async () => {
  const { clock, streams, isLive } = await openTransfer();
  await waitFor(() => expect(isLive()).toBe(true));
  streams.cut();
  await waitFor(() => expect(isLive()).toBe(false));
  clock.time += 5_000;
  await waitFor(() => expect(isLive()).toBe(true));
  await waitFor(() => expect(state()).toHaveTextContent('In progress'));
  expect(streams.tried.at(-1)).toContain('after=');
});

it('polls while the stream is refused, and streams once it is accepted', async () => {
  const pass = startFakeTimers();
  const { clock, streams, isLive } = await openTransfer();
  await waitFor(() => expect(isLive()).toBe(true));
  streams.refuse(true);
  streams.cut();
  await waitFor(() => expect(isLive()).toBe(false));
  await pass(4_500);
  await waitFor(() => expect(streams.tried.length).toBeGreaterThan(1));
  clock.time += 5_000;
  await pass(4_500);
  await waitFor(() => expect(state()).toHaveTextContent('In progress'));
  expect(isLive()).toBe(false);
  streams.refuse(false);
  // The backoff is at most a minute and a half, with jitter.
  await pass(90_000);
  await waitFor(() => expect(isLive()).toBe(true));
});

it('polls without EventSource', async () => {
  const pass = startFakeTimers();
  const { clock, streams, isLive } = await openTransfer({ live: false });
  clock.time += 11_000;
  await pass(4_500);
  await waitFor(() => expect(state()).toHaveTextContent('has arrived'));
  expect([streams.tried.length, isLive()]).toEqual([0, false]);
});

it('learns from an ordinary request that the session ended', async () => {
  const pass = startFakeTimers();
  const { browser, streams, isLive } = await openTransfer();
  await waitFor(() => expect(isLive()).toBe(true));
  browser.cookies.clear();
  streams.cut();
  await waitFor(() => expect(isLive()).toBe(false));
  await pass(4_500);
  await screen.findByRole('heading', { name: 'Your session ended' });
});

it('closes the stream on pages without transfers, and resumes it after them', async () => {
  const { router, streams, isLive, id } = await openTransfer();
  await waitFor(() => expect(isLive()).toBe(true));
  await act(() => router.navigate('/recipients'));
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  await waitFor(() => expect(streams.open()).toBe(0));
  await act(() => router.navigate(`/transfers/${id}`));
  await screen.findByRole('heading', { level: 1, name: new RegExp(`^Transfer ${id}:`) });
  await waitFor(() => expect(isLive()).toBe(true));
  expect([streams.tried.length, streams.open()]).toEqual([2, 1]);
  expect(streams.tried[1]).toContain('after=');
});

it('announces once that the service does not answer, and once that it does again', async () => {
  const { stopService, startService, isLive } = await openTransfer();
  await waitFor(() => expect(isLive()).toBe(true));
  await stopService();
  const said = await notice(/^The payment service has not answered since \d{1,2}:\d\d/);
  const region = said.closest('[role=status]');
  expect(within(state()).getByText('Sent')).toBeVisible();
  await startService();
  await waitFor(() => expect(region).toHaveTextContent('This is up to date again.'));
  expect(screen.queryByText(/has not answered/)).not.toBeInTheDocument();
});

it('says that the browser is offline', async () => {
  await openTransfer();
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'));
  act(() => void window.dispatchEvent(new Event('offline')));
  await notice(/^No network\. What you see is from \d/);
});

it('reads the timeline again when the network is back, though the stream stayed open', async () => {
  const { clock, isLive, id } = await openTransfer();
  await waitFor(() => expect(isLive()).toBe(true));
  const connected = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    String(input).endsWith(`/${id}`)
      ? Promise.reject(new TypeError('no network'))
      : connected(input, init);
  clock.time += 5_000;
  await waitFor(() => expect(state()).toHaveTextContent('In progress'));
  clock.time += 6_000;
  await waitFor(() => expect(state()).toHaveTextContent('has arrived'));
  expect(step(/^Completed/)).not.toHaveTextContent('We didn’t see this step');
  globalThis.fetch = connected;
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(step(/^In progress/)).toHaveTextContent(/today \d/));
  expect(step(/^Completed/)).toHaveTextContent(/today \d/);
});
