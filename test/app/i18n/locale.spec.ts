import { expect, test } from 'vitest';
import { pickLocale } from '../../../src/app/i18n/locale.ts';

test.each([
  [['en-GB', 'en'], 'en', 'en-GB'],
  [['de-CH', 'en-IE', 'en'], 'en', 'en-IE'],
  [['de-CH'], 'en', 'en'],
  [[], 'en', 'en'],
  [['en-US@posix', 'en-AU'], 'en', 'en-AU'],
  [['EN-us'], 'en', 'EN-us'],
] as const)('of %j the words are %s and the numbers %s', (languages, locale, numberLocale) => {
  expect(pickLocale(languages)).toEqual({ locale, numberLocale });
});
