import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { importsOf, sourceFiles } from './imports.ts';

/** How many folders of a path name its room: `src/app/ui`, `src/contract/api`, `src/bff/ledger/store`, `src/money`. */
function depthOf(path: string): number {
  if (path.startsWith('src/bff/ledger/')) return 4;
  return /^src\/(app|bff|contract)\//.test(path) ? 3 : 2;
}

/** The room of a file of `src`, as its folder. */
function roomOf(file: string): string {
  return dirname(file).split('/').slice(0, depthOf(file)).join('/');
}

/** What Vite imports by a pattern, as the routes do with all pages. */
function globsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/import\.meta\.glob[^(]*\('(\.[^']+)'/g);
  return [...found].map(([, pattern = '']) => join(dirname(file), pattern));
}

/** Each room with the rooms that its files import. */
export function roomImports(): Map<string, string[]> {
  const imports = new Map<string, Set<string>>();
  for (const file of sourceFiles) {
    const from = roomOf(file);
    const to = imports.get(from) ?? new Set();
    for (const path of [...importsOf(file).map((one) => one.path), ...globsOf(file)]) {
      if (roomOf(path) !== from) to.add(roomOf(path));
    }
    imports.set(from, to);
  }
  return new Map([...imports].map(([room, to]) => [room, [...to].sort()]));
}
