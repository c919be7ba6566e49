import { fetchOldestChrome, hasOldestChrome } from '../machine/fetch.ts';

/** Fetches the oldest Chrome before its walk begins. */
export default async function setup() {
  if (hasOldestChrome) await fetchOldestChrome();
}
