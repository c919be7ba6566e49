import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const manifest = join(import.meta.dirname, '../../../package.json');

/** Giro's version, as in package.json. */
export const { version } = z.parse(
  z.object({ version: z.string() }),
  JSON.parse(readFileSync(manifest, 'utf8')),
);
