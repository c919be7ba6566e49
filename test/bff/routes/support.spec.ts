import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

const clock = { time: Date.parse('2026-01-01T12:00:00Z'), now: () => clock.time };
let bff: Bff;
let sender: ReturnType<typeof createBrowser>;
let support: ReturnType<typeof createBrowser>;
let mama: { id: string };
let sent: { id: string };

beforeAll(async () => {
  bff = await startBff({ sandbox: { clock, transfers: 400 } });
  [sender, support] = [createBrowser(bff.app), createBrowser(bff.app)];
  await sender.signIn('sender');
  await support.signIn('support');
  mama = await addRecipient(sender);
  sent = (await sendMoney(sender, mama.id, { source_amount_cents: '7654321' })).body;
});
afterAll(() => bff.close());

const search = async (q: string) =>
  (await support.call('GET', `/api/support/search?q=${encodeURI(q)}`)).body;

describe('the search finds by', () => {
  test.each([
    ['a name', 'patiño gloria', ['name']],
    ['an alias', 'MAMA bogota', ['alias']],
    ['the tail of an account', '54821', ['account']],
    ['a whole account number with spaces', '0012 3454 821', ['account']],
    ['an ID number', '1.020.304', ['document']],
    ['an account ending as the app shows it', '···· 4821', ['account']],
    ['an account ending as a screen reader says it', 'ending in 4821', ['account']],
    ['an account ending with stars', '****4821', ['account']],
  ])('%s', async (_what, q, matched) => {
    const { recipients, transfers } = await search(q);
    const found = recipients.items.find(({ id }: { id: string }) => id === mama.id);
    expect(found).toEqual({
      id: mama.id,
      alias: 'Mamá Bogotá',
      name: 'Gloria Patiño',
      category: 'bank',
      bank_name: expect.any(String),
      account_tail: '4821',
      country_name: 'Colombia',
      matched,
      transfers: 1,
    });
    const its = transfers.items.find(({ id }: { id: string }) => id === sent.id);
    expect(its).toMatchObject({ alias: 'Mamá Bogotá', matched: ['recipient'] });
    expect(its.timeline.at(-1)).toEqual({ state: its.state, seen_at: expect.any(String) });
  });

  test('the id of a transfer, listed first', async () => {
    const { transfers } = await search(' 9010 ');
    expect(transfers.items[0]).toMatchObject({ id: '9010' });
    expect(transfers.items[0].matched).toContain('id');
  });

  test('the id of a recipient, listed first', async () => {
    const { recipients } = await search(mama.id);
    expect(recipients.items[0]).toMatchObject({ id: mama.id });
    expect(recipients.items[0].matched).toContain('id');
  });

  test.each(['7654321', '7.654.321', '7,654,321'])('the amount %s', async (q) => {
    const { transfers } = await search(q);
    expect(transfers.items[0]).toMatchObject({ id: sent.id, matched: ['amount'] });
  });
});

test('the sender of a transfer is returned to support only', async () => {
  const own = (await search(sent.id)).transfers.items[0];
  const id = expect.any(String);
  expect(own.sender).toEqual({ id, name: 'Sam Sender', email: 'sender@giro.example' });
  const path = `/api/transfers/${sent.id}`;
  expect((await support.call('GET', path)).body.sender).toEqual(own.sender);
  expect((await sender.call('GET', path)).body).not.toHaveProperty('sender');
  expect((await search('9010')).transfers.items[0]).not.toHaveProperty('sender');
});

test('returns all recipients, the first 50 transfers and the total', async () => {
  const { recipients, transfers, as_of, service } = await search('a');
  expect(recipients.items.length).toBe(recipients.total);
  expect(recipients.total).toBeGreaterThan(10);
  expect(transfers.items).toHaveLength(50);
  const sum = recipients.items.reduce(
    (total: number, { transfers: count }: { transfers: number }) => total + count,
    0,
  );
  expect(transfers.total).toBe(sum);
  const ids = transfers.items.map(({ id }: { id: string }) => Number(id));
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a));
  expect([Date.parse(as_of), service]).toEqual([clock.time, 'ok']);
  expect(await search('nothing like it')).toMatchObject({
    recipients: { items: [], total: 0 },
    transfers: { items: [], total: 0 },
  });
});

test('finds a send in any state by its reference, its key and its link', async () => {
  const [row] = await bff.db.selectFrom('sends').selectAll().execute();
  const key = row?.key ?? '';
  const [one, two] = [key.slice(0, 4).toUpperCase(), key.slice(4, 8)];
  const texts = [`${one} ${two}`, `ref. ${one}${two}`, key, `https://giro.example/sends/${key}`];
  for (const text of texts) {
    expect((await search(`reference: ${text}`)).transfers.items).toMatchObject([{ id: sent.id }]);
  }
  const set = (change: object) => bff.db.updateTable('sends').set(change).execute();
  await set({ state: 'refused', transfer_id: null });
  for (const text of texts) {
    const { ended, transfers } = await search(text);
    expect([ended.map((send: { key: string }) => send.key), transfers.total]).toEqual([[key], 0]);
  }
  await set({ state: 'sent', transfer_id: sent.id });
});

test('pages through all transfers, each once', async () => {
  const ids: string[] = [];
  let total = 0;
  for (let cursor = ''; ; ) {
    const { transfers } = await search(`a${cursor && `&transfers_cursor=${cursor}`}`);
    ids.push(...transfers.items.map(({ id }: { id: string }) => id));
    total = transfers.total;
    if (transfers.next_cursor === null) break;
    cursor = transfers.next_cursor;
  }
  expect(ids).toHaveLength(total);
  expect(new Set(ids).size).toBe(total);
  const { status } = await support.call('GET', '/api/support/search?q=a&transfers_cursor=x');
  expect(status).toBe(400);
});

describe('the sender of a transfer', () => {
  const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

  test.each(['sender@giro.example', 'SENDER@giro', 'Gloria sender@giro.example'])(
    'is found by support as %s',
    async (q) => {
      const { transfers } = await search(q);
      expect(idsOf(transfers.items)).toContain(sent.id);
      expect(idsOf(transfers.items)).not.toContain('9010');
      expect(transfers.items.at(-1).matched).toContain('sender');
    },
  );

  test('is found in the list of transfers by support alone', async () => {
    const path = `/api/transfers?${new URLSearchParams({ q: 'sender@giro.example' })}`;
    expect(idsOf((await support.call('GET', path)).body.items)).toContain(sent.id);
    expect((await sender.call('GET', path)).body.total).toBe(0);
  });

  test('is in no audit entry', async () => {
    await search('nobody-like-this@giro.example');
    const entries = await bff.db.selectFrom('audit').selectAll().execute();
    expect(JSON.stringify(entries)).not.toContain('nobody-like-this');
  });
});

test('can be narrowed to the transfers of one recipient', async () => {
  const all = await search('a');
  const one = all.recipients.items.find(({ transfers }: { transfers: number }) => transfers > 0);
  const { recipients, transfers } = await search(`a&recipient=${one.id}`);
  expect(recipients).toEqual(all.recipients);
  expect(transfers.total).toBe(one.transfers);
  for (const row of transfers.items) expect(row.destination_account_id).toBe(one.id);
});

test('an empty search text is refused', async () => {
  const { status, body } = await support.call('GET', '/api/support/search?q=%20');
  expect([status, Object.keys(body.errors)]).toEqual([400, ['q']]);
});

test('totals by state and by pair are exact', async () => {
  const { body } = await support.call('GET', '/api/support/totals');
  const { transfers } = bff.sandbox;
  expect(body.total).toBe(transfers.length);
  for (const { state, count, sums } of body.by_state) {
    const own = transfers.filter((one) => one.state === state);
    expect(count).toBe(own.length);
    for (const { source_amount_currency, source_amount_cents } of sums) {
      const cents = own
        .filter((one) => one.source_amount_currency === source_amount_currency)
        .reduce((sum, one) => sum + one.source_amount_cents, 0n);
      expect(source_amount_cents).toBe(String(cents));
    }
  }
  const counts = body.by_pair.map(({ count }: { count: number }) => count);
  expect(counts.reduce((a: number, b: number) => a + b)).toBe(transfers.length);
  expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a));
  const clpToCop = body.by_pair.find(
    (pair: Record<string, string>) =>
      pair.source_amount_currency === 'CLP' && pair.destination_amount_currency === 'COP',
  );
  const pair = transfers.filter(
    (one) => one.source_amount_currency === 'CLP' && one.destination_amount_currency === 'COP',
  );
  expect(clpToCop).toMatchObject({
    count: pair.length,
    source_amount_cents: String(pair.reduce((sum, one) => sum + one.source_amount_cents, 0n)),
    destination_amount_cents: String(
      pair.reduce((sum, one) => sum + one.destination_amount_cents, 0n),
    ),
  });
});

test('health reports how the service answers, and no secret', async () => {
  await support.call('GET', '/api/transfers');
  const { body } = await support.call('GET', '/api/support/health');
  expect(body).toEqual({
    latency: {
      calls: expect.any(Number),
      p50_ms: expect.any(Number),
      p95_ms: expect.any(Number),
    },
    attempts: expect.any(Array),
    breaker: 'closed',
    last_success_at: expect.any(String),
    last_failure: null,
    failures: {},
    token: { remaining_ms: expect.any(Number), life_ms: expect.any(Number) },
    news: { mail: 'sandbox', waiting: 0, oldest_at: null, failing: [], given_up: 0 },
    open_sends: { unconfirmed: 0, unresolved: 0 },
    orders: { waiting: 0, needs_you: 0, overdue: 0, overdue_since: null },
    list: {
      as_of: expect.any(String),
      service: 'ok',
      transfers: 401,
      read_took_ms: expect.any(Number),
      read_every_ms: expect.any(Number),
      watchers: 0,
    },
    lists: expect.arrayContaining([
      { list: 'transfers', failing: null, odd: { items: [], total: 0 } },
    ]),
  });
  expect(body.latency.calls).toBeGreaterThan(3);
  expect(body.attempts).toHaveLength(body.latency.calls);
  expect(body.attempts[0]).toEqual({
    at: expect.any(String),
    took_ms: expect.any(Number),
    failure: null,
  });
  expect(body.token.remaining_ms).toBeGreaterThan(0);
  expect(body.token.life_ms).toBeGreaterThanOrEqual(body.token.remaining_ms);
});

test('health reports an open circuit breaker', async () => {
  const own = await startBff({ sandbox: { clock } });
  const two = createBrowser(own.app);
  await two.signIn('support');
  await two.call('GET', '/api/transfers');
  await own.stopService();
  for (let id = 1; id <= 5; id += 1) await two.call('GET', `/api/transfers/${id}`);
  const { body } = await two.call('GET', '/api/support/health');
  expect(body.breaker).toBe('open');
  expect(body.attempts.at(-1)).toMatchObject({ failure: expect.any(String) });
  await own.close();
});

test('health reports failures by kind and the number of unconfirmed sends', async () => {
  const own = await startBff({ sandbox: { clock } });
  const [one, two] = [createBrowser(own.app), createBrowser(own.app)];
  await one.signIn('sender');
  await two.signIn('support');
  const { id } = await addRecipient(one);
  expect((await sendMoney(one, id, { source_amount_cents: '504' })).status).toBe(202);
  await own.stopService();
  await two.call('GET', '/api/transfers');
  const { body } = await two.call('GET', '/api/support/health');
  expect(body.failures.broken).toBe(1);
  expect(body.last_failure.kind).toEqual(expect.any(String));
  expect(body.open_sends).toEqual({ unconfirmed: 1, unresolved: 0 });
  await own.close();
});

test('finds an open send by amount, first part of its key, and recipient', async () => {
  const { body } = await sendMoney(sender, mama.id, { source_amount_cents: '504' });
  const { key } = body.send;
  const byText = ['504', '504,00', key, key.slice(0, 8).toUpperCase(), 'patiño', 'Colombia'];
  const bySender = ['sender@giro.example', 'Gloria 504 CLP', 'sender@giro 504 pesos'];
  for (const q of [...byText, ...bySender]) {
    const { sends } = await search(q);
    expect(sends, q).toMatchObject([
      { key, alias: 'Mamá Bogotá', sender: { email: 'sender@giro.example' } },
    ]);
  }
  for (const q of ['505', 'Gloria 505', crypto.randomUUID(), key.slice(0, 3), 'nobody']) {
    expect((await search(q)).sends, q).toEqual([]);
  }
});

test('finds a transfer that was just sent by its sender', async () => {
  const { body } = await sendMoney(sender, mama.id, { source_amount_cents: '9988' });
  const { transfers } = await search('sender@giro.example 9988');
  expect(transfers.items.map(({ id }: { id: string }) => id)).toEqual([body.id]);
});
