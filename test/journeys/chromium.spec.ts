import { expect, test } from 'vitest';
import { findChromium } from '../support/chromium.ts';

// Without a Chromium only this spec of the folder runs, and fails.
test('there is a Chromium: without one NO JOURNEY and no check in a browser is run', {
  retry: 0,
}, () => {
  expect(findChromium()).toMatch(/\S/);
});
