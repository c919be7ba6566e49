import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import * as z from 'zod/mini';
import { buildCanaries } from './canary.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The canaries in the environment of the build. */
    builtWith: Record<string, string>;
  }
}

const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
// Outside of dist, which is served, and searched for the canaries.
const stampPath = `${root}/.cache/built-app.json`;

/** All that a build reads. */
const sources = [
  ...['{src,public,vite}/**/*', 'index.html', '*.config.ts', 'tsconfig.json', '.env*'],
  ...['package.json', 'package-lock.json'],
];
const stampShape = z.object({
  sources: z.string(),
  dist: z.string(),
  builtWith: z.record(z.string(), z.string()),
});

/** Builds the app as an operator does, once for all projects of a run; not again if nothing of it has changed. */
export default async function setup({ vitest }: TestProject) {
  if (vitest.getProvidedContext().builtWith) return;
  const before = readStamp();
  const read = hashOf(sources) + process.version;
  if (before?.sources === read && before.dist === hashOf(['dist/**/*'])) {
    vitest.provide('builtWith', before.builtWith);
    return;
  }
  const builtWith = buildCanaries();
  vitest.provide('builtWith', builtWith);
  rmSync(stampPath, { force: true });
  // In its own process: with this one's NODE_ENV 'test' the build would contain React's development code.
  const { NODE_ENV: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    env: { ...env, ...builtWith },
  });
  const stamp = { sources: read, dist: hashOf(['dist/**/*']), builtWith };
  mkdirSync(`${root}/.cache`, { recursive: true });
  writeFileSync(stampPath, JSON.stringify(stamp));
}

function readStamp() {
  try {
    return z.parse(stampShape, JSON.parse(readFileSync(stampPath, 'utf8')));
  } catch {
    return null;
  }
}

function hashOf(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of globSync(patterns, { cwd: root }).sort()) {
    const file = `${root}/${path}`;
    if (statSync(file).isFile()) hash.update(`${path}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
