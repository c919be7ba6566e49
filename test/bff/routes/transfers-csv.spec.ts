import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { changeUser } from '../../../src/bff/ledger/people/users.ts';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

const clock = { time: Date.parse('2026-01-01T12:00:00Z'), now: () => clock.time };
let bff: Bff;
let sender: ReturnType<typeof createBrowser>;
let support: ReturnType<typeof createBrowser>;

beforeAll(async () => {
  bff = await startBff({ sandbox: { clock, transfers: 300 } });
  [sender, support] = [createBrowser(bff.app), createBrowser(bff.app)];
  await sender.signIn('sender');
  await support.signIn('support');
});
afterAll(() => bff.close());

async function file(browser: typeof sender, query: string) {
  const response = await browser.fetch('/api/transfers.csv', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(new URLSearchParams(query))),
  });
  const text = await response.text();
  const [header, ...lines] = text.trimEnd().split('\r\n');
  return { response, header, lines, ids: lines.map((line) => line.split(',')[0]) };
}

test.each([
  '',
  '?state=executed',
  '?sort=oldest',
  '?currency=CLP&sort=amount',
  '?q=a&state=pending',
  '?q=nothing+like+it',
])('%s: the CSV has exactly the rows of the list, in the same order', async (query) => {
  const join = query === '' ? '?' : `${query}&`;
  const all: string[] = [];
  let cursor: string | null = '';
  let total = 0;
  while (cursor !== null) {
    const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await support.call('GET', `/api/transfers${join}limit=70${from}`);
    all.push(...body.items.map(({ id }: { id: string }) => id));
    ({ next_cursor: cursor, total } = body);
  }
  const { ids } = await file(support, query);
  expect(ids).toEqual(all);
  expect(ids).toHaveLength(total);
});

test('is an attachment with a name, and is not cached', async () => {
  const { response, header } = await file(support, '');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="transfers-2026-01-01T12-00-00Z.csv"',
    'cache-control': 'no-store',
  });
  expect(header).toContain('id,state,source_amount,');
});

test('writes headings in the requested language, or else the field names of the contract', async () => {
  expect((await file(support, 'headings=es')).header).toMatch(
    /^\ufeff?Número,Estado,Monto enviado,/,
  );
  expect((await file(support, 'headings=fields')).header).toBe((await file(support, '')).header);
  const { status, body } = await support.call('POST', '/api/transfers.csv', { headings: 'fr' });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['headings']]);
});

test('contains only the sender’s transfers and no formulas', async () => {
  expect((await file(sender, '')).lines).toEqual([]);
  const { id } = await addRecipient(sender, { alias: '=cmd|"/c calc"!A1' });
  const { body } = await sendMoney(sender, id, { source_amount_cents: '100000' });
  const { lines } = await file(sender, '');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`${body.id},pending,100000,CLP,`);
  expect(lines[0]).toMatch(/,COP,\d\.\d+,/);
  expect(lines[0]).toContain(
    `,${id},"'=cmd|""/c calc""!A1",Gloria Patiño,2026-01-01T12:00:00.000Z`,
  );
});

test('has the end time, country, bank and account ending, and the sender for support', async () => {
  clock.time += 10_000;
  const [own] = (await sender.call('GET', '/api/transfers')).body.items;
  await sender.call('GET', `/api/transfers/${own.id}`);
  const theirs = await file(sender, '');
  expect(theirs.header).toMatch(/,ended_at,country,bank,account_ending,reference,note$/);
  const bank = '[^,]+';
  expect(theirs.lines[0]).toMatch(
    new RegExp(`,2026-01-01T12:00:00.000Z,2026-01-01T12:00:10.000Z,Colombia,${bank},4821,,$`),
  );
  const { header, lines } = await file(support, `q=${own.id}`);
  expect(header).toMatch(/,sender,sender_email$/);
  expect(lines[0]).toMatch(/,4821,,Sam Sender,sender@giro\.example$/);
});

test('the list has the time of the first observation, and null without one', async () => {
  const { body } = await sender.call('GET', '/api/transfers');
  expect(body.items).toMatchObject([{ first_seen_at: '2026-01-01T12:00:00.000Z' }]);
  const later = await sender.call('GET', `/api/transfers/${body.items[0].id}`);
  expect(later.body.transfer.state).toBe('executed');
  const again = await support.call('GET', '/api/transfers');
  expect(again.body.items[0]).toMatchObject({
    id: body.items[0].id,
    first_seen_at: '2026-01-01T12:00:00.000Z',
  });
  expect(again.body.items[1].first_seen_at).toBeNull();
});

/** Begins a file, and reads the rest of it after this. */
async function readSlowly({ app }: Bff, session: string, meanwhile: () => Promise<unknown>) {
  const answer = await app.inject({
    ...{ method: 'POST', url: '/api/transfers.csv', payload: {}, payloadAsStream: true },
    headers: { origin: 'http://localhost', host: 'localhost', cookie: `giro=${session}` },
  });
  const stream = answer.stream();
  await once(stream, 'readable');
  await meanwhile();
  let text = '';
  let isWhole = true;
  try {
    for await (const part of stream) text += String(part);
  } catch {
    isWhole = false;
  }
  return { status: answer.statusCode, isWhole, lines: text.split('\r\n').length - 2 };
}

test.each([
  ['has another role', { role: 'sender' }],
  ['is disabled', { disabled_at: '2026-01-01T12:00:00.000Z' }],
] as const)('a file that is read slowly ends once its person %s', async (_name, change) => {
  const slow = await startBff({ sandbox: { clock, transfers: 6_000 } });
  onTestFinished(() => slow.close());
  const browser = createBrowser(slow.app);
  await browser.signIn('support');
  await browser.call('GET', '/api/transfers');
  const session = browser.cookies.get('giro') ?? '';
  const whole = { status: 200, isWhole: true, lines: 6_000 };
  expect(await readSlowly(slow, session, async () => {})).toEqual(whole);
  const cut = await readSlowly(slow, session, () =>
    changeUser(slow.db, 'support@giro.example', change),
  );
  expect(cut).toMatchObject({ status: 200, isWhole: false });
  expect(cut.lines).toBeLessThan(whole.lines);
});

test('refuses to sort by amount over several currencies', async () => {
  const { status, body } = await support.call('POST', '/api/transfers.csv', { sort: 'amount' });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['sort']]);
});
