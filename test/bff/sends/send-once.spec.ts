import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSend } from '../../../src/bff/ledger/sends/sends.ts';
import { releaseLease, takeLease } from '../../../src/bff/ledger/store/leases.ts';
import { createBrowser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, addWallet, asShown, walletAddress } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

type Browser = ReturnType<typeof createBrowser>;

let bff: Bff;
let sender: Browser;
let account: string;

beforeAll(async () => {
  bff = await startBff({
    // Only a POST is to go unanswered: reads that time out on a busy machine open the circuit breaker.
    timeouts: { createTransfer: 2_000 },
    sandbox: { scenarios: { slow_ms: 3_000 } },
    // Each open send is looked for once.
    reconcile: { intervals: [600_000] },
    // The specs send more than the default limit allows.
    env: { SENDS_PER_MINUTE: '1000' },
  });
  sender = createBrowser(bff.app);
  await sender.signIn('sender');
  account = (await addRecipient(sender)).id;
});
afterAll(() => bff.close());

const posts = () =>
  bff.sandbox.requests.filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/transfers'),
  ).length;
const newKey = (): string => crypto.randomUUID();

/** Sends whole dollars; each spec uses its own amount, so that sends are not duplicates. */
async function send(dollars: number, key = newKey(), fields = {}, browser = sender) {
  const body = await asShown(browser, {
    destination_account_id: account,
    source_amount_cents: `${dollars * 100}`,
    source_amount_currency: 'USD',
    destination_amount_currency: 'COP',
    ...fields,
  });
  return browser.call('POST', '/api/transfers', body, { 'idempotency-key': key });
}

describe('an idempotency key', () => {
  test('makes one transfer, however often it is repeated', async () => {
    const key = newKey();
    const first = await send(21, key);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ state: 'pending', source_amount_cents: '2100' });
    const before = posts();
    const again = await send(21, key.toUpperCase());
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(posts()).toBe(before);
    const { body } = await sender.call('GET', `/api/sends/${key}`);
    expect(body).toMatchObject({ key, state: 'sent', transfer_id: first.body.id });
    const { body: listed } = await sender.call('GET', `/api/sends?key=${key}`);
    expect(listed).toEqual([body]);
    const none = await sender.call('GET', `/api/sends?key=${newKey()}`);
    expect([none.status, none.body]).toEqual([200, []]);
  });

  test('makes one POST for 50 concurrent calls', async () => {
    const key = newKey();
    const before = posts();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(22, key)));
    expect(posts() - before).toBe(1);
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken.length).toBeGreaterThanOrEqual(1);
    expect(new Set(taken.map(({ body }) => body.id)).size).toBe(1);
    for (const { status, body } of answers) {
      if (status !== 201) expect([status, body.type]).toEqual([409, '/problems/send-in-flight']);
    }
    expect((await send(22, key)).body.id).toBe(taken[0]?.body.id);
  });

  test('is rejected with another body', async () => {
    const key = newKey();
    await send(23, key);
    const before = posts();
    for (const fields of [
      { source_amount_cents: '2301' },
      { source_amount_currency: 'EUR' },
      { destination_amount_currency: 'MXN' },
      { destination_account_id: '502' },
    ]) {
      const { status, body } = await send(23, key, fields);
      expect([status, body.type]).toEqual([422, '/problems/key-reused']);
    }
    expect(posts()).toBe(before);
  });

  test('may be repeated with a newer quote', async () => {
    const key = newKey();
    const quote = {
      rate: '4000.5',
      destination_amount_cents: '9600000',
      taken_at: '2026-01-01T12:00:00.000Z',
    };
    const first = await send(24, key, { quote });
    const again = await send(24, key, { quote: { ...quote, rate: '4001' } });
    expect(again.body).toEqual(first.body);
    expect((await sender.call('GET', `/api/sends/${key}`)).body.quote).toEqual(quote);
  });

  test('of another person reveals nothing and sends nothing', async () => {
    const person = { email: 'other@giro.example', password: 'another sender' };
    await addPerson(bff.db, person);
    const other = createBrowser(bff.app);
    await other.call('POST', '/api/session', person);
    const key = newKey();
    const { body: transfer } = await send(25, key);
    const before = posts();
    expect((await send(25, key, {}, other)).body.type).toBe('/problems/key-reused');
    expect((await send(26, newKey(), {}, other)).body.type).toBe('/problems/account-not-found');
    expect(posts()).toBe(before);
    for (const hidden of [`/api/sends/${key}`, `/api/transfers/${transfer.id}`]) {
      const foreign = await other.call('GET', hidden);
      const absent = await other.call('GET', hidden.replace(/[^/]+$/, '999999'));
      expect(foreign.status).toBe(404);
      expect({ ...foreign.body, request_id: '' }).toEqual({ ...absent.body, request_id: '' });
    }
    expect((await other.call('GET', `/api/sends?key=${key}`)).body).toEqual([]);
    expect((await other.call('GET', '/api/transfers')).body.total).toBe(0);
  });

  test.each([[''], ['1'], ['not-a-uuid'], ['00000000-0000-0000-0000-00000000000g']])(
    'is rejected as %o',
    async (key) => {
      const { status, body } = await send(27, key);
      expect([status, body.type]).toEqual([400, '/problems/key-missing']);
    },
  );
});

test.each([
  [{ source_amount_cents: '0' }, 'source_amount_cents'],
  [{ source_amount_cents: '-1' }, 'source_amount_cents'],
  [{ source_amount_cents: '1.5' }, 'source_amount_cents'],
  [{ source_amount_cents: 1.5 }, 'source_amount_cents'],
  [{ source_amount_cents: 1e21 }, 'source_amount_cents'],
  [{ source_amount_cents: undefined }, 'source_amount_cents'],
  [{ destination_account_id: '../countries' }, 'destination_account_id'],
  [{ source_amount_currency: '' }, 'source_amount_currency'],
  [{ destination_amount_currency: null }, 'destination_amount_currency'],
])('rejects %o with an error for its field', async (fields, field) => {
  const before = posts();
  const { status, body } = await send(28, newKey(), fields);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  expect(posts()).toBe(before);
});

test('a key whose send was deleted is told apart from one that sent nothing, and sends nothing', async () => {
  const key = newKey();
  await bff.db.insertInto('forgotten_sends').values({ key, forgotten_at: '2026-01-01' }).execute();
  const before = posts();
  const again = await send(33, key.toUpperCase());
  expect([again.status, again.body.type, again.body.send_key]).toEqual([
    ...[410, '/problems/send-forgotten', key],
  ]);
  expect((await sender.call('GET', `/api/sends/${key}`)).body.type).toBe(
    '/problems/send-forgotten',
  );
  expect(posts()).toBe(before);
});

test('answers send-in-flight for a key without a row while a call may still write it', async () => {
  const key = newKey();
  const begun = await takeLease(bff.db, `begin ${key}`, Date.now(), 60_000);
  const seen = await sender.call('GET', `/api/sends/${key}`);
  expect([seen.status, seen.body.type]).toEqual([409, '/problems/send-in-flight']);
  await releaseLease(bff.db, `begin ${key}`, begun ?? '');
  expect((await sender.call('GET', `/api/sends/${key}`)).status).toBe(404);
});

describe('the outcome at the service', () => {
  test.each([
    [404, 404, 'refused'],
    [500, 202, 'unconfirmed'],
    [502, 202, 'sent'],
    [504, 202, 'unconfirmed'],
    [505, 202, 'sent'],
    [408, 202, 'sent'],
    [401, 202, 'unconfirmed'],
  ])('%i dollars are answered %i and end %s', async (dollars, status, state) => {
    const key = newKey();
    const before = posts();
    const first = await send(dollars, key);
    expect(first.status).toBe(status);
    if (status === 404) {
      expect(first.body).toMatchObject({ type: '/problems/rate-not-available', send_key: key });
    }
    if (status === 202) {
      expect(first.body.send).toMatchObject({ key, state: 'unconfirmed', transfer_id: null });
      expect(first.body.send.reason).toMatch(/^(broken|timeout|unreadable)$/);
    }
    await eventually(async () => expect((await findSend(bff.db, key))?.state).toBe(state));

    const again = await send(dollars, key);
    expect(again.status).toBe(state === 'sent' ? 201 : status);
    const made = bff.sandbox.transfers.filter(
      ({ source_amount_cents }) => source_amount_cents === BigInt(dollars) * 100n,
    );
    expect(made.map(({ id }) => String(id))).toEqual(state === 'sent' ? [again.body.id] : []);
    expect(posts() - before).toBe(1);
  });

  test.each(['XXX', 'cop', 'COP ', 'CO\u200bP'])(
    'rejects a currency that it does not list (%j) before the intent',
    async (destination_amount_currency) => {
      const [key, before] = [newKey(), posts()];
      const { status, body } = await send(29, key, { destination_amount_currency });
      expect([status, body.type]).toEqual([422, '/problems/invalid-fields']);
      expect(Object.keys(body.errors)).toEqual(['destination_amount_currency']);
      expect(posts()).toBe(before);
      expect(await findSend(bff.db, key)).toBeUndefined();
    },
  );
});

describe('an identical send', () => {
  test('is rejected with the key of the first while that is open', async () => {
    const key = newKey();
    await send(500, key, { destination_amount_currency: 'MXN' });
    const before = posts();
    const second = await send(500, newKey(), { destination_amount_currency: 'MXN' });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ type: '/problems/identical-send-open', send_key: key });
    expect(posts()).toBe(before);
    expect((await send(30, newKey(), { destination_amount_currency: 'MXN' })).status).toBe(201);
  });

  test('is posted once for 10 concurrent keys without an answer', async () => {
    const before = posts();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(504, newKey(), { destination_amount_currency: 'BRL' })),
    );
    expect(posts() - before).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)]);
  });

  test('must name the latest of those sent recently', async () => {
    const [first, second] = [newKey(), newKey()];
    const { body: transfer } = await send(31, first);
    const before = posts();
    for (const after of [{}, { after_sent: second }, { after_sent: newKey() }]) {
      const { status, body } = await send(31, second, after);
      expect([status, body.type, body.send_key]).toEqual([409, '/problems/sent-before', first]);
    }
    expect(posts()).toBe(before);
    expect((await sender.call('GET', `/api/sends/${second}`)).status).toBe(404);

    const told = await send(31, second, { after_sent: first });
    expect((await sender.call('GET', `/api/sends/${second}`)).body.after_sent).toBe(first);
    expect(told.status).toBe(201);
    expect(told.body.id).not.toBe(transfer.id);
    expect((await send(31, second)).body.id).toBe(told.body.id);
    const third = await send(31, newKey(), { after_sent: first });
    expect([third.status, third.body.send_key]).toEqual([409, second]);
    expect((await send(31, newKey(), { after_sent: 'the first' })).status).toBe(422);
    expect(posts()).toBe(before + 1);
  });

  test('is sent once for 10 concurrent keys', async () => {
    const before = posts();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(32)));
    expect(posts() - before).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });
});

test('lists open sends for their sender and for support', async () => {
  const support = createBrowser(bff.app);
  await support.signIn('support');
  const { body: mine } = await sender.call('GET', '/api/sends?state=unconfirmed');
  expect(mine).toHaveLength(5);
  for (const one of mine) expect(one).toMatchObject({ alias: 'Mamá Bogotá' });
  expect(mine[0]).not.toHaveProperty('sender');
  const demo = { id: expect.any(String), name: expect.any(String), email: 'sender@giro.example' };
  expect((await support.call('GET', '/api/sends?state=unconfirmed')).body).toEqual(
    mine.map((one: object) => ({ ...one, sender: demo })),
  );
  const one = `/api/sends/${mine[0].key}`;
  expect((await sender.call('GET', one)).body).not.toHaveProperty('sender');
  expect((await support.call('GET', one)).body.sender).toEqual(demo);
  expect((await sender.call('GET', '/api/sends')).status).toBe(400);
  expect((await sender.call('GET', '/api/sends/nothing')).status).toBe(404);
});

describe('a send to a wallet', () => {
  test('is rejected before the intent while the address is missing', async () => {
    const wallet = await addWallet(sender, { alias: 'Nowhere', additional_data: undefined });
    const key = newKey();
    const before = posts();
    const { status, body } = await send(70, key, { destination_account_id: wallet.id });
    expect([status, body.type]).toEqual([422, '/problems/wallet-address-missing']);
    expect(posts()).toBe(before);
    expect(await findSend(bff.db, key)).toBeUndefined();
    // The same key sends once the address is filled in.
    const { id, country, editable, dni_type, bank_type, bank_id, ...kept } = wallet;
    const given = Object.fromEntries(Object.entries(kept).filter(([, text]) => text));
    const edit = { ...given, additional_data: walletAddress };
    expect((await sender.call('PUT', `/api/destination_accounts/${id}`, edit)).status).toBe(200);
    expect((await send(70, key, { destination_account_id: id })).status).toBe(201);
  });
});
