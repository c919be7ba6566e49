import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { signOut } from '../../support/account-menu.ts';
import { hideTab } from '../../support/event-source.ts';
import { eventually } from '../../support/eventually.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { renderApp } from '../../support/render-app.tsx';
import { tabStorageKeys } from '../../support/tab-storage.ts';

// The tests wait for polls and reconnects of a real server.
vi.setConfig({ testTimeout: 60_000 });
afterEach(() => {
  vi.useRealTimers();
  hideTab(false);
  sessionStorage.clear();
});

/** Stubs the Notification API; `answer` is the person's answer to the permission prompt. */
function stubNotifications(answer: NotificationPermission) {
  const shown: { text: string; click(): void }[] = [];
  class StubNotification extends EventTarget {
    static permission: NotificationPermission = 'default';
    static async requestPermission() {
      StubNotification.permission = answer;
      return answer;
    }
    constructor(text: string) {
      super();
      shown.push({ text, click: () => void this.dispatchEvent(new Event('click')) });
    }
    close() {}
  }
  vi.stubGlobal('Notification', StubNotification);
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
  await screen.findByRole('heading', { level: 1, name: new RegExp(`^Transfer ${sent.id}:`) });
  const press = (name: string) => app.user.click(screen.getByRole('button', { name }));
  return { ...app, ...sent, clock, press };
}

it('notifies of the end by notification and title, on any page of the app', async () => {
  const shown = stubNotifications('granted');
  const { clock, id, press, router, user } = await openTransfer();
  await press('Notify me');
  await screen.findByText(/^Your browser will notify you/);
  expect(Object.values(sessionStorage)).toContain(id);
  await act(() => router.navigate('/recipients'));
  await screen.findByRole('heading', { level: 1, name: 'Recipients' });
  clock.time += 11_000;
  await waitFor(() =>
    expect(shown.map(({ text }) => text)).toEqual([`Transfer ${id} is completed.`]),
  );
  expect(document.title).toBe(`✓ Completed · Transfer ${id}`);
  await user.keyboard('{Shift}');
  expect(document.title).toMatch(/^Recipients/);
  act(() => shown[0]?.click());
  await screen.findByRole('heading', { level: 1, name: new RegExp(`^Transfer ${id}:`) });
  expect(Object.values(sessionStorage)).not.toContain(id);
  expect(screen.queryByRole('button', { name: /notif/i })).not.toBeInTheDocument();
});

it('notifies in a hidden tab, which has no event stream', async () => {
  const shown = stubNotifications('granted');
  const { clock, id, press, streams } = await openTransfer({ source_amount_cents: '13' });
  await press('Notify me');
  await waitFor(() => expect(streams.open()).toBe(1));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  act(() => hideTab(true));
  clock.time += 11_000;
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  await eventually(() => expect(shown).toHaveLength(1));
  expect([shown[0]?.text, document.title]).toEqual([
    `Transfer ${id} was rejected: nothing was paid to the recipient.`,
    `✕ Rejected · Transfer ${id}`,
  ]);
});

it('says that notifications are blocked, and changes only the title', async () => {
  const shown = stubNotifications('denied');
  const { clock, id, press } = await openTransfer();
  await press('Notify me');
  await screen.findByText(/^This browser blocks our notifications\./);
  clock.time += 11_000;
  await waitFor(() => expect(document.title).toBe(`✓ Completed · Transfer ${id}`));
  expect(shown).toEqual([]);
});

it('says that the browser has no notifications, and turns off when asked', async () => {
  const { press } = await openTransfer();
  await press('Notify me');
  await screen.findByText(/^This browser can’t notify you here\./);
  expect(screen.getByText('We’ll tell you')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Turn off' })).toHaveFocus();
  await press('Turn off');
  expect(screen.queryByText('We’ll tell you')).not.toBeInTheDocument();
  expect(screen.queryByText(/can’t notify you/)).not.toBeInTheDocument();
  expect(tabStorageKeys().map((key) => sessionStorage.getItem(key))).toEqual(['']);
});

it('forgets the watched transfers at sign-out', async () => {
  const { press, id, user } = await openTransfer();
  await press('Notify me');
  expect(Object.values(sessionStorage)).toContain(id);
  await signOut(user);
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  // Sign-out clears session storage after it leaves the page.
  await waitFor(() => expect(Object.keys(sessionStorage)).toEqual(['giro-left']));
});
