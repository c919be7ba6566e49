import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pushOf } from '../../src/bff/news/compose.ts';
import { openPage, startGiro } from '../support/journey.ts';
import { signIn } from '../support/sign-in.ts';

/** Delivers a push message to the page's worker, as the browser does after it has decrypted one. */
async function createPushes(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((done) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) done(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  return (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

/** Permits notifications. Chromium's headless shell can't show any: what a page sees of that is played. */
async function permitNotifications(page: Page) {
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(() => {
    if (Notification.permission === 'granted') return;
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  });
}

/** What the worker has shown. The headless shell's part is played: it keeps one notification for each tag. */
async function startShowing(page: Page): Promise<() => Promise<Shown[]>> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('the page has no service worker');
  const canShow = await worker.evaluate(() => Notification.permission === 'granted');
  if (canShow) {
    return () =>
      page.evaluate(async () => {
        const all = await (await navigator.serviceWorker.ready).getNotifications();
        return all.map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, data }));
      });
  }
  const kept = await worker.evaluateHandle(() => {
    const byTag = new Map<unknown, Shown>();
    ServiceWorkerRegistration.prototype.showNotification = async (title, options = {}) => {
      const { body = '', tag = '', lang = '', data = null } = options;
      byTag.set(tag || Symbol(), { title, body, tag, lang, data });
    };
    return byTag;
  });
  return () => kept.evaluate((byTag) => [...byTag.values()]);
}

type Shown = Pick<Notification, 'title' | 'body' | 'tag' | 'lang' | 'data'>;

const news = (subject: string) => ({
  ...{ number: '1', user_id: 'ana', kind: 'completed' as const, subject },
  ...{ created_at: '2026-11-01T12:00:00.000Z', planned_at: null, seen_at: null },
});

test('the worker shows a push message, and a repeated one once', async () => {
  const { url } = await startGiro();
  const page = await openPage(url, { serviceWorkers: 'allow' });
  await permitNotifications(page);
  await signIn(page, 'sender');
  const shown = await startShowing(page);
  const push = await createPushes(page);
  const message = JSON.stringify(pushOf(news('transfer 9061'), { language: 'es' }));
  await push(message);
  await expect.poll(() => shown()).toHaveLength(1);
  await push(message);
  await push(JSON.stringify(pushOf(news('transfer 9062'), { language: 'es' })));
  await expect.poll(() => shown()).toHaveLength(2);
  expect(await shown()).toContainEqual({
    title: 'Su transferencia está completada',
    body: expect.stringContaining('No tiene que hacer nada.'),
    tag: 'transfer 9061',
    lang: 'es-419',
    data: { url: '/transfers/9061' },
  });
});

test('the browser subscribes again when the app opens', async () => {
  const { url } = await startGiro();
  const page = await openPage(url, { serviceWorkers: 'allow' });
  await permitNotifications(page);
  // No push service is reached from here, so the browser's part is played.
  await page.addInitScript(() => {
    const endpoint = 'https://fcm.googleapis.com/fcm/send/device-1';
    const keys = { p256dh: 'BAAA', auth: 'AAAA' };
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () =>
      Object.assign(Object.create(PushSubscription.prototype), {
        toJSON: () => ({ endpoint, keys }),
      });
  });
  await signIn(page, 'sender');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    localStorage.setItem('giro push', 'on');
  });
  const renewed = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url() === `${url}/api/news/devices`,
  );
  await page.reload();
  expect((await renewed).postDataJSON()).toMatchObject({
    endpoint: 'https://fcm.googleapis.com/fcm/send/device-1',
    renew: true,
  });
});

test('a push message that says nothing readable breaks nothing', async () => {
  const { url } = await startGiro();
  const page = await openPage(url, { serviceWorkers: 'allow' });
  await permitNotifications(page);
  await signIn(page, 'sender');
  const shown = await startShowing(page);
  const push = await createPushes(page);
  await push('null');
  await expect.poll(() => shown()).toHaveLength(1);
  await push(JSON.stringify(pushOf(news('transfer 1'), { language: null })));
  await expect.poll(async () => (await shown()).map(({ tag }) => tag)).toContain('transfer 1');
});
