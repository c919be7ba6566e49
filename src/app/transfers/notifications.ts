/** Permission to show notifications; `none` if the browser has no such API. */
export type NotificationsPermission = NotificationPermission | 'none';

export function notificationsPermission(): NotificationsPermission {
  return typeof Notification === 'undefined' ? 'none' : Notification.permission;
}

/** Asks for permission unless already answered. Browsers require a press of a button. */
export async function askPermission(): Promise<NotificationsPermission> {
  if (notificationsPermission() === 'default') await Notification.requestPermission();
  return notificationsPermission();
}

/**
 * Shows a browser notification, if permitted: by the service worker, which Android requires and which opens
 * `url` on a click, else by this tab. One with the same tag is replaced, also a pushed one.
 */
export async function showNotification(
  text: string,
  { tag, url }: { tag: string; url: string },
  onClick: () => void,
): Promise<void> {
  if (notificationsPermission() !== 'granted') return;
  const worker = await registeredWorker();
  if (worker) return worker.showNotification(text, { tag, data: { url } });
  try {
    const shown = new Notification(text, { tag });
    shown.addEventListener('click', () => {
      window.focus();
      onClick();
      shown.close();
    });
  } catch (error) {
    // Android's Chrome throws a TypeError here; the tab's title shows the result instead.
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Undefined where there is no service worker, such as over plain HTTP. */
async function registeredWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active ? registration : undefined;
}
