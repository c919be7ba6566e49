import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** With slashes, as rules and lists name paths, also on Windows. */
function posixOf(path: string) {
  return path.replaceAll('\\', '/');
}

/** The files of `src`, as paths from the root. */
export const sourceFiles = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => posixOf(join('src', name)));

/** A file's imports of other source files, as paths from the root; `deferred` are dynamic imports. */
export function importsOf(file: string): { path: string; deferred: boolean }[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(/(?:from\s+|import\s+|(import\())['"](\.{1,2}\/[^'"]+)['"]/g);
  return [...found].map(([, deferred, path = '']) => ({
    path: posixOf(normalize(join(dirname(file), path))),
    deferred: deferred !== undefined,
  }));
}
