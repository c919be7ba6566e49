import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allPages } from '../../../src/contract/api/pages.ts';

// A page whose part of the catalogue is not loaded would show message ids.
const folders = readdirSync('src/app/pages').filter((name) => !/^(sign-in|not-found)$/.test(name));

test.each(folders)('has a part of the catalogue for pages/%s', (folder) => {
  const parts = readFileSync('src/app/i18n/activate.ts', 'utf8');
  expect(parts).toContain(`${folder}: import.meta.glob`);
  expect(parts).toContain(`?words=${folder}'`);
});

test.each(allPages)('%s loads the part of its folder', (page, { words }) => {
  const [folder = ''] = page.split('/');
  expect(words).toBe(folders.includes(folder) ? folder : undefined);
});
