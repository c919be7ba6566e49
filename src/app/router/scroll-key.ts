import type { Location } from 'react-router-dom';
import { isFirstVisit } from '../hydration/rendered-page.ts';

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
  // WebKit keeps the state of an entry when its address is opened again.
  const isKnown = !isFirstVisit() && typeof state === 'object' && state && 'giro_opened' in state;
  if (isKnown) return String(state.giro_opened);
  const opened = String(Date.now());
  window.history.replaceState({ ...window.history.state, giro_opened: opened }, '');
  return opened;
}
