import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { buildCanaries } from './canary.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The canaries in the environment of the build. */
    builtWith: Record<string, string>;
  }
}

const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));

/** Builds the app as an operator does, once for all projects of a run. */
export default async function setup({ vitest }: TestProject) {
  if (vitest.getProvidedContext().builtWith) return;
  const builtWith = buildCanaries();
  vitest.provide('builtWith', builtWith);
  // In its own process: with this one's NODE_ENV 'test' the build would contain React's development code.
  const { NODE_ENV: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    env: { ...env, ...builtWith },
  });
}
