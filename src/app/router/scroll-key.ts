import type { Location } from 'react-router-dom';

const wasOpened = openedAt();

/**
 * Key of a stored scroll position. The router's key is 'default' for every full page load, so those use
 * the address and the time of the load: a new load starts at the top, a reload restores the position.
 */
export function scrollKey({ key, pathname, search }: Location): string {
  if (key !== 'default') return key;
  return `${pathname}${search} ${wasOpened}`;
}

/** Time of the page load, kept in the history entry: stays the same on reload and Back. */
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
