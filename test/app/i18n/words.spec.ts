import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allPages, wordsOf } from '../../../src/contract/api/pages.ts';

// A page whose part of the catalogue is not loaded would show message ids.

const parts = new Set(allPages.map(([folder]) => wordsOf(folder)));

test('the pages of a first folder share a part; those of the start have none', () => {
  expect(parts).toContain('start');
  expect(['sign-in', 'not-found', 'quote', 'recipients/new'].map(wordsOf)).toEqual([
    ...['start', 'start', 'quote', 'recipients'],
  ]);
});

test.each([...parts])('the app loads the part %s', (part) => {
  const text = readFileSync('src/app/i18n/activate.ts', 'utf8');
  expect(text).toContain(`${part}: import.meta.glob`);
  expect(text).toContain(`?words=${part}'`);
});
