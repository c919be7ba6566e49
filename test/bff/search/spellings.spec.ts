import { expect, test } from 'vitest';
import { findRecipients } from '../../../src/bff/search/find-recipients.ts';
import { readSearch } from '../../../src/bff/search/read-search.ts';
import { recipientsOf } from '../../../src/bff/search/recipients.ts';
import { supportQuery } from '../../../src/contract/api/support.ts';

/** True if a text that support types finds a recipient. */
function finds(typed: string, account: { first_name: string; bank_number?: string }): boolean {
  const recipients = recipientsOf([{ id: '7', alias: 'x', category: 'bank', ...account }], []);
  const { q } = supportQuery.parse({ q: typed });
  return readSearch(q, { currencies: [], now: 0, zone: 'UTC' }).some((terms) =>
    terms.every(({ text }) => findRecipients(recipients, text).has('7')),
  );
}

const spellings = [
  ["O'Brien", 'O’Brien', 'OBrien', 'o`brien', 'O´Brien', 'OʼBrien'],
  ['Łódź', 'lodz', 'Lodz'],
  ['Straße', 'STRASSE', 'strasse'],
  ['Işık', 'isik', 'ISIK'],
  ['Østergård', 'ostergard'],
  ['Michał', 'michal'],
  ['José', 'Jose\u0301', 'jose', 'Ｊｏｓｅ', 'Jo\u200bse'],
];
const pairs = spellings.flatMap((all) => all.flatMap((one) => all.map((other) => [one, other])));

test.each(pairs)('%j finds %j', (typed = '', first_name = '') => {
  expect(finds(typed, { first_name })).toBe(true);
});

test.each([
  ['o brien', 'O’Brien'],
  ['brien', 'O’Brien'],
  ['Muller', 'Müller'],
  ['Mueller', 'Müller'],
  ['mueller', 'Mu\u0308ller'],
  ['Joergensen', 'Jørgensen'],
  ['aastroem', 'Åström'],
])('%j finds %j', (typed, first_name) => {
  expect(finds(typed, { first_name })).toBe(true);
});

test.each(['0012 3456', '００１２３４５６', '٠٠١٢٣٤٥٦', '\u202a0012\u00a03456\u202c'])(
  'an account number is found as %j',
  (typed) => {
    expect(finds(typed, { first_name: 'Ana', bank_number: '\u202a00123456' })).toBe(true);
  },
);
