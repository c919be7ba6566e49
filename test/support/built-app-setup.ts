import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    isAppBuilt: true;
  }
}

const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));

/** Builds the app as an operator does, once for all projects of a run. */
export default async function setup({ vitest }: TestProject) {
  if (vitest.getProvidedContext().isAppBuilt) return;
  vitest.provide('isAppBuilt', true);
  // In its own process: with this one's NODE_ENV 'test' the build would contain React's development code.
  const { NODE_ENV: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'error'], { env });
}
