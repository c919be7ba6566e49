import { build } from 'vite';
import { findChromium } from './chromium.ts';

/** Before the journeys: there is a browser, and the app is built as an operator builds it. */
export default async function setup() {
  findChromium();
  await build({ logLevel: 'error', mode: 'production' });
}
