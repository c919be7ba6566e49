import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sourceFiles as files, importsOf } from './support/imports.ts';
import { roomImports } from './support/rooms.ts';

// Checks the import rules of docs/architecture.md.

const within = (path: string, folder: string) => path.startsWith(`src/${folder}/`);
const arrows = files.flatMap((file) => importsOf(file).map((to) => ({ file, ...to })));

/** The imports of files in `from` that leave `from` and `allowed`. */
function strays(from: string, allowed: string[]): string[] {
  return arrows
    .filter(({ file }) => within(file, from))
    .filter(
      ({ path }) =>
        ![from, ...allowed].some((part) => within(path, part) || path === `src/${part}`),
    )
    .map(({ file, path }) => `${file} -> ${path}`);
}

test('finds imports, static and dynamic', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(arrows.length).toBeGreaterThan(300);
  expect(arrows).toContainEqual({
    file: 'src/bff/quotes/quotes.ts',
    path: 'src/money/rate.ts',
    deferred: false,
  });
  expect(arrows.some(({ deferred }) => deferred)).toBe(true);
});

describe('a folder imports only from the layers below it', () => {
  test.each([
    ['money', []],
    ['contract', ['money']],
    ['sandbox', ['money', 'contract']],
    ['app', ['money', 'contract']],
  ])('%s', (folder, allowed) => {
    expect(strays(folder, allowed)).toEqual([]);
  });

  test('bff, except its entry point, which loads the sandbox on demand', () => {
    const sandbox = 'src/bff/main.ts -> src/sandbox/sandbox.ts';
    expect(strays('bff', ['money', 'contract'])).toEqual([sandbox]);
    expect(arrows).toContainEqual({
      file: 'src/bff/main.ts',
      path: 'src/sandbox/sandbox.ts',
      deferred: true,
    });
  });

  test('the sandbox implements the contract itself, without src/contract', () => {
    expect(
      arrows.filter(({ file, path }) => within(file, 'sandbox') && within(path, 'contract')),
    ).toEqual([]);
  });
});

describe('inside bff', () => {
  test.each([
    ['bff/lib', ['contract', 'money']],
    ['bff/service', ['contract', 'money', 'bff/lib']],
    ['bff/ledger', ['contract', 'money', 'bff/lib']],
  ])('%s imports no other part of bff and not the server', (folder, allowed) => {
    expect(strays(folder, allowed)).toEqual([]);
  });

  // The areas of the ledger, besides money, contract and lib.
  const areas: Record<string, string[]> = {
    store: [],
    people: ['store'],
    news: ['store'],
    sends: ['store', 'people', 'news'],
    transfers: ['store', 'people', 'news'],
    orders: ['store', 'people', 'news'],
    keep: ['store', 'people', 'news', 'sends', 'transfers', 'orders'],
  };
  test.each(Object.entries(areas))('ledger/%s', (area, below) => {
    const allowed = below.map((one) => `bff/ledger/${one}`);
    expect(strays(`bff/ledger/${area}`, ['contract', 'money', 'bff/lib', ...allowed])).toEqual([]);
  });

  test('each file of the ledger is in an area that has a rule', () => {
    const found = files
      .filter((file) => within(file, 'bff/ledger'))
      .map((file) => file.split('/')[3] ?? '');
    expect([...new Set(found)].sort()).toEqual(Object.keys(areas).sort());
  });

  test.each([
    ['src/bff/main.ts', 'src/bff/server.ts'],
    ['src/bff/server.ts', 'src/bff/auth/oidc.ts'],
    ['src/bff/ledger/store/ledger.ts', 'src/bff/ledger/store/postgres.ts'],
  ])('%s imports %s dynamically', (file, path) => {
    const loads = arrows.filter((one) => one.file === file && one.path === path);
    expect(loads).toEqual([{ file, path, deferred: true }]);
  });

  test('only config reads the environment', () => {
    const readers = files.filter((file) => /process\.env/.test(readFileSync(file, 'utf8')));
    // The entry points pass the whole environment to config.
    expect(readers.sort()).toEqual(['src/bff/cli/cli.ts', 'src/bff/main.ts']);
  });

  test('only routes and the server import the web framework', () => {
    const users = files.filter((file) =>
      /from '(@fastify\/[a-z-]+|fastify)'/.test(readFileSync(file, 'utf8')),
    );
    const allowed = /^src\/bff\/((routes|auth|page)\/|server\.ts)/;
    expect(users.filter((file) => !allowed.test(file))).toEqual([]);
  });
});

describe('inside app', () => {
  // The folders that each folder may import from, besides money and contract; `router` holds the paths.
  const below: Record<string, string[]> = {
    'app/api': [],
    'app/i18n': ['app/api'],
    'app/hydration': ['app/i18n'],
    'app/router': ['app/api', 'app/hydration'],
    'app/ui': ['app/hydration', 'app/i18n', 'app/router'],
    'app/form': ['app/ui', 'app/hydration', 'app/i18n', 'app/api'],
    'app/brand': ['app/api', 'app/ui'],
    'app/accounts': ['app/api', 'app/ui', 'app/i18n'],
    'app/transfers': [
      ...['app/api', 'app/ui', 'app/hydration', 'app/i18n', 'app/live', 'app/router'],
    ],
    'app/statement': [
      ...['app/api', 'app/ui', 'app/i18n', 'app/brand', 'app/accounts', 'app/transfers'],
    ],
    'app/limits': ['app/api', 'app/hydration', 'app/i18n'],
    'app/orders': [
      ...['app/api', 'app/ui', 'app/hydration', 'app/i18n', 'app/router', 'app/accounts'],
      'app/limits',
    ],
    'app/cases': [
      ...['app/api', 'app/ui', 'app/hydration', 'app/i18n', 'app/form', 'app/router'],
      'app/transfers',
    ],
    'app/shortcuts': ['app/ui', 'app/hydration', 'app/api'],
    'app/live': ['app/api', 'app/ui', 'app/i18n', 'app/router'],
    'app/offline': ['app/api'],
    'app/open-sends': [
      ...['app/api', 'app/ui', 'app/hydration', 'app/i18n', 'app/router', 'app/orders'],
    ],
    'app/auth': ['app/api', 'app/ui', 'app/i18n', 'app/form', 'app/router', 'app/open-sends'],
    'app/stories': ['app/layouts', 'app/ui', 'app/transfers', 'app/accounts'],
  };
  test.each(Object.entries(below))('%s', (folder, allowed) => {
    expect(strays(folder, ['money', 'contract', ...allowed])).toEqual([]);
  });

  test('every folder has a rule', () => {
    const folders = readdirSync('src/app', { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    );
    const ruled = [...Object.keys(below), 'app/layouts', 'app/pages'];
    const unruled = folders
      .map(({ name }) => `app/${name}`)
      .filter((name) => !ruled.includes(name));
    expect(unruled).toEqual([]);
  });

  test('pages import neither routes nor other pages, and layouts import no page', () => {
    const page = (path: string) => /^src\/app\/pages\/([^/]+)\//.exec(path)?.[1];
    const wrong = arrows.filter(({ file, path }) => {
      const from = page(file);
      if (from === undefined) return false;
      const to = page(path);
      return path === 'src/app/routes.tsx' || (to !== undefined && to !== from);
    });
    expect(wrong.map(({ file, path }) => `${file} -> ${path}`)).toEqual([]);
    const up = arrows.filter(
      ({ file, path }) =>
        within(file, 'app/layouts') && (within(path, 'app/pages') || path === 'src/app/routes.tsx'),
    );
    expect(up).toEqual([]);
  });
});

test('no two folders import each other', () => {
  const between = new Map<string, string>();
  for (const { file, path } of arrows) {
    if (!path.startsWith('src/') || dirname(file) === dirname(path)) continue;
    between.set(`${dirname(file)} -> ${dirname(path)}`, `${file} -> ${path}`);
  }
  const mutual = [...between].filter(([way]) =>
    between.has(way.split(' -> ').reverse().join(' -> ')),
  );
  expect(mutual.map(([, example]) => example)).toEqual([]);
});

/** The groups of files that import each other, in a circle of any length: by types and by dynamic imports too. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = (from: string) => {
    const found = new Set<string>();
    const left = [...(imports.get(from) ?? [])];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if (!found.has(next)) left.push(...(imports.get(next) ?? []));
      found.add(next);
    }
    return found;
  };
  const below = new Map([...imports.keys()].map((file) => [file, reached(file)]));
  const isTogether = (one: string, other: string) =>
    below.get(one)?.has(other) === true && below.get(other)?.has(one) === true;
  const inCircle = [...imports.keys()].filter((file) => isTogether(file, file)).sort();
  return inCircle
    .map((file) => inCircle.filter((other) => isTogether(file, other)))
    .filter(([first], index) => first === inCircle[index]);
}

test('no files import each other in a circle, not for a type either', () => {
  const imports = new Map(files.map((file) => [file, importsOf(file).map(({ path }) => path)]));
  expect(circles(imports)).toEqual([]);
});

test('no rooms import each other in a circle, not for a type either', () => {
  expect(roomImports().size).toBeGreaterThan(30);
  expect(circles(roomImports())).toEqual([]);
});

test('finds a circle of any length', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['a', 'd']],
    ['d', ['e']],
    ['e', []],
    ['f', ['f']],
  ]);
  expect(circles(imports)).toEqual([['a', 'b', 'c'], ['f']]);
});

test('no file is a barrel or has more than 400 lines', () => {
  const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 401);
  expect(long).toEqual([]);
  expect(files.filter((file) => /\/index\.tsx?$/.test(file))).toEqual([]);
});
