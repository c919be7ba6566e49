import { useMemo, useSyncExternalStore } from 'react';
import { idPattern } from '../../contract/paths.ts';

// In session storage, so that it outlives a reload and goes with the tab; cleared at sign-out.
const key = 'giro watched';
const listeners = new Set<() => void>();

function read(): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    // No storage in this browser.
    return '';
  }
}

function write(ids: string[]) {
  try {
    sessionStorage.setItem(key, ids.join(' '));
  } catch {
    // No storage, or it is full: nothing is watched, as the page goes on to show.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const idsOf = (text: string) => text.split(' ').filter((id) => idPattern.test(id));

export function watch(id: string): void {
  write([...idsOf(read()), id]);
}

export function unwatch(id: string): void {
  write(idsOf(read()).filter((one) => one !== id));
}

/** The transfers whose end the person asked to be told of. */
export function useWatched(): string[] {
  const text = useSyncExternalStore(subscribe, read, read);
  return useMemo(() => idsOf(text), [text]);
}
