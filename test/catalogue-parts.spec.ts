import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createParts } from '../vite/catalogue-parts.ts';
import { importsOf, sourceFiles } from './support/imports.ts';

// A message that is missing from a page's part of the catalogue would be shown as its id.

/** The messages of the app, with the files that each occurs in. */
const messages = readFileSync('src/app/i18n/catalogues/en.po', 'utf8')
  .split('\n\n')
  .map((entry) => ({
    id: /^msgid "(.*)"$/m.exec(entry)?.[1] ?? '',
    origins: [...entry.matchAll(/^#: (src\/\S+?)(?::\d+)?$/gm)].map(([, file = '']) => file),
  }))
  .filter(({ origins }) => origins.length > 0);

/** The files that the roots reach through static and dynamic imports, without going past `end`. */
function reach(roots: string[], end: RegExp, found = new Set<string>()): Set<string> {
  for (const file of roots) {
    if (found.has(file) || end.test(file) || !/\.tsx?$/.test(file)) continue;
    found.add(file);
    reach(
      importsOf(file).map(({ path }) => path),
      end,
      found,
    );
  }
  return found;
}

const pages = [
  ...new Set(sourceFiles.flatMap((file) => /^src\/app\/pages\/([^/]+)/.exec(file)?.[1] ?? [])),
];
const ofStart = ['sign-in', 'not-found'];
const rare = [
  'src/app/i18n/later-failures.ts',
  'src/app/auth/sign-in-dialog.tsx',
  'src/app/pages/sign-in/oidc-problem.tsx',
];
const quoteMore = 'src/app/pages/quote/quote-aside.tsx';
const apart = [...rare, quoteMore].join('|');
const later = new RegExp(`/stories/|/pages/(?!sign-in|not-found)|${apart}`);

const isIn = createParts();

test.each([
  [
    'start',
    ['src/app/main.tsx', ...ofStart.map((page) => `src/app/pages/${page}/page.tsx`)],
    later,
  ],
  ['rare', rare, /^$/],
  ['quote-more', [quoteMore], /^$/],
  ...pages
    .filter((page) => !ofStart.includes(page))
    .map((page): [string, string[], RegExp] => [
      page,
      ['page.tsx', 'loader.ts'].flatMap((name) =>
        sourceFiles.filter(
          (file) => file.startsWith(`src/app/pages/${page}/`) && file.endsWith(`/${name}`),
        ),
      ),
      new RegExp(apart),
    ]),
])('the part %s holds every message that its code uses', (part, roots, end) => {
  const files = reach(roots, end);
  const asked = messages.filter(({ origins }) => origins.some((file) => files.has(file)));
  expect(asked.length).toBeGreaterThan(0);
  const isHeld = (origins: string[]) => isIn(part, origins) || isIn('start', origins);
  expect(asked.filter(({ origins }) => !isHeld(origins))).toEqual([]);
});

test('browsers load no message that only the server says', () => {
  const ofServer = messages.filter(({ origins }) =>
    origins.every((file) => file.startsWith('src/bff/')),
  );
  expect(ofServer.length).toBeGreaterThan(30);
  const loaded = ['start', 'rare', 'quote-more', ...pages].flatMap((part) =>
    ofServer.filter(({ origins }) => isIn(part, origins)),
  );
  expect(loaded).toEqual([]);
});

test('the parts start and quote share no message', () => {
  const twice = messages.filter(({ origins }) => isIn('start', origins) && isIn('quote', origins));
  expect(twice).toEqual([]);
});
