import { useSyncExternalStore } from 'react';
import {
  type ColorScheme,
  colorSchemeCookie,
  colorSchemeOf,
  colorSchemes,
} from '../../contract/api/color-scheme.ts';
import { keepCookie } from '../api/storage.ts';

const isServer = typeof document === 'undefined';
const listeners = new Set<() => void>();

/** On the server: the scheme of the page that is rendered next. */
let rendered: ColorScheme | undefined;

/** Sets the scheme of the page that the server renders next. */
export function setRenderedScheme(scheme: ColorScheme | undefined): void {
  rendered = scheme;
}

/** The scheme that the person chose on this device; undefined while the device decides. */
export function useColorScheme(): ColorScheme | undefined {
  return useSyncExternalStore(subscribe, chosenScheme, chosenScheme);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

// The server has written it into the page, and the shell does it by itself.
function chosenScheme(): ColorScheme | undefined {
  return isServer ? rendered : colorSchemeOf(document.documentElement.dataset.scheme);
}

/** Shows the page in this scheme, and the next ones on this device; undefined lets the device decide. */
export function chooseColorScheme(scheme: ColorScheme | undefined): void {
  const { dataset } = document.documentElement;
  if (scheme) dataset.scheme = scheme;
  else delete dataset.scheme;
  // The browser's own bars: one colour for each scheme.
  const colors = document.querySelectorAll('meta[name="theme-color"]');
  colors.forEach((meta, at) => {
    const own = colorSchemes[at];
    const device = `(prefers-color-scheme: ${own})`;
    meta.setAttribute('media', scheme ? (scheme === own ? 'all' : 'not all') : device);
  });
  keepCookie(colorSchemeCookie, scheme ?? '');
  for (const listener of listeners) listener();
}
