import { expect, test } from 'vitest';
import { meaningOf } from '../../../src/bff/search/matcher.ts';
import { namesOf, nearestNames } from '../../../src/bff/search/nearest-names.ts';
import { readSearch } from '../../../src/bff/search/read-search.ts';
import { recipientsOf } from '../../../src/bff/search/recipients.ts';
import { asWords } from '../../../src/bff/search/search-text.ts';

const currencies = [{ name: 'Chilean peso', iso_code: 'CLP', subunit_to_unit: 1n }];
const people = ['José Núñez', 'Conceição Gonçalves', 'Ana Rodríguez', 'Rodrigo Peña', 'Ana Díaz'];
const recipients = recipientsOf(
  people.map((alias, place) => ({ id: `${500 + place}`, alias, category: 'bank' })),
  [],
);
const sender = 'Michał Wójcik';
const senders = new Map([['7', { name: sender, words: asWords(sender) }]]);

function nearest(typed: string) {
  const terms = readSearch(typed, { currencies, now: 0, zone: 'UTC' });
  const meaning = meaningOf(terms, { recipients, senders, sends: [], noted: new Map() });
  return nearestNames(meaning, namesOf(recipients.values(), senders));
}

test.each([
  ['Gonzalves', 'Gonçalves'],
  ['Rodrigez', 'Rodríguez'],
  ['Jose Nunes', 'Núñez'],
  ['conceicaoo', 'Conceição'],
  ['Vojcik', 'Wójcik'],
  ['Mihal', 'Michał'],
  ['a transfer to Gonzalves yesterday', 'Gonçalves'],
])('%j is near to %j', (typed, name) => {
  expect(nearest(typed).flatMap(({ names }) => names)).toContain(name);
});

test('says for which word a name is, as it was typed', () => {
  expect(nearest('José Nunes')).toEqual([{ typed: 'Nunes', names: ['Núñez'] }]);
});

test.each([
  ['a name that is found', 'Rodriguez'],
  ['a part of one', 'Rodrig'],
  ['a word that no name is like', 'Bartholomew'],
  ['a short word', 'Anx'],
  ['a number', '150001'],
  ['a word that is two letters off, of five', 'Nunos'],
  ['a state', 'rejected'],
])('nothing is near to %s', (_, typed) => {
  expect(nearest(typed)).toEqual([]);
});

test('gives the nearest name first, and of equally near ones the one that more people have', () => {
  const names = ['Marina', 'Marisa', 'Marisa', 'Mariana', 'Maribel'];
  const terms = readSearch('Marixa', { currencies, now: 0, zone: 'UTC' });
  const meaning = meaningOf(terms, { recipients, senders: null, sends: [], noted: new Map() });
  expect(nearestNames(meaning, names)[0]?.names).toEqual(['Marisa', 'Marina', 'Mariana']);
});
