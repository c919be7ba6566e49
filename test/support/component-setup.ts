import { createRequire } from 'node:module';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { elementError } from './element-error.ts';
import { installPopoverPolyfill } from './popover-polyfill.ts';

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

if (!('showPopover' in HTMLElement.prototype)) installPopoverPolyfill();

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

// A value that is shown verbatim is an element of its own. It is found as part of the sentence that a person reads.
const nodeText: { getNodeText: (node: HTMLElement) => string } = createRequire(import.meta.url)(
  '@testing-library/dom/dist/get-node-text.js',
);
const { getNodeText } = nodeText;
nodeText.getNodeText = (node) => {
  if (node.localName === 'bdi') return '';
  const values = node.querySelectorAll(':scope > bdi');
  if (values.length === 0) return getNodeText(node);
  const isPart = (child: Node) => child instanceof Text || [...values].some((one) => one === child);
  return [...node.childNodes]
    .filter(isPart)
    .map(({ textContent }) => textContent)
    .join('');
};
