import { expect, test } from 'vitest';
import { meaningOf, type SearchMeaning } from '../../../src/bff/search/matcher.ts';
import { readSearch } from '../../../src/bff/search/read-search.ts';
import { recipientsOf } from '../../../src/bff/search/recipients.ts';
import { namedByAll } from '../../../src/bff/search/support-search.ts';
import { withoutUnmatched } from '../../../src/bff/search/unmatched.ts';

const currencies = [{ name: 'Chilean peso', iso_code: 'CLP', subunit_to_unit: 1n }];
const people = ['José Núñez', 'Núria Prats', 'Conceição Gonçalves', 'Aitana Benítez'];
const recipients = recipientsOf(
  people.map((alias, place) => ({ id: `${500 + place}`, alias, category: 'bank' })),
  [],
);
/** The only transfer: 250 to José Núñez. */
const transfer = { id: '150001', account: '500', cents: 250n };

async function finds(meaning: SearchMeaning): Promise<boolean> {
  const isTransfer = meaning.some((terms) =>
    terms.every(
      ({ text, accounts, readings }) =>
        text === transfer.id ||
        accounts.has(transfer.account) ||
        readings.get('CLP')?.includes(transfer.cents),
    ),
  );
  return isTransfer || namedByAll(meaning).size > 0;
}

test.each([
  ['José Núñez', ['jose', 'nunez'], []],
  ['150001', ['150001'], []],
  ['150001 José', ['150001', 'jose'], []],
  ['150001 Núria', ['150001'], ['Núria']],
  ['Transfer 150001: Rejected', ['150001'], ['Rejected']],
  ['José 251', ['jose'], ['251']],
  ['José 250 yesterday', ['jose', '250'], ['yesterday']],
  ['sent by Sra. Conceição Gonçalves-Pinto', ['conceicao'], ['Gonçalves-Pinto']],
  ['hello, it is about José and his 250', ['jose', '250'], ['it', 'his']],
  ['completely unknown', ['completely', 'unknown'], []],
  // Part of Benítez, but only two letters.
  ['nothing like it', ['nothing', 'like', 'it'], []],
])('%j is searched by %j, without %j', async (typed, kept, left_out) => {
  const terms = readSearch(typed, { currencies, now: 0, zone: 'UTC' });
  const read = meaningOf(terms, { recipients, senders: null, sends: [], noted: new Map() });
  const narrowed = await withoutUnmatched(read, finds);
  expect(narrowed.meaning[0]?.map(({ text }) => text)).toEqual(kept);
  expect(narrowed.left_out).toEqual(left_out);
});

test('asks the store for few of many words', async () => {
  const typed = Array.from({ length: 60 }, (_, place) => `${place + 7_000}`).join(' ');
  const terms = readSearch(`x ${typed}`, { currencies, now: 0, zone: 'UTC' });
  let asked = 0;
  await withoutUnmatched(
    meaningOf(terms, { recipients, senders: null, sends: [], noted: new Map() }),
    async () => {
      asked += 1;
      return false;
    },
  );
  expect(asked).toBeLessThan(20);
});
