import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openLedger } from '../../src/bff/ledger/store/ledger.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** An SQLite file with the tables of the ledger, to be copied. */
    migratedFile: string;
  }
}

/** Makes the tables once for all projects of a run. */
export default async function setup({ vitest }: TestProject) {
  if (vitest.getProvidedContext().migratedFile) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'giro-migrated-'));
  const file = join(folder, 'giro.db');
  vitest.provide('migratedFile', file);
  await (await openLedger(`sqlite:${file}`)).destroy();
  return () => rmSync(folder, { recursive: true, force: true });
}
