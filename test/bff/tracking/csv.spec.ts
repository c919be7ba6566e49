import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { cellOf } from '../../../src/bff/lib/csv.ts';
import { recipientsOf } from '../../../src/bff/search/recipients.ts';
import { csvWords, writeCsv } from '../../../src/bff/tracking/csv.ts';
import { appLocales } from '../../../src/contract/api/languages.ts';
import { openSendMarks } from '../../../src/contract/api/open-send-marks.ts';
import type { FileHeadings } from '../../../src/contract/api/transfer.ts';
import { destinationAccount } from '../../../src/contract/destination-account.ts';
import type { Transfer } from '../../../src/contract/transfer.ts';
import { transferStates } from '../../../src/contract/transfer-state.ts';
import { row } from './rows.ts';

const currencies = [
  { name: 'Peso', iso_code: 'CLP', subunit_to_unit: 1n },
  { name: 'Dollar', iso_code: 'USD', subunit_to_unit: 100n },
  { name: 'Ether', iso_code: 'ETH', subunit_to_unit: 10n ** 18n },
];
const recipients = recipientsOf(
  [
    destinationAccount.parse({
      id: 501n,
      alias: '=HYPERLINK("x","é")',
      category: 'bank',
      bank_id: 7n,
      bank_number: '00123454821',
      first_name: 'Gloria',
      last_name: 'Patiño',
      country: { id: 1n, name: 'Colombia', code: 'CO' },
    }),
  ],
  [{ id: '7', code: '007', name: 'Bancolombia', country_name: 'Colombia' }],
);

const asked: number[] = [];
const sender = { id: 'ana', name: '+Ana', email: 'ana@example.com' };
const beside = { first_seen_at: '2026-01-01T12:00:00.000Z', ended_at: '2026-01-01T13:00:00.000Z' };
/** The keys of sends, by the number of their transfer. */
const keys = new Map<string, string>();
async function besideOf(ids: string[]) {
  asked.push(ids.length);
  const seen = ids.filter((id) => id !== '2' || keys.has(id));
  return new Map(seen.map((id) => [id, { ...beside, sender, send_key: keys.get(id) }]));
}

type OpenSends = Parameters<typeof writeCsv>[4]['openSends'];

async function csv(
  rows: Transfer[],
  withSender = false,
  headings: FileHeadings = 'fields',
  openSends: OpenSends = [],
) {
  async function* inParts() {
    for (let start = 0; start < rows.length; start += 500) yield rows.slice(start, start + 500);
  }
  const parts: string[] = [];
  for await (const part of writeCsv(inParts(), recipients, currencies, besideOf, {
    withSender,
    headings,
    openSends,
    order: { sort: 'newest' },
  }))
    parts.push(part);
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
      '\ufeffid,state,source_amount,source_amount_currency,destination_amount,destination_amount_currency,rate,destination_account_id,alias,name,first_seen_at,ended_at,country,bank,account_ending,reference,note',
      `9007199254740993,pending,1000,CLP,1.05,USD,0.00105,501,"'=HYPERLINK(""x"",""é"")",Gloria Patiño,2026-01-01T12:00:00.000Z,2026-01-01T13:00:00.000Z,Colombia,Bancolombia,4821,,`,
      "2,'@new,1000,CLP,12.34567890123456789,ETH,0.0123457,502,,,,,,,,,",
      `3,pending,1000 subunits,XXX,1.05,USD,,501,"'=HYPERLINK(""x"",""é"")",Gloria Patiño,2026-01-01T12:00:00.000Z,2026-01-01T13:00:00.000Z,Colombia,Bancolombia,4821,,`,
      '',
    ].join('\r\n'),
  );
});

test('support is told whose each transfer is, also without a formula', async () => {
  const [header, first, second] = (await csv([row('1'), row('2')], true)).join('').split('\r\n');
  expect(header).toMatch(/,account_ending,reference,sender,sender_email$/);
  expect(first).toMatch(/,4821,,'\+Ana,ana@example\.com$/);
  expect(second).toMatch(/,4821,,,$/);
});

test('writes headings and states in a language, and leaves every other cell as it is', async () => {
  const rows = [row('1', { state: 'assigned' }), row('2', { state: 'on_hold' })];
  const [plain, words] = [await csv(rows, true), await csv(rows, true, 'pt')].map((parts) =>
    parts
      .join('')
      .split('\r\n')
      .map((line) => line.split(',')),
  );
  expect(words?.[0]?.slice(0, 6)).toEqual([
    '\ufeffNúmero',
    'Status',
    'Valor enviado',
    'Moeda enviada',
    'Valor do destinatário',
    'Moeda do destinatário',
  ]);
  expect(words?.map((line) => line[1]).slice(1, 3)).toEqual(['Em andamento', 'on_hold']);
  const others = (lines = plain) => lines?.slice(1).map(([id, , ...rest]) => [id, rest]);
  expect(others(words)).toEqual(others(plain));
});

test.each(appLocales)('%s: no heading comes twice, or is taken for a formula', (locale) => {
  const headings = [...csvWords(locale).headings.values()];
  expect(new Set(headings).size).toBe(headings.length);
  expect(headings.map(cellOf)).toEqual(headings);
});

test('calls the states as the app does', () => {
  for (const locale of ['es', 'pt'] as const) {
    const po = readFileSync(`src/app/i18n/catalogues/${locale}.po`, 'utf8');
    for (const state of [...transferStates, ...openSendMarks]) {
      const [english, words] = [csvWords('en'), csvWords(locale)].map(({ states }) =>
        states.get(state),
      );
      const entry = `use-state-name\\.ts\n(#: .+\n|msgctxt .+\n)*msgid "${english}"\nmsgstr "${words}"`;
      expect(po).toMatch(new RegExp(entry));
    }
  }
});

test('an open send is a line at its place, without a number and what the recipient gets', async () => {
  const openSend = {
    ...{ key: 'a', state: 'unresolved' as const, destination_account_id: '501', isEnded: false },
    ...{ source_amount_cents: 504n, source_amount_currency: 'CLP' },
    ...{ destination_amount_cents: 999n, destination_amount_currency: 'USD' },
    ...{ alias: null, country_code: null, sender },
  };
  const sends = [
    { ...openSend, created_at: '2026-01-01T12:00:01.000Z' },
    { ...openSend, created_at: '2026-01-01T11:00:00.000Z' },
  ];
  const lines = (await csv([row('1')], true, 'en', sends)).join('').trimEnd().split('\r\n');
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['', '1', '']);
  expect(lines[1]).toBe(
    `,Needs review,504,CLP,,USD,,501,"'=HYPERLINK(""x"",""é"")",Gloria Patiño,2026-01-01T12:00:01.000Z,,Colombia,Bancolombia,4821,,'+Ana,ana@example.com`,
  );
});

test('a send that became a transfer after it was read is that transfer’s line alone', async () => {
  const openSend = {
    ...{ key: 'a', state: 'unconfirmed' as const, destination_account_id: '501' },
    ...{ source_amount_cents: 504n, source_amount_currency: 'CLP' },
    ...{ destination_amount_cents: null, destination_amount_currency: 'USD' },
    ...{ alias: null, country_code: null, created_at: '2026-01-01T13:00:00.000Z' },
  };
  const sends = [
    { ...openSend, isEnded: false },
    { ...openSend, key: 'b', isEnded: true },
  ];
  keys.set('1', 'a').set('2', 'b');
  onTestFinished(() => keys.clear());
  const lines = (await csv([row('2'), row('1')], false, 'fields', sends)).join('').split('\r\n');
  expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(['', '2', '1']);
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
  ['\t=1', "'\t'=1"],
  ['\r=1', `"'\r'=1"`],
  ['"=1', `"'""=1"`],
  ['Luz;=HYPERLINK("http://x";"y")', `"Luz;'=HYPERLINK(""http://x"";""y"")"`],
  ['Sol;=1+1', "Sol;'=1+1"],
  ['a|-1\t@b; +1', "a|'-1\t'@b;' +1"],
  ['a;"=1', `"a;'""=1"`],
  ['a\n=1', `"a\n'=1"`],
  ['a;b, c-d = e', '"a;b, c-d = e"'],
  ['＝1', "'＝1"],
  ['a=1', 'a=1'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['', ''],
])('%j is written %j', (text, cell) => {
  expect(cellOf(text)).toBe(cell);
});

/** What a spreadsheet that parts cells by this makes of a line, quotes where a cell begins and doubled ones within. */
function cellsBy(separator: string, text: string): string[] {
  const cells = [''];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const [one, last] = [text[at] ?? '', cells.length - 1];
    if (quoted && one === '"' && text[at + 1] === '"') {
      cells[last] += '"';
      at += 1;
    } else if (one === '"' && (quoted || cells[last] === '')) quoted = !quoted;
    else if (!quoted && (one === separator || one === '\n' || one === '\r')) cells.push('');
    else cells[last] += one;
  }
  return cells;
}

test('no text makes a cell that begins like a formula, by whatever a spreadsheet parts cells', () => {
  const letters = fc.constantFrom(...'=+-@＝;|\t\r\n", a1()\'');
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 12 }), (text) => {
      const line = `7,pending,${cellOf(text)},2026`;
      for (const separator of [',', ';', '|', '\t']) {
        const begins = cellsBy(separator, line).map((cell) => cell.trim().replace(/^["\s]+/, ''));
        expect(begins.filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([]);
      }
    }),
    { numRuns: 5_000 },
  );
});
