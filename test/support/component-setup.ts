import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { installPopover } from './popover.ts';

// jsdom has the element but none of its methods, and a window that can't scroll.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
window.scrollTo = () => {};

if (!('showPopover' in HTMLElement.prototype)) installPopover();

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
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);
// Each test is a tab of its own.
afterEach(() => sessionStorage.clear());
