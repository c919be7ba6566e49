import * as z from 'zod/mini';

/**
 * Wraps a browser storage. Where it is blocked, full or missing (as on the server), reads answer null
 * and writes do nothing.
 */
function guardedStorage(storage: () => Storage) {
  const listeners = new Set<() => void>();

  function attempt<T>(work: (storage: Storage) => T): T | null {
    // An error at each read would cost a page of the server.
    if (import.meta.env.SSR && typeof window === 'undefined') return null;
    try {
      return work(storage());
    } catch {
      return null;
    }
  }

  function change(work: (storage: Storage) => void): void {
    attempt(work);
    for (const listener of listeners) listener();
  }

  function readText(key: string): string | null {
    return attempt((kept) => kept.getItem(key));
  }

  return {
    /** Null when there is no entry. */
    readText,
    /** Null also for an entry that an older version wrote in another shape. */
    read: <T>(key: string, schema: z.ZodMiniType<T>): T | null =>
      parseStored(readText(key), schema),
    writeText: (key: string, text: string) => change((kept) => kept.setItem(key, text)),
    write: (key: string, value: unknown) =>
      change((kept) => kept.setItem(key, JSON.stringify(value))),
    remove: (key: string) => change((kept) => kept.removeItem(key)),
    keys: () => attempt((kept) => Object.keys(kept)) ?? [],
    clear: () => change((kept) => kept.clear()),
    /** Calls the listener on each change, here or in another tab. Returns the unsubscribe function. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      window.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
  };
}

/** Parses stored JSON; null for none, and for JSON that the schema refuses. */
export function parseStored<T>(text: string | null, schema: z.ZodMiniType<T>): T | null {
  try {
    return text === null ? null : (z.safeParse(schema, JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

/** Session storage: ends with the tab. */
export const tabStorage = guardedStorage(() => window.sessionStorage);

/** Local storage: stays in the browser, shared by its tabs. */
export const browserStorage = guardedStorage(() => window.localStorage);

/** In local storage while the person wants notifications in this browser. Read where their code is not loaded. */
export const pushKey = 'giro push';

const aYear = 365 * 24 * 60 * 60;

/** Keeps a cookie that the server reads for this device's next page; an empty value deletes it. */
export function keepCookie(name: string, value: string): void {
  const age = value === '' ? 0 : aYear;
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain HTTP.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
