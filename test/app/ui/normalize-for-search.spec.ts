import { expect, test } from 'vitest';
import { fold } from '../../../src/app/ui/fold.ts';

test.each([
  ['Itaú Unibanco', 'itau unibanco'],
  ['  ESPAÑA ', 'espana'],
  ['Banco   de Chile', 'banco de chile'],
  ['Çelik\u0301', 'celik'],
  ['', ''],
])('%j is compared as %j', (text, folded) => {
  expect(fold(text)).toBe(folded);
});
