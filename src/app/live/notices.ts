/** What of the browser tells a person who looks elsewhere; `none` where it has no notices. */
export type NoticeLeave = NotificationPermission | 'none';

export function noticeLeave(): NoticeLeave {
  return typeof Notification === 'undefined' ? 'none' : Notification.permission;
}

/** Asks for the person's leave, where they have not said yet. To be called as they press a button. */
export async function askLeave(): Promise<NoticeLeave> {
  if (noticeLeave() === 'default') await Notification.requestPermission();
  return noticeLeave();
}

/** Shows a notice of the browser, where there is leave for it. */
export function showNotice(text: string, tag: string, onClick: () => void): void {
  if (noticeLeave() !== 'granted') return;
  try {
    const notice = new Notification(text, { tag });
    notice.addEventListener('click', () => {
      window.focus();
      onClick();
      notice.close();
    });
  } catch (error) {
    // Some phones show notices of installed apps alone; the tab's title tells it there.
    if (!(error instanceof TypeError)) throw error;
  }
}
