import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allPages } from '../../../src/contract/api/pages.ts';

// A page whose words are not asked for would show the ids of its messages.
const folders = readdirSync('src/app/pages').filter((name) => !/^(sign-in|not-found)$/.test(name));

test.each(folders)('the words of pages/%s are a part of the catalogue', (folder) => {
  const parts = readFileSync('src/app/i18n/activate.ts', 'utf8');
  expect(parts).toContain(`${folder}: import.meta.glob`);
  expect(parts).toContain(`?words=${folder}'`);
});

test.each(allPages)('the page %s asks for the words of its folder', (page, { words }) => {
  const [folder = ''] = page.split('/');
  expect(words).toBe(folders.includes(folder) ? folder : undefined);
});
