import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseAst } from 'vite';

/** The files of ours that these lead to by their imports, now or later, but for those behind `isEnd`. */
export function reachedFrom(
  roots: readonly string[],
  isEnd: (file: string) => boolean = () => false,
): Set<string> {
  const found = new Set(roots.map((root) => resolve(root)));
  // A set goes on with what is added on the way.
  for (const file of found) {
    for (const target of importsOf(file)) if (!isEnd(target)) found.add(target);
  }
  return found;
}

/** The files that a file imports by a path. */
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
