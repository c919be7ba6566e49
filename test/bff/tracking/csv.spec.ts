import { expect, test } from 'vitest';
import { cellOf, writeCsv } from '../../../src/bff/tracking/csv.ts';
import { recipientsOf } from '../../../src/bff/tracking/recipients.ts';
import { destinationAccount } from '../../../src/contract/destination-account.ts';
import { row } from './rows.ts';

const currencies = [
  { name: 'Peso', iso_code: 'CLP', subunit_to_unit: 1n },
  { name: 'Dollar', iso_code: 'USD', subunit_to_unit: 100n },
  { name: 'Ether', iso_code: 'ETH', subunit_to_unit: 10n ** 18n },
];
const recipients = recipientsOf(
  [destinationAccount.parse({ id: 501n, alias: '=HYPERLINK("x","é")', category: 'wallet' })],
  [],
);

const asked: number[] = [];
async function firstSeen(ids: string[]) {
  asked.push(ids.length);
  return new Map(ids.filter((id) => id !== '2').map((id) => [id, '2026-01-01T12:00:00.000Z']));
}

async function csv(rows: Parameters<typeof writeCsv>[0]) {
  const parts: string[] = [];
  for await (const part of writeCsv(rows, recipients, currencies, firstSeen)) parts.push(part);
  return parts;
}

test('a line for each transfer, with exact decimals and no formula', async () => {
  const rows = [
    row('9007199254740993'),
    row('2', {
      destination_amount_cents: 12_345_678_901_234_567_890n,
      destination_amount_currency: 'ETH',
      destination_account_id: '502',
      state: '@new',
    }),
    row('3', { source_amount_currency: 'XXX' }),
  ];
  expect((await csv(rows)).join('')).toBe(
    [
      '\ufeffid,state,source_amount,source_amount_currency,destination_amount,destination_amount_currency,destination_account_id,alias,first_seen_at',
      `9007199254740993,pending,1000,CLP,1.05,USD,501,"'=HYPERLINK(""x"",""é"")",2026-01-01T12:00:00.000Z`,
      "2,'@new,1000,CLP,12.34567890123456789,ETH,502,,",
      `3,pending,1000 subunits,XXX,1.05,USD,501,"'=HYPERLINK(""x"",""é"")",2026-01-01T12:00:00.000Z`,
      '',
    ].join('\r\n'),
  );
});

test('none is the header alone, and many come in parts', async () => {
  expect((await csv([])).join('').split('\r\n')).toHaveLength(2);
  const many = Array.from({ length: 2_000 }, (_, index) => row(String(index)));
  asked.length = 0;
  const parts = await csv(many);
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.join('').split('\r\n')).toHaveLength(2_002);
  expect(asked).toEqual([500, 500, 500, 500]);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@a', "'@a"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['＝1', "'＝1"],
  ['a=1', 'a=1'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['', ''],
])('%j is written %j', (text, cell) => {
  expect(cellOf(text)).toBe(cell);
});
