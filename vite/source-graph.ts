import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseAst } from 'vite';

/** The project files that the roots reach through static and dynamic imports, without going past `isEnd`. */
export function reachedFrom(
  roots: readonly string[],
  isEnd: (file: string) => boolean = () => false,
): Set<string> {
  const found = new Set(roots.map((root) => resolve(root)));
  // Iterating a Set includes elements that are added during the loop.
  for (const file of found) {
    for (const target of importsOf(file)) if (!isEnd(target)) found.add(target);
  }
  return found;
}

/** The files that a file imports by a relative path. */
function importsOf(file: string): string[] {
  if (!/\.tsx?$/.test(file)) return [];
  const paths: string[] = [];

  function walk(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    if ('source' in node && isText(node.source)) paths.push(node.source.value);
    for (const child of Object.values(node)) walk(child);
  }

  walk(parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file));
  return paths
    .filter((path) => path.startsWith('.'))
    .map((path) => resolve(dirname(file), path))
    .filter((path) => existsSync(path));
}

function isText(node: unknown): node is { value: string } {
  return (
    typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string'
  );
}
