import { expect, test } from 'vitest';
import { findChromium } from '../support/chromium.ts';

// Where there is none it is the one spec of this folder that runs, and the run fails by it.
test('there is a Chromium: without one NO JOURNEY and no check in a browser is run', {
  retry: 0,
}, () => {
  expect(findChromium()).toMatch(/\S/);
});
