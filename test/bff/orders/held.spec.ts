import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findOrder, releaseKey } from '../../../src/bff/ledger/orders/orders.ts';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { createBrowser } from '../../support/browser.ts';
import { addPerson } from '../../support/people.ts';
import { addRecipient, asShown } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

type Browser = ReturnType<typeof createBrowser>;

describe('a transfer that is held', () => {
  let bff: Bff;
  let time: number;
  let browser: Browser;
  let account: string;

  async function begin(env: Record<string, string>) {
    time = Date.now();
    bff = await startBff({
      env: { SENDS_PER_MINUTE: '1000', ...env },
      sandbox: { clock: { now: () => time } },
      // The clock of the spec goes in steps: a look is a matter of milliseconds.
      orders: { everyMs: 20 },
    });
    onTestFinished(() => bff.close());
    browser = createBrowser(bff.app);
    await browser.signIn('sender');
    account = (await addRecipient(browser)).id;
  }
  beforeEach(() => begin({ HOLD_SECONDS: '20' }));

  const posts = () =>
    bff.sandbox.requests.filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/transfers'),
    ).length;

  async function send(more: object = {}, key: string = randomUUID(), by = browser) {
    const body = await asShown(by, {
      destination_account_id: account,
      source_amount_cents: '2100',
      source_amount_currency: 'USD',
      destination_amount_currency: 'COP',
      ...more,
    });
    return { key, ...(await by.call('POST', '/api/transfers', body, { 'idempotency-key': key })) };
  }
  const read = async (key: string, by = browser) =>
    (await by.call('GET', `/api/sends/${key}`)).body;
  const change = (what: 'stop' | 'resume', key: string, body: object, by = browser) =>
    by.call('POST', `/api/orders/${key}/${what}`, body);
  const rowOf = async (key: string) => {
    const row = await findOrder(bff.db, key);
    if (!row) throw new Error('no order');
    return row;
  };
  const asks = async (key: string) => {
    time += 20_000;
    await expect.poll(async () => (await read(key)).order?.state).toBe('needs_you');
    return (await read(key)).order;
  };
  const isSent = async (key: string) => {
    time += 20_000;
    await expect.poll(async () => (await read(key)).state).toBe('sent');
    return read(key);
  };
  const typeOf = ({ status, body }: { status: number; body: { type?: string } }) => [
    status,
    body.type?.replace('/problems/', ''),
  ];

  test('is sent when its time comes, at the address of its key, once', async () => {
    const { key, status, body } = await send({ note: 'rent', reference: 'March' });
    expect([status, body.order]).toMatchObject([
      202,
      { id: key, state: 'waiting', kind: 'held', revision: 1, send: null, note: 'rent' },
    ]);
    expect(Date.parse(body.order.release_at) - time).toBe(20_000);
    expect((await read(key)).order).toEqual(body.order);
    expect((await send({}, key)).body.order.state).toBe('waiting');
    time += 19_000;
    expect([(await read(key)).order.state, posts()]).toEqual(['waiting', 0]);
    const sent = await isSent(key);
    expect(sent).toMatchObject({ key: releaseKey(key, 1), note: 'rent', reference: 'March' });
    const again = await send({}, key);
    expect([again.status, again.body.id]).toEqual([201, sent.transfer_id]);
    expect(typeOf(await send({ source_amount_cents: '2101' }, key))).toEqual([422, 'key-reused']);
    expect(posts()).toBe(1);
    const subject = { whole: [`send ${key}`], between: null };
    const audit = await readAudit(bff.db, { subjects: subject, limit: 9 });
    expect(audit.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      ...['order-make waiting', 'order-make waiting'],
      ...[`order-release send ${sent.key}`, 'send key-reused'],
    ]);
  });

  test('is stopped, and then never posted', async () => {
    const { key } = await send();
    const stopped = await change('stop', key, { revision: 1 });
    expect([stopped.status, stopped.body.order]).toMatchObject([200, { state: 'stopped' }]);
    // A repeated press after a lost answer.
    expect((await change('stop', key, { revision: 1 })).status).toBe(200);
    time += 60_000;
    const next = await send({ source_amount_cents: '2200' });
    await isSent(next.key);
    expect([(await read(key)).order.state, posts()]).toEqual(['stopped', 1]);
    expect((await send({}, key)).body.order.state).toBe('stopped');
    expect((await send()).status).toBe(202);
  });

  test('tells who came first when it is stopped too late, or as it was before', async () => {
    const { key } = await send();
    expect(typeOf(await change('stop', key, { revision: 2 }))).toEqual([409, 'order-changed']);
    const { transfer_id } = await isSent(key);
    const late = await change('stop', key, { revision: 1 });
    expect(typeOf(late)).toEqual([409, 'order-changed']);
    expect(late.body.order).toMatchObject({ state: 'released', send: { transfer_id } });
    expect(typeOf(await change('stop', releaseKey(key, 1), { revision: 1 }))[1]).toBe(
      'order-changed',
    );
  });

  test('is nobody else’s to see, stop or send', async () => {
    const { key } = await send();
    const other = createBrowser(bff.app);
    await addPerson(bff.db, { email: 'ben@giro.example', password: 'sandbox' });
    await other.call('POST', '/api/session', { email: 'ben@giro.example', password: 'sandbox' });
    const absent = await change('stop', randomUUID(), { revision: 1 }, other);
    for (const answer of [
      await change('stop', key, { revision: 1 }, other),
      await change('resume', key, { revision: 1 }, other),
      await other.call('GET', `/api/sends/${key}`),
      await other.call('GET', `/api/orders/hold?order=${key}`),
    ]) {
      expect(typeOf(answer)).toEqual(typeOf(absent));
    }
    const support = createBrowser(bff.app);
    await support.signIn('support');
    const { order } = await read(key, support);
    expect(order.sender.email).toBe('sender@giro.example');
    expect((await change('stop', key, { revision: 1 }, support)).status).toBe(403);
    expect((await rowOf(key)).state).toBe('waiting');
  });

  test('is held for as long as its person wants, if that is longer', async () => {
    const operator = { operator_seconds: 20, operator_seconds_new_recipient: 0 };
    const settings = async () => (await browser.call('GET', '/api/orders/hold')).body;
    expect(await settings()).toEqual({ seconds: null, ...operator, held_seconds: 20 });
    const held = async (cents: string) => {
      const { order } = (await send({ source_amount_cents: cents })).body;
      return Date.parse(order.release_at) - time;
    };
    for (const [seconds, expected] of [
      [60, 60_000],
      [5, 20_000],
      [null, 20_000],
    ] as const) {
      const { body } = await browser.call('PUT', '/api/orders/hold', { seconds });
      const held_seconds = expected / 1_000;
      expect(body).toEqual({ seconds, ...operator, held_seconds });
      expect(await held(`${3_000 + expected + Number(seconds)}`)).toBe(expected);
    }
    for (const seconds of [-1, 3_601, 1.5, '5']) {
      const { status } = await browser.call('PUT', '/api/orders/hold', { seconds });
      expect([seconds, status]).toEqual([seconds, 422]);
    }
    expect((await settings()).seconds).toBeNull();
  });

  test('is refused when it is made as a send would be', async () => {
    const { key } = await send();
    const taken = await send({ source_amount_cents: '2200' }, releaseKey(key, 1));
    expect(typeOf(taken)).toEqual([400, 'key-missing']);
    expect(await send()).toMatchObject({
      status: 409,
      body: { type: '/problems/identical-order-held', send_key: key },
    });
    const others = [
      [
        { destination_account_fingerprint: 'other', source_amount_cents: '2300' },
        409,
        'recipient-changed',
      ],
      [{ source_amount_currency: 'USX' }, 422, 'invalid-fields'],
      [{ destination_account_id: '999' }, 404, 'account-not-found'],
    ] as const;
    for (const [more, ...expected] of others) expect(typeOf(await send(more))).toEqual(expected);
    await isSent(key);
    expect(typeOf(await send())).toEqual([409, 'sent-before']);
    const again = await send({ after_sent: releaseKey(key, 1) });
    expect(again.status).toBe(202);
    await isSent(again.key);
    await browser.call('PUT', `/api/destination_accounts/${account}/marks`, { archived: true });
    expect(typeOf(await send())).toEqual([409, 'recipient-archived']);
    expect(posts()).toBe(2);
  });

  test('asks at a worse rate, and is sent at the one that the person has seen', async () => {
    const taken_at = new Date(time).toISOString();
    const quote = { rate: '4000', destination_amount_cents: `${10n ** 18n}`, taken_at };
    const { key } = await send({ quote });
    expect(await asks(key)).toMatchObject({ reason: 'worse-rate', revision: 2, send: null });
    expect(posts()).toBe(0);
    const news = await bff.db.selectFrom('news').select(['kind', 'subject']).execute();
    const subject = expect.stringMatching(`^order ${key} r2 `);
    expect(news).toContainEqual({ kind: 'order-asks', subject });
    expect(typeOf(await change('resume', key, { revision: 1 }))).toEqual([409, 'order-changed']);
    const now = { ...quote, destination_amount_cents: '1' };
    const resumed = await change('resume', key, { revision: 2, quote: now });
    expect(resumed.body.order).toMatchObject({ state: 'waiting', revision: 3, floor: '1' });
    expect((await isSent(key)).quote.destination_amount_cents).toBe('1');
    expect(posts()).toBe(1);
  });

  test('says for how long it is held again, to a recipient that has changed', async () => {
    const { key } = await send();
    await bff.db.updateTable('orders').set({ state: 'needs_you' }).where('id', '=', key).execute();
    const { fingerprint } = await rowOf(key);
    const held = async (destination_account_fingerprint: string) => {
      const query = new URLSearchParams({ order: key, destination_account_fingerprint });
      return (await browser.call('GET', `/api/orders/hold?${query}`)).body.held_seconds;
    };
    expect([await held(fingerprint), await held('another')]).toEqual([0, 20]);
    const seen = { revision: 1, destination_account_fingerprint: 'another' };
    const { order } = (await change('resume', key, seen)).body;
    expect(Date.parse(order.release_at) - time).toBe(20_000);
  });

  test('is sent although the earlier one went through, if its person says so then', async () => {
    const earlier = await send();
    await isSent(earlier.key);
    const { key } = await send({ source_amount_cents: '2200' });
    const after_unresolved = releaseKey(earlier.key, 1);
    await bff.db.updateTable('orders').set({ after_unresolved }).where('id', '=', key).execute();
    expect(await asks(key)).toMatchObject({ reason: 'send-settled' });
    await change('resume', key, { revision: 2 });
    await isSent(key);
    expect(posts()).toBe(2);
  });

  test.each([
    ['disabled', 'not-signed-in', { disabled_at: '2026-01-01T00:00:00.000Z' }],
    ['another role', 'forbidden', { role: 'support' }],
  ] as const)('asks when its person is %s', async (_, reason, changed) => {
    const { key } = await send();
    const { user_id } = await rowOf(key);
    await bff.db.updateTable('users').set(changed).where('id', '=', user_id).execute();
    time += 20_000;
    await expect.poll(async () => (await rowOf(key)).reason).toBe(reason);
    expect([(await rowOf(key)).state, posts()]).toEqual(['needs_you', 0]);
  });

  test('asks when its recipient was archived, and when it is a day late', async () => {
    const { key } = await send();
    const marks = `/api/destination_accounts/${account}/marks`;
    await browser.call('PUT', marks, { archived: true });
    expect(await asks(key)).toMatchObject({ reason: 'recipient-archived' });
    await browser.call('PUT', marks, { archived: false });
    const late = await send({ source_amount_cents: '2200' });
    // At once as late as that, whenever the worker looks.
    time += 25 * 3_600_000;
    await browser.signIn('sender');
    expect(await asks(late.key)).toMatchObject({ reason: 'late' });
    await change('resume', late.key, { revision: 2 });
    await isSent(late.key);
    expect((await change('stop', key, { revision: 2 })).body.order.state).toBe('stopped');
    expect(posts()).toBe(1);
  });

  test('is tried again when the service does not answer, and can be stopped meanwhile', async () => {
    const [first, second] = [await send(), await send({ source_amount_cents: '2200' })];
    await bff.stopService();
    time += 20_000;
    await expect.poll(async () => (await rowOf(first.key)).reason).toMatch(/^service-/);
    expect((await rowOf(first.key)).state).toBe('waiting');
    expect((await change('stop', second.key, { revision: 1 })).status).toBe(200);
    await bff.startService();
    // Each try that a busy machine lets fail waits for its next one.
    const goOn = async () => {
      time += 60_000;
      return (await read(first.key)).state;
    };
    await expect.poll(goOn, { timeout: 20_000, interval: 500 }).toBe('sent');
    expect(posts()).toBe(1);
  });
});
