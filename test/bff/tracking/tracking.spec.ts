import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient, sendMoney } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

type Browser = ReturnType<typeof createBrowser>;

const clock = { time: Date.parse('2026-01-01T12:00:00Z'), now: () => clock.time };
let bff: Bff;
let sender: Browser;
let support: Browser;

beforeAll(async () => {
  bff = await startBff({ sandbox: { clock, transfers: 40 } });
  [sender, support] = [createBrowser(bff.app), createBrowser(bff.app)];
  await sender.signIn('sender');
  await support.signIn('support');
});
afterAll(() => bff.close());

const reads = (path: string) => bff.sandbox.requests.filter((call) => call.path === path).length;
const at = (seconds: number) => new Date(clock.time + seconds * 1_000).toISOString();

test('shows a transfer with its timeline and its recipient', async () => {
  const started = clock.time;
  const account = await addRecipient(sender);
  const { body: sent } = await sendMoney(sender, account.id);
  const seen: unknown[] = [];
  for (const seconds of [1, 5, 11]) {
    clock.time = started + seconds * 1_000;
    const { body } = await sender.call('GET', `/api/transfers/${sent.id}`);
    expect(body.as_of).toBe(at(0));
    expect(body.recipient).toEqual({
      id: account.id,
      alias: 'Mamá Bogotá',
      name: 'Gloria Patiño',
      bank_name: expect.any(String),
      account_tail: '4821',
      country_name: 'Colombia',
      country_code: 'CO',
    });
    seen.push([body.transfer.state, body.timeline]);
  }
  const stamp = (seconds: number) => new Date(started + seconds * 1_000).toISOString();
  const pending = { state: 'pending', seen_at: stamp(0) };
  const assigned = { state: 'assigned', seen_at: stamp(5) };
  const executed = { state: 'executed', seen_at: stamp(11) };
  expect(seen).toEqual([
    ['pending', [pending]],
    ['assigned', [pending, assigned]],
    ['executed', [pending, assigned, executed]],
  ]);
});

test('shows a state that was passed unseen without a time', async () => {
  const { id } = await addRecipient(sender, { alias: 'Unseen' });
  const { body: sent } = await sendMoney(sender, id);
  clock.time += 60_000;
  const { body } = await sender.call('GET', `/api/transfers/${sent.id}`);
  expect(body.timeline).toMatchObject([
    { state: 'pending' },
    { state: 'assigned', seen_at: null },
    { state: 'executed', seen_at: at(0) },
  ]);
});

test('records states that are seen in the list', async () => {
  const { id } = await addRecipient(sender, { alias: 'Listed' });
  const { body: sent } = await sendMoney(sender, id);
  clock.time += 5_000;
  const assigned_at = at(0);
  await sender.call('GET', '/api/transfers');
  clock.time += 60_000;
  const { body } = await sender.call('GET', `/api/transfers/${sent.id}`);
  expect(body.timeline[1]).toEqual({ state: 'assigned', seen_at: assigned_at });
});

test('shows a sender their own transfers, and support all of them with totals', async () => {
  const { body: mine } = await sender.call('GET', '/api/transfers');
  expect(mine.total).toBe(3);
  const { body: all } = await support.call('GET', '/api/transfers?limit=10');
  expect([all.total, all.items.length]).toEqual([43, 10]);
  const counted: number[] = Object.values(all.counts);
  expect(counted.reduce((sum, count) => sum + count)).toBe(43);
  const { body: next } = await support.call(
    'GET',
    `/api/transfers?limit=10&cursor=${all.next_cursor}`,
  );
  expect(Number(next.items[0].id)).toBeLessThan(Number(all.items.at(-1).id));
  const found = await support.call('GET', `/api/transfers?q=${all.items[3].id}`);
  expect(found.body.items).toEqual([all.items[3]]);

  const seeded = '9001';
  expect((await support.call('GET', `/api/transfers/${seeded}`)).status).toBe(200);
  const foreign = await sender.call('GET', `/api/transfers/${seeded}`);
  const absent = await sender.call('GET', '/api/transfers/999999');
  expect(foreign.status).toBe(404);
  expect({ ...foreign.body, request_id: '' }).toEqual({ ...absent.body, request_id: '' });
  expect((await support.call('GET', '/api/transfers/999999')).body).toEqual({
    ...absent.body,
    request_id: expect.any(String),
  });
});

test('shares one read of the service between many readers', async () => {
  clock.time += 60_000;
  const list = reads('/api/v3/transfers');
  await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      (index % 2 ? sender : support).call('GET', '/api/transfers'),
    ),
  );
  expect(reads('/api/v3/transfers')).toBe(list + 1);

  const show = reads('/api/v3/transfers/9001');
  await Promise.all(Array.from({ length: 30 }, () => support.call('GET', '/api/transfers/9001')));
  expect(reads('/api/v3/transfers/9001')).toBe(show + 1);
});

test('lists a new transfer at once', async () => {
  await sender.call('GET', '/api/transfers');
  const { id } = await addRecipient(sender, { alias: 'At once' });
  const { body: sent } = await sendMoney(sender, id);
  const { body } = await sender.call('GET', '/api/transfers');
  expect(body.items[0]).toMatchObject({ id: sent.id, alias: 'At once' });
});

test.each([['limit=0'], ['limit=x'], ['sort=random'], ['cursor=..'], ['destination_account_id=x']])(
  'rejects %s with an error for its field',
  async (query) => {
    const { status, body } = await sender.call('GET', `/api/transfers?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([400, [query.split('=')[0]]]);
  },
);

test('shows the quote that the sender saw, if there was one', async () => {
  const { id } = await addRecipient(sender, { alias: 'Quoted' });
  const quote = {
    rate: '4.3127',
    destination_amount_cents: '43127000',
    taken_at: '2026-01-01T11:59:56.000Z',
  };
  const [withQuote, without] = [
    await sendMoney(sender, id, { quote }),
    await sendMoney(sender, id, { source_amount_cents: '200000' }),
  ].map(({ body }) => `/api/transfers/${body.id}`);
  for (const browser of [sender, support]) {
    expect((await browser.call('GET', `${withQuote}`)).body.quoted).toEqual(quote);
  }
  expect((await sender.call('GET', `${without}`)).body.quoted).toBeNull();
  const [elsewhere] = bff.sandbox.transfers;
  const { body } = await support.call('GET', `/api/transfers/${elsewhere?.id}`);
  expect(body.quoted).toBeNull();
});
