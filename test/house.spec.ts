import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { functionLengths } from './support/functions.ts';
import {
  allFiles,
  sourceFiles as files,
  importsOf,
  namesExported,
  namesImported,
} from './support/imports.ts';

// What is measured is one file, one function, one folder, or a share of the app: never how many files there
// are, because a new page or part must not fail here.

const inApp = files.filter((file) => file.startsWith('src/app/'));
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1;

test('at most 10% of the files of the app are small and imported only once', () => {
  const importers = new Map<string, Set<string>>();
  for (const file of files) {
    for (const { path } of importsOf(file)) {
      importers.set(path, (importers.get(path) ?? new Set()).add(file));
    }
  }
  const small = inApp.filter((file) => linesOf(file) <= 40 && importers.get(file)?.size === 1);
  expect(small.length / inApp.length, small.join('\n')).toBeLessThanOrEqual(0.1);
});

test('no folder holds a single file, unless it is a page or has folders of its own', () => {
  const folders = Map.groupBy(files, (file) => dirname(file));
  expect(folders.size).toBeGreaterThan(1);
  const single = [...folders].filter(([folder, [file = '', ...others]]) => {
    const hasFolders = [...folders.keys()].some((one) => one.startsWith(`${folder}/`));
    return others.length === 0 && !hasFolders && basename(file) !== 'page.tsx';
  });
  expect(single.map(([folder]) => folder)).toEqual([]);
});

test('no file has more than 400 lines', () => {
  expect(files.filter((file) => linesOf(file) > 400)).toEqual([]);
});

test('no function has more than 80 lines, except those of JSX', () => {
  const long = files.flatMap(functionLengths).filter(({ lines }) => lines > 80);
  expect(long.map(({ name, lines }) => `${name} ${lines}`)).toEqual([]);
});

/** What is imported by a pattern (the routes), or by the names of package.json. */
const namedElsewhere =
  /^src\/app\/pages\/.+\/(page\.tsx Page|loader\.ts loader)$|^src\/(bff\/lib\/msg|app\/i18n\/trans)\.ts /;

test('a file exports what another one names, and nothing else', () => {
  const named = new Set(allFiles.flatMap(namesImported));
  const own = allFiles
    .filter((file) => !named.has(file))
    .flatMap((file) => namesExported(file).map((name) => `${file} ${name}`))
    .filter((name) => !named.has(name) && !namedElsewhere.test(name));
  expect(own).toEqual([]);
});

test('a doc comment stands right above what it documents, which has no other', () => {
  const detached = /^ *\/\*\*(?:(?!\*\/).)*\*\/\n(?:\n| *\/\*\*)/ms;
  expect(files.filter((file) => detached.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('the app has few effects, and each has a comment with its reason', () => {
  const effect = /\buse(?:Layout|Insertion)?Effect\(/;
  const all = inApp.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line, at) =>
      effect.test(line) ? [{ where: `${file}:${at + 1}`, above: lines[at - 1]?.trim() ?? '' }] : [],
    );
  });
  expect(all.length).toBeGreaterThan(0);
  const share = all.length / inApp.length;
  expect(share, all.map(({ where }) => where).join('\n')).toBeLessThanOrEqual(0.05);
  expect(all.filter(({ above }) => !/^(\/\/|\*\/)/.test(above)).map(({ where }) => where)).toEqual(
    [],
  );
});

test('a list gets into a statement of the ledger by isAmong alone, which can take an empty one', () => {
  // Allowed: texts that are written here, the open states, and a sub-query.
  const fixed = /^\s*(\['|openStates\b|\(\{ selectFrom \}\)|[a-z]+\.selectFrom\()/;
  const inBff = files.filter((file) => file.startsWith('src/bff/'));
  const raw = inBff.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const lists = [
      ...text.matchAll(/'(?:not )?in',(.{0,40})/gs),
      ...text.matchAll(/\bin \((\$\{)/g),
    ];
    return lists.filter(([, list = '']) => !fixed.test(list)).map(([all]) => `${file}: ${all}`);
  });
  expect(raw).toEqual([]);
});

/** What reads the clock of the browser, which may be wrong by years. All else asks `serverTime` or `today`. */
const readsClock: Record<string, string> = {
  'src/app/api/initial-data.ts': 'the age of what was read, by the same clock before and after',
  'src/app/api/request.ts': 'compares it with the time of the server',
  'src/app/i18n/intl.ts': 'makes the time of the server from it',
  'src/app/pages/send/loader.ts': 'how long a page is open, by the same clock before and after',
  'src/app/router/scroll-key.ts': 'a number that no other page of the tab has',
  'src/app/server.tsx': 'runs on the server',
  'src/app/stories/display-stories.tsx': 'an example for engineers',
  'src/app/ui/clock.ts': 'ticks: its readers turn it into the time of the server',
};

test('the app decides nothing by the clock of the browser', () => {
  const clock = /\bDate\.now\(|\bnew Date\(\)/;
  const readers = inApp.filter((file) => clock.test(readFileSync(file, 'utf8')));
  expect(readers.sort()).toEqual(Object.keys(readsClock).sort());
});

/** Specs that name an SQLite database: what leaves PostgreSQL out has words, here or as `because`. */
const ofSqliteAlone: Record<string, string> = {
  'test/bff/config/config.spec.ts': 'reads settings, and opens nothing',
  'test/bff/ledger/store/ledger-error.spec.ts': 'the faults of either store are of its own',
  'test/bff/ledger/store/sqlite-thread.spec.ts': 'the thread is of SQLite',
  'test/bff/main.spec.ts': 'what start does beside a file: its folder, its lock, its rights',
  'test/faults/real-service.spec.ts': 'as a first installation is set up',
  'test/deploy/package.spec.ts': 'as a first installation is set up',
  'test/security/server.ts': 'npm run security needs no PostgreSQL; its spec gives it one',
};

test('a spec of the ledger runs on PostgreSQL too, unless words say why not', () => {
  const specs = ['bff', 'deploy', 'faults', 'security'].flatMap((folder) =>
    readdirSync(`test/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => `test/${folder}/${path}`),
  );
  const onSqlite = specs.filter((file) => {
    const text = readFileSync(file, 'utf8');
    const isBoth = /\bstores\(\)|\bstrictestStore\(\)/.test(text);
    return /['`]sqlite:|\bsqlite\b[^;]*support\/stores/.test(text) && !isBoth;
  });
  expect(onSqlite.sort()).toEqual(Object.keys(ofSqliteAlone).sort());
  expect(
    specs.some((file) => /only: 'SQLite',\s+because: '/.test(readFileSync(file, 'utf8'))),
  ).toBe(true);
});
