import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { hideTab } from '../../support/event-source.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';
import { tabStorageKeys } from '../../support/tab-storage.ts';

// They wait for reads, polls and reconnections of a real server.
vi.setConfig({ testTimeout: 60_000 });
afterEach(() => {
  vi.useRealTimers();
  hideTab(false);
  sessionStorage.clear();
});

/** A browser's notices, and how the person answers when they are asked. */
function withNotices(answer: NotificationPermission) {
  const shown: { text: string; click(): void }[] = [];
  class Notices extends EventTarget {
    static permission: NotificationPermission = 'default';
    static async requestPermission() {
      Notices.permission = answer;
      return answer;
    }
    constructor(text: string) {
      super();
      shown.push({ text, click: () => void this.dispatchEvent(new Event('click')) });
    }
    close() {}
  }
  vi.stubGlobal('Notification', Notices);
  return shown;
}

async function openTransfer(fields = {}) {
  const clock = { time: Date.now(), now: () => clock.time };
  const sent = { id: '' };
  const app = await renderApp('/transfers', {
    live: true,
    sandbox: { clock },
    tracking: { intervals: { min: 25, max: 50 } },
    before: async (browser) => {
      const { id } = await addRecipient(browser);
      sent.id = (await sendMoney(browser, id, fields)).body.id;
    },
  });
  await act(() => app.router.navigate(`/transfers/${sent.id}`));
  await screen.findByRole('heading', { level: 1, name: `Transfer ${sent.id}` });
  const press = (name: string) => app.user.click(screen.getByRole('button', { name }));
  return { ...app, ...sent, clock, press };
}

it('tells by a notice and the title when it ends, wherever in the app the person is', async () => {
  const shown = withNotices('granted');
  const { clock, id, press, router, user } = await openTransfer();
  await press('Tell me when it ends');
  await screen.findByText(/^Your browser will tell you/);
  expect(Object.values(sessionStorage)).toContain(id);
  await act(() => router.navigate('/recipients'));
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  clock.time += 11_000;
  await waitFor(() =>
    expect(shown.map(({ text }) => text)).toEqual([`Transfer ${id} was executed.`]),
  );
  expect(document.title).toBe(`✓ Executed · Transfer ${id}`);
  await user.keyboard('{Shift}');
  expect(document.title).toMatch(/^Recipients/);
  act(() => shown[0]?.click());
  await screen.findByRole('heading', { level: 1, name: `Transfer ${id}` });
  expect(Object.values(sessionStorage)).not.toContain(id);
  expect(screen.queryByRole('button', { name: /tell me/i })).not.toBeInTheDocument();
});

it('notices it in a hidden tab, which has no stream', async () => {
  const shown = withNotices('granted');
  const { clock, id, press, streams } = await openTransfer({ source_amount_cents: '13' });
  await press('Tell me when it ends');
  await waitFor(() => expect(streams.open()).toBe(1));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  act(() => hideTab(true));
  clock.time += 11_000;
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect([shown[0]?.text, document.title]).toEqual([
    `Transfer ${id} was rejected.`,
    `✕ Rejected · Transfer ${id}`,
  ]);
});

it('says that notices are not allowed, and tells by the title alone', async () => {
  const shown = withNotices('denied');
  const { clock, id, press } = await openTransfer();
  await press('Tell me when it ends');
  await screen.findByText(/^Notices of this app are not allowed in this browser\./);
  clock.time += 11_000;
  await waitFor(() => expect(document.title).toBe(`✓ Executed · Transfer ${id}`));
  expect(shown).toEqual([]);
});

it('says that this browser has none, and stops when asked to', async () => {
  const { press } = await openTransfer();
  await press('Tell me when it ends');
  await screen.findByText(/^This browser can’t show notices here\./);
  await press('Don’t tell me');
  expect(screen.queryByText(/can’t show notices/)).not.toBeInTheDocument();
  expect(tabStorageKeys().map((key) => sessionStorage.getItem(key))).toEqual(['']);
});

it('forgets what was watched at sign-out', async () => {
  const { press, id } = await openTransfer();
  await press('Tell me when it ends');
  expect(Object.values(sessionStorage)).toContain(id);
  await press('Sign out');
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  // The page goes first, and then what was kept for it.
  await waitFor(() => expect(Object.keys(sessionStorage)).toEqual(['giro-left']));
});
