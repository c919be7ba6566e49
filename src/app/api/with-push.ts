import { browserStorage } from './storage.ts';

/** In local storage while the person wants notifications in this browser. */
export const pushKey = 'giro push';

/**
 * Calls it with the code of notifications, which comes only where the person wants them. Fails silently:
 * the next visit renews them.
 */
export function withPush(work: (push: typeof import('./push.ts')) => Promise<unknown>): void {
  if (browserStorage.readText(pushKey) !== null)
    void import('./push.ts').then(work).catch(() => {});
}
