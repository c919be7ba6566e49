import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findChromium } from './chromium.ts';

const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));

/** Before the journeys: there is a browser, and the app is built as an operator builds it. */
export default async function setup() {
  findChromium();
  // In a process of its own: this one's NODE_ENV is the tests', of which the build would make React's slow half.
  const { NODE_ENV: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'error'], { env });
}
