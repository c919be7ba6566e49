import * as z from 'zod/mini';
import { newsSettings, pushDeviceAnswer } from '../../contract/api/news.ts';
import { apiPaths } from '../../contract/api/paths.ts';
import { request } from './request.ts';
import { browserStorage, pushKey, tabStorage } from './storage.ts';

/** Notifications in this browser with the tab closed. `install`: only for an app on the home screen (iOS). */
export type PushState = 'on' | 'off' | 'blocked' | 'install' | 'none';

// A tab renews once.
const renewedKey = 'giro push renewed';

/** What this browser can do, and whether the person turned it on. */
export async function pushState(): Promise<PushState> {
  const manager = await pushManager();
  if (!manager) return isUninstalledOnIos() ? 'install' : 'none';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await manager.getSubscription();
  return subscription && browserStorage.readText(pushKey) !== null ? 'on' : 'off';
}

/** Asks for permission and subscribes. Browsers require a press of a button. */
export async function turnOnPush(): Promise<PushState> {
  const manager = await pushManager();
  if (!manager) return pushState();
  const permission = await Notification.requestPermission();
  if (permission === 'granted') await subscribe(manager, false);
  return pushState();
}

/** Unsubscribes this browser, and has the server forget it. */
export async function turnOffPush(): Promise<PushState> {
  const endpoint = await dropSubscription();
  if (endpoint !== undefined) {
    const options = { method: 'DELETE', body: { endpoint } } as const;
    await request(z.undefined(), apiPaths.newsDevices, options);
  }
  return pushState();
}

/** Subscribes again, once in a tab: browsers and servers change their keys, and drop subscriptions. */
export async function renewPush(): Promise<void> {
  if (browserStorage.readText(pushKey) === null || tabStorage.readText(renewedKey) !== null) return;
  const manager = await pushManager();
  if (!manager || Notification.permission !== 'granted') return;
  await subscribe(manager, true);
  tabStorage.writeText(renewedKey, 'true');
}

/** Unsubscribes this browser. The server forgets it with the session. @returns its endpoint, if it had one */
export async function dropSubscription(): Promise<string | undefined> {
  browserStorage.remove(pushKey);
  const subscription = await (await pushManager())?.getSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint;
}

async function subscribe(manager: PushManager, renew: boolean) {
  const { push_key } = await request(newsSettings, apiPaths.newsSettings);
  const old = await manager.getSubscription();
  if (old && keyOf(old) !== push_key) await old.unsubscribe();
  const subscription = await manager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: push_key,
  });
  const body = { ...subscription.toJSON(), renew };
  const options = { method: 'POST', body } as const;
  const { subscribed } = await request(pushDeviceAnswer, apiPaths.newsDevices, options);
  if (subscribed) browserStorage.writeText(pushKey, 'on');
  else await dropSubscription();
}

function keyOf({ options: { applicationServerKey: key } }: PushSubscription): string {
  if (!key) return '';
  return btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** Undefined without a service worker, push messages or notifications. */
async function pushManager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator) || typeof Notification === 'undefined') return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration && 'pushManager' in registration ? registration.pushManager : undefined;
}

/** iOS has push messages only for an app that was added to the home screen. */
function isUninstalledOnIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad calls itself a Macintosh, which has no touch screen.
  const isIos =
    /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isIos && !window.matchMedia('(display-mode: standalone)').matches;
}
