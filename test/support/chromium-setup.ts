import { findChromium } from './chromium.ts';

/** Fetches Chromium before the first spec wants it, if this machine has none. */
export default async function setup() {
  await findChromium();
}
