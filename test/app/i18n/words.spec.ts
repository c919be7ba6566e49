import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// A page whose words are not asked for would show the ids of its messages.
const folders = readdirSync('src/app/pages').filter((name) => !/^(sign-in|not-found)$/.test(name));

test.each(folders)('the words of pages/%s are a part of the catalogue', (folder) => {
  const parts = readFileSync('src/app/i18n/activate.ts', 'utf8');
  expect(parts).toContain(`${folder}: import.meta.glob`);
  expect(parts).toContain(`?words=${folder}'`);
});

test.each(folders)('each route of pages/%s asks for its words', (folder) => {
  const routes = readFileSync('src/app/routes.tsx', 'utf8');
  const asked = routes.matchAll(/import\('\.\/pages\/([^/]+)\/.*page\.tsx'\),(\s+words: '(.+)')?/g);
  const words = [...asked].filter(([, page]) => page === folder).map(([, , , part]) => part);
  expect(words.length).toBeGreaterThan(0);
  expect(new Set(words)).toEqual(new Set([folder]));
});
