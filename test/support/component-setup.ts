import '@testing-library/jest-dom/vitest';
import { i18n } from '@lingui/core';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { elementError } from './element-error.ts';
import './node-text.ts';

// jsdom lacks the methods of <dialog>, and scrolling.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
window.scrollTo = () => {};
HTMLElement.prototype.scrollIntoView = () => {};
window.focus = () => {};

// jsdom hides popovers, and has nothing to show them with.
if (!('showPopover' in HTMLElement.prototype)) {
  const style = document.createElement('style');
  style.textContent = '[popover][data-popover-open] { display: block }';
  document.head.append(style);
  await import('../../src/app/ui/popover-fallback.ts');
}

// jsdom does not know <search>, so React would warn in each spec.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
  get(this: HTMLElement) {
    return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement';
  },
});

// jsdom has no matchMedia.
window.matchMedia ??= (media) => {
  const least = 16 * Number(/^\(min-width: ([\d.]+)em\)$/.exec(media)?.[1]);
  if (Number.isNaN(least)) throw new Error(`how wide is ${media}?`);
  return Object.assign(new EventTarget(), {
    media,
    matches: window.innerWidth >= least,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });
};

// Pages use a real server and store, which are slow on a busy machine.
configure({
  asyncUtilTimeout: 10_000,
  getElementError: elementError,
});

afterEach(cleanup);
// Each test starts like a new tab.
afterEach(() => sessionStorage.clear());

// The specs of a worker share one document, and each finds it as a browser opens it, in English.
afterAll(() => {
  vi.useRealTimers();
  if (i18n.locale) i18n.activate('en');
  localStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
    document.cookie = `${cookie.split('=')[0]}=; Max-Age=0; Path=/`;
  }
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
});
