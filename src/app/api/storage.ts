import * as z from 'zod/mini';

/**
 * What the browser keeps for Giro. Where storage is blocked, full, or missing, as it is while the first
 * paint is rendered, nothing is kept and nothing fails.
 */
function guardedStorage(storage: () => Storage) {
  const listeners = new Set<() => void>();

  function attempt<T>(work: (storage: Storage) => T): T | null {
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
    /** Null where nothing is kept. */
    readText,
    /** Null also for what an older Giro wrote in another form. */
    read: <T>(key: string, schema: z.ZodMiniType<T>): T | null =>
      parseStored(readText(key), schema),
    writeText: (key: string, text: string) => change((kept) => kept.setItem(key, text)),
    write: (key: string, value: unknown) =>
      change((kept) => kept.setItem(key, JSON.stringify(value))),
    remove: (key: string) => change((kept) => kept.removeItem(key)),
    clear: () => change((kept) => kept.clear()),
    /** Calls the listener whenever something changes here, or in another tab that shares the storage. */
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

/** JSON as it was stored; null for none, and for what is not of the schema. */
export function parseStored<T>(text: string | null, schema: z.ZodMiniType<T>): T | null {
  try {
    return text === null ? null : (z.safeParse(schema, JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

/** Goes with the tab. */
export const tabStorage = guardedStorage(() => sessionStorage);

/** Stays in this browser, for all its tabs. */
export const browserStorage = guardedStorage(() => localStorage);
