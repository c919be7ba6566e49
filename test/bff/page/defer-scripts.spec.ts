import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { deferScripts, deferScriptsHash } from '../../../src/bff/page/defer-scripts.ts';

const page =
  '<html><head><script type="module" crossorigin src="/a.js"></script>' +
  '<link rel="modulepreload" fetchpriority="low" href="/b.js"></head>' +
  '<body><div id="root"><h1>Here</h1></div></body></html>';

test('leaves script and chunks in a template, which comes after what is seen', () => {
  const html = deferScripts(page);
  expect(html).toMatch(/^<html><head><\/head><body><div id="root"><h1>Here<\/h1><\/div><template>/);
  expect(/<template>(.*)<\/template>/.exec(html)?.[1]).toBe(
    '<script type="module" crossorigin src="/a.js"></script>' +
      '<link rel="modulepreload" fetchpriority="low" href="/b.js">',
  );
});

test('names the hash of the one script that it writes into the page', () => {
  const scripts = [...deferScripts(page).matchAll(/<script>(.*?)<\/script>/g)];
  const hashes = scripts.map(([, text = '']) => createHash('sha256').update(text).digest('base64'));
  expect(hashes.map((hash) => `'sha256-${hash}'`)).toEqual([deferScriptsHash]);
});
