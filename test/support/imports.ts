import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** With slashes, as rules and lists name paths, also on Windows. */
function posixOf(path: string) {
  return path.replaceAll('\\', '/');
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => posixOf(join(folder, name)));

/** The files of `src`, as paths from the root. */
export const sourceFiles = filesOf('src');

/** All files of the repository: those, tests, the build and its settings. */
export const allFiles = [
  ...sourceFiles,
  ...['test', 'vite', 'deploy'].flatMap(filesOf),
  ...readdirSync('.').filter((name) => name.endsWith('.config.ts')),
];

/** A file's imports of other source files, as paths from the root; `deferred` are dynamic imports. */
export function importsOf(file: string): { path: string; deferred: boolean }[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(/(?:from\s+|import\s+|(import\())['"](\.{1,2}\/[^'"]+)['"]/g);
  return [...found].map(([, deferred, path = '']) => ({
    path: posixOf(normalize(join(dirname(file), path))),
    deferred: deferred !== undefined,
  }));
}

/** What a file imports by name, as the path of the other file and the name; and whole files, without a name. */
export function namesImported(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const from = (path = '') => posixOf(normalize(join(dirname(file), path)));
  const named = text.matchAll(/^(?:im|ex)port (?:type )?(?:\w+, )?\{([^}]*)\} from '(\.[^']+)'/gm);
  const whole = text.matchAll(/\b(?:import\(|import \* as \w+ from )\s*'(\.[^']+)'/g);
  return [
    ...[...named].flatMap(([, names = '', path]) =>
      [...names.matchAll(/(?:^|,)\s*(?:type )?(\w+)/g)].map(([, name]) => `${from(path)} ${name}`),
    ),
    ...[...whole].map(([, path]) => from(path)),
  ];
}

/** The names that a file exports. */
export function namesExported(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(
    /^export (?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm,
  );
  return [...found].map(([, name = '']) => name);
}
