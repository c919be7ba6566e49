import type { Location } from 'react-router-dom';

const wasOpened = openedAt();

/**
 * Where the router keeps how far an entry of the history was scrolled. Entries that the browser opened
 * by their address all have the router's key 'default', so each is told apart by its address; one that
 * is opened anew has none yet, and begins at its top.
 */
export function scrollKey({ key, pathname, search }: Location): string {
  if (key !== 'default') return key;
  return `${pathname}${search} ${wasOpened}`;
}

/** Differs for each page that is opened, and stays for one that is reloaded or come back to. */
function openedAt(): string {
  if (typeof window === 'undefined') return '';
  const state: unknown = window.history.state;
  const known =
    typeof state === 'object' && state !== null && 'giro_opened' in state
      ? state.giro_opened
      : undefined;
  if (typeof known === 'string') return known;
  const opened = String(Date.now());
  window.history.replaceState({ ...window.history.state, giro_opened: opened }, '');
  return opened;
}
