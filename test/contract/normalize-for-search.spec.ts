import { expect, test } from 'vitest';
import { normalizeForSearch } from '../../src/contract/normalize-for-search.ts';
import { everyCharacter } from '../support/every-character.ts';

test.each([
  ['Itaú Unibanco', 'itau unibanco'],
  ['  ESPAÑA ', 'espana'],
  ['Banco   de Chile', 'banco de chile'],
  ['Çelik\u0301', 'celik'],
  ['', ''],
  ['Łódź', 'lodz'],
  ['Straße STRASSE', 'strasse strasse'],
  ['Işık ISIK İsik', 'isik isik isik'],
  ['Østergård', 'ostergard'],
  ['Đặng Þór Æsa Œuvre Ðuro', 'dang thor aesa oeuvre duro'],
  ['Michał Müller', 'michal muller'],
  ["O’Brien O'Brien OBrien O´Brien OʼBrien", 'obrien obrien obrien obrien obrien'],
  ['L`Aquila D‘Angelo', 'laquila dangelo'],
  ['ΝΙΚΟΣ Νίκος', 'νικοσ νικοσ'],
  ['Ana\u200b\u00a0\u202eRuiz\u00ad', 'ana ruiz'],
  ['Ａｎａ １２３ ٤٥', 'ana 123 45'],
  ['ﬁnanzas Nº 7', 'finanzas no 7'],
])('%j is compared as %j', (text, folded) => {
  expect(normalizeForSearch(text)).toBe(folded);
});

test('what is compared is compared as itself', () => {
  const failed: string[] = [];
  for (const one of everyCharacter()) {
    const folded = normalizeForSearch(`a${one}b`);
    if (normalizeForSearch(folded) !== folded) failed.push(one);
  }
  expect(failed).toEqual([]);
});
