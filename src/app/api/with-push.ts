import { browserStorage, pushKey } from './storage.ts';

/**
 * Calls it with the code of notifications, which comes only where the person wants them. Fails silently:
 * the next visit renews them.
 */
export function withPush(work: (push: typeof import('./push.ts')) => Promise<unknown>): void {
  if (browserStorage.readText(pushKey) !== null)
    void import('./push.ts').then(work).catch(() => {});
}
