/** Whether this browser may show notifications of Giro; `none` where it has none. */
export type NotificationsPermission = NotificationPermission | 'none';

export function notificationsPermission(): NotificationsPermission {
  return typeof Notification === 'undefined' ? 'none' : Notification.permission;
}

/** Asks the person, where they have not said yet. To be called as they press a button. */
export async function askPermission(): Promise<NotificationsPermission> {
  if (notificationsPermission() === 'default') await Notification.requestPermission();
  return notificationsPermission();
}

/** Shows a notification of the browser, where that is permitted. */
export function showNotification(text: string, tag: string, onClick: () => void): void {
  if (notificationsPermission() !== 'granted') return;
  try {
    const shown = new Notification(text, { tag });
    shown.addEventListener('click', () => {
      window.focus();
      onClick();
      shown.close();
    });
  } catch (error) {
    // Some phones show those of installed apps alone; the tab's title tells it there.
    if (!(error instanceof TypeError)) throw error;
  }
}
