import { useSyncExternalStore } from 'react';

const storageKey = 'giro-shortcuts';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function turn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
  for (const listener of listeners) listener();
}

/**
 * Whether keys pressed alone do something; this browser keeps it. Who speaks to a computer presses
 * them unawares, so that they can be turned off (WCAG 2.1.4).
 */
export function useShortcutsOn(): [isOn: boolean, turn: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey) !== 'off');
  return [isOn, turn];
}
