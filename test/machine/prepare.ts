import { findChromium } from '../support/chromium.ts';
import { installedPostgres } from '../support/postgres-server.ts';
import { fetchPostgres } from './fetch.ts';

// The first step of `npm test`: fetches what this machine lacks, or fails in one line.
try {
  await findChromium();
  if (!installedPostgres()) await fetchPostgres();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
