import { expect, test } from 'vitest';
import { searchedText } from '../../../src/bff/search/search-text.ts';

test.each([
  ['···· 7741', '7741'],
  ['Bancolombia ···· 7741', 'Bancolombia 7741'],
  ['Bancolombia •••• 7741', 'Bancolombia 7741'],
  ['****7741', '7741'],
  ['... 7741', '7741'],
  ['ending in 7741', '7741'],
  ['Bancolombia ending in 7741', 'Bancolombia 7741'],
  ['terminada en 7741', '7741'],
  ['Bancolombia que termina en 7741', 'Bancolombia 7741'],
  ['termina em 7741', '7741'],
  ['com final 7741', 'com 7741'],
  ['#104001', '104001'],
  ['104001', '104001'],
  ['$250.000', '$250.000'],
  ['250.000,50', '250.000,50'],
  ['José Patiño', 'José Patiño'],
  ['Final Payments Ltd', 'Final Payments Ltd'],
  ['0x52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['####', '####'],
])('searches %s as %s', (pasted, searched) => {
  expect(searchedText(pasted)).toBe(searched);
});
