import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { elementError } from './element-error.ts';
import { installPopoverPolyfill } from './popover-polyfill.ts';

// jsdom has the element but none of its methods, and a window that can't scroll.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
window.scrollTo = () => {};
window.focus = () => {};

if (!('showPopover' in HTMLElement.prototype)) installPopoverPolyfill();

// Nor does it know <search>, of which React would warn in each spec.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
  get(this: HTMLElement) {
    return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement';
  },
});

// Nor does it know how wide that is when it is asked in CSS.
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

// A page opens over a real server and store: on a busy machine that takes its time.
configure({
  asyncUtilTimeout: 10_000,
  getElementError: elementError,
});

afterEach(cleanup);
// Each test is a tab of its own.
afterEach(() => sessionStorage.clear());
