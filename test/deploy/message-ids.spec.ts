import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { appLocales } from '../../src/contract/api/languages.ts';

const scripts = globSync('dist/assets/*.js').map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));

const catalogue = z.record(z.string(), z.unknown());

/** The names of the messages of each part of a language, in the order of their files' parts. */
const partsOf = (locale: string) =>
  scripts
    .filter(({ file }) => file.startsWith(`dist/assets/${locale}-`))
    .map(({ text }) => /JSON\.parse\(`(.*)`\)/s.exec(text)?.[1] ?? '')
    .map((json) => JSON.parse(json.replaceAll('\\\\', '\\').replaceAll('\\`', '`')))
    .map((part) => Object.keys(catalogue.parse(part)));

const sorted = (parts: string[][]) => parts.map((names) => names.sort().join(' ')).sort();

test('names each message alike in every language, by at most three letters', () => {
  const [first, ...others] = appLocales.map((locale) => sorted(partsOf(locale)));
  expect(first?.length).toBeGreaterThan(10);
  for (const other of others) expect(other).toEqual(first);
  expect(partsOf('en').flat()).toSatisfy((names: string[]) =>
    names.every((name) => /^[a-zA-Z]{2,3}$/.test(name)),
  );
});

test('says no message that no part of the catalogue has', () => {
  const known = new Set(partsOf('en').flat());
  const said = scripts.flatMap(({ text }) =>
    [...text.matchAll(/\{id:`([a-zA-Z]{2,3})`[,}]/g)].map(([, id = '']) => id),
  );
  expect(new Set(said).size).toBeGreaterThan(1_000);
  expect(said.filter((id) => !known.has(id))).toEqual([]);
});
