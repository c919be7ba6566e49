import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { oldestBrowsers as oldest } from '../../src/bff/page/older-browser.ts';

/** The first versions with what the built scripts do without. */
const newer = [
  [/\.toReversed\(/, { chrome: 110, safari: 16, firefox: 115 }],
  [/\.toSorted\(/, { chrome: 110, safari: 16, firefox: 115 }],
  [/\.toSpliced\(/, { chrome: 110, safari: 16, firefox: 115 }],
  [/\.(is|to)WellFormed\(/, { chrome: 111, safari: 16.4, firefox: 119 }],
  [/Promise\.withResolvers/, { chrome: 119, safari: 17.4, firefox: 121 }],
  [/Promise\.try\b/, { chrome: 128, safari: 18.2, firefox: 134 }],
  [/(Object|Map)\.groupBy/, { chrome: 117, safari: 17.4, firefox: 119 }],
  [/Array\.fromAsync/, { chrome: 121, safari: 16.4, firefox: 115 }],
  [/AbortSignal\.any\b/, { chrome: 116, safari: 17.4, firefox: 124 }],
  [/AbortSignal\.timeout\b/, { chrome: 124, safari: 16, firefox: 100 }],
  [/RegExp\.escape/, { chrome: 136, safari: 18.2, firefox: 134 }],
  [
    /(?<!Object)\.(values|entries|matchAll)\([^()]*\)\.(map|filter|some|every|find|toArray|take|drop)\(/,
    {
      chrome: 122,
      safari: 18.4,
      firefox: 131,
    },
  ],
  [
    /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
    {
      chrome: 122,
      safari: 17,
      firefox: 127,
    },
  ],
  [/Intl\.DurationFormat/, { chrome: 129, safari: 16.4, firefox: 136 }],
  [/\.checkVisibility\(/, { chrome: 105, safari: 17.4, firefox: 106 }],
  // Safari 15.4 refuses a whole script for these two.
  [/\(\?<[=!]/, { chrome: 62, safari: 16.4, firefox: 78 }],
  [/[;{}]static\s*\{/, { chrome: 94, safari: 16.4, firefox: 93 }],
  [/\bwith\s*\{\s*type:/, { chrome: 123, safari: 17.2, firefox: 138 }],
  [/\/[dgimsuy]*v[dgimsuy]*[.,;)]/, { chrome: 112, safari: 17, firefox: 116 }],
] as const;

test.each(newer)('no script has %s, which the oldest browsers lack', (pattern, since) => {
  const isNewer =
    since.chrome > oldest.chrome || since.safari > oldest.safari || since.firefox > oldest.firefox;
  expect(isNewer, 'all have it').toBe(true);
  const scripts = globSync('dist/{assets/*,sw}.js');
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.filter((path) => pattern.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('where a parent shows the focus by :has, there is a way without it for Firefox 115', () => {
  const styles = globSync('dist/assets/*.css').map((path) => readFileSync(path, 'utf8'));
  const byParent = styles.filter((text) => /:has\([^)]*:focus/.test(text));
  expect(byParent).not.toEqual([]);
  for (const text of byParent)
    expect(text).toMatch(/@supports not selector\(:has\([^{]*\{[^}]*:focus/);
});
