import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { seenFirst, seenFirstHash } from '../../src/bff/seen-first.ts';

const page =
  '<html><head><script type="module" crossorigin src="/a.js"></script>' +
  '<link rel="modulepreload" fetchpriority="low" href="/b.js"></head>' +
  '<body><div id="root"><h1>Here</h1></div></body></html>';

test('leaves script and chunks in a template, which comes after what is seen', () => {
  const html = seenFirst(page);
  expect(html).toMatch(/^<html><head><\/head><body><div id="root"><h1>Here<\/h1><\/div><template>/);
  expect(/<template>(.*)<\/template>/.exec(html)?.[1]).toBe(
    '<script type="module" crossorigin src="/a.js"></script>' +
      '<link rel="modulepreload" fetchpriority="low" href="/b.js">',
  );
});

test('names the hash of the one script that it writes into the page', () => {
  const scripts = [...seenFirst(page).matchAll(/<script>(.*?)<\/script>/g)];
  const hashes = scripts.map(([, text = '']) => createHash('sha256').update(text).digest('base64'));
  expect(hashes.map((hash) => `'sha256-${hash}'`)).toEqual([seenFirstHash]);
});
