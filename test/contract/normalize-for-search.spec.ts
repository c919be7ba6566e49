import { expect, test } from 'vitest';
import { normalizeForSearch } from '../../src/contract/normalize-for-search.ts';

test.each([
  ['Itaú Unibanco', 'itau unibanco'],
  ['  ESPAÑA ', 'espana'],
  ['Banco   de Chile', 'banco de chile'],
  ['Çelik\u0301', 'celik'],
  ['', ''],
])('%j is compared as %j', (text, folded) => {
  expect(normalizeForSearch(text)).toBe(folded);
});
