import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { beginRelease, refuseRelease } from '../../../src/bff/ledger/orders/releases.ts';
import { createBrowser } from '../../support/browser.ts';
import { addOverdueOrder, addWaitingOrder } from '../../support/orders.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';

const token = 'a-token-of-the-operator';
let bff: Bff;
let sender: ReturnType<typeof createBrowser>;

beforeAll(async () => {
  bff = await startBff({ env: { METRICS_TOKEN: token, TRUST_PROXY: '1' } });
  sender = createBrowser(bff.app);
  await sender.signIn('sender');
});
afterAll(() => bff.close());

type From = { address?: string; headers?: Record<string, string>; of?: Bff };

const ask = ({ address = '203.0.113.9', headers = {}, of = bff }: From) =>
  of.app.inject({
    url: '/metrics',
    remoteAddress: address,
    headers: { host: 'localhost:3000', ...headers },
  });

const read = async () => (await ask({ address: '127.0.0.1' })).body;

describe('/metrics is answered', () => {
  test.each<[string, From]>([
    ['to this machine', { address: '127.0.0.1' }],
    ['over IPv6', { address: '::1', headers: { host: '[::1]:3000' } }],
    ['over IPv4 in IPv6', { address: '::ffff:127.0.0.1', headers: { host: '127.0.0.1' } }],
    ['to the token', { headers: { authorization: `Bearer ${token}` } }],
    [
      'to the token behind a proxy',
      {
        address: '127.0.0.1',
        headers: { 'x-forwarded-for': '203.0.113.9', authorization: `bearer ${token}` },
      },
    ],
  ])('%s', async (_, from) => {
    const { statusCode, headers, body } = await ask(from);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(body).toContain('\nprocess_cpu_seconds_total ');
  });
});

describe('/metrics is answered 404', () => {
  test.each<[string, From]>([
    ['to another machine', {}],
    ['to a wrong token', { headers: { authorization: 'Bearer a-token-of-the-operatos' } }],
    ['to an empty token', { headers: { authorization: 'Bearer ' } }],
    ['to a password', { headers: { authorization: `Basic ${token}` } }],
    [
      'to a caller that only claims to be this machine',
      { headers: { 'x-forwarded-for': '127.0.0.1' } },
    ],
    [
      'through a proxy on this machine',
      { address: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9' } },
    ],
    [
      'through a proxy that forwards for this machine',
      { address: '::1', headers: { forwarded: 'for=::1' } },
    ],
    [
      'to a web page under another host name (DNS rebinding)',
      { address: '127.0.0.1', headers: { host: 'evil.example' } },
    ],
  ])('%s', async (_, from) => {
    const { statusCode, body } = await ask(from);
    const unknown = await bff.app.inject({ url: '/api/unknown', headers: { host: 'localhost' } });
    expect(statusCode).toBe(404);
    const { request_id: _one, ...answer } = JSON.parse(body);
    const { request_id: _other, ...absent } = unknown.json();
    expect(answer).toEqual(absent);
  });

  test('to any token while METRICS_TOKEN is not set', async () => {
    const without = await startBff();
    for (const authorization of ['Bearer null', 'Bearer undefined', `Bearer ${token}`]) {
      expect((await ask({ of: without, headers: { authorization } })).statusCode).toBe(404);
    }
    await without.close();
  });
});

test('counts requests by route pattern, never by URL', async () => {
  await sender.call('GET', '/api/transfers/424242?q=nobody');
  await sender.call('GET', '/api/no-such-thing');
  const text = await read();
  expect(text).toContain(
    'giro_http_request_duration_seconds_count{method="GET",route="/api/transfers/:id",status="404"} 1',
  );
  expect(text).toContain(
    'giro_http_request_duration_seconds_count{method="POST",route="/api/session",status="200"} 1',
  );
  expect(text).toContain('route="none",status="404"');
  expect(text).not.toMatch(/424242|nobody|no-such-thing/);
});

test('counts service calls by operation and outcome', async () => {
  const quote =
    '/api/quotes?source_amount_currency=USD&destination_amount_currency=COP&country_id=1';
  await sender.call('GET', `${quote}&source_amount_cents=10000`);
  await sender.call('GET', `${quote}&source_amount_cents=40400`);
  const text = await read();
  const calls = 'giro_service_call_duration_seconds_count';
  expect(text).toContain(`${calls}{operation="simulate",outcome="ok"} 1`);
  expect(text).toContain(`${calls}{operation="simulate",outcome="refused"} 1`);
});

test('counts sends by state, event streams, and the state of the circuit breaker', async () => {
  const { user } = (await sender.call('GET', '/api/session')).body;
  const send = (key: string, state: 'sent' | 'unresolved') => ({
    key,
    state,
    user_id: user.id,
    guard_scope: user.id,
    body_hash: key,
    destination_account_id: '1',
    source_amount_cents: '1',
    source_amount_currency: 'USD',
    destination_amount_currency: 'COP',
    known_transfer_ids: '[]',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  });
  const rows = [send('a', 'sent'), send('b', 'sent'), send('c', 'unresolved')];
  await bff.db.insertInto('sends').values(rows).execute();
  const text = await read();
  expect(text).toContain('giro_sends{state="sent"} 2');
  expect(text).toContain('giro_sends{state="unresolved"} 1');
  expect(text).toContain('\ngiro_watchers 0\n');
  expect(text).toContain('\ngiro_event_streams 0\n');
  expect(text).toContain('giro_service_breaker{state="closed"} 1');
  expect(text).toContain('giro_service_breaker{state="open"} 0');
});

test('counts what is not sent yet, what is overdue, and releases by outcome', async () => {
  const own = await startBff();
  onTestFinished(() => own.close());
  const text = async () => (await ask({ address: '127.0.0.1', of: own })).body;
  const { id } = await own.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const empty = await text();
  expect(empty).toContain('giro_orders{state="waiting"} 0');
  expect(empty).toContain('\ngiro_orders_overdue 0\n');
  expect(empty).toContain('\ngiro_orders_to_approve 0\n');
  expect(empty).toContain('giro_order_releases{outcome="missed"} 0');
  await addWaitingOrder(own.db, id);
  await addOverdueOrder(own.db, id);
  await addWaitingOrder(own.db, id, { waits_for: 'approval' });
  const asks = await addWaitingOrder(own.db, id);
  const at = new Date().toISOString();
  const begun = await beginRelease(own.db, asks, at);
  if (!begun) throw new Error('not begun');
  await refuseRelease(own.db, begun, 'worse-rate', at);
  const later = await text();
  expect(later).toContain('giro_orders{state="waiting"} 3');
  expect(later).toContain('\ngiro_orders_to_approve 1\n');
  expect(later).toContain('giro_orders{state="needs_you"} 1');
  expect(later).toContain('\ngiro_orders_overdue 1\n');
  expect(later).toContain('giro_order_releases{outcome="refused"} 1');
  // They are no sends.
  expect(later).toContain('giro_sends{state="sent"} 0');
  await own.db.schema.alterTable('orders').renameTo('gone').execute();
  const failing = await text();
  await own.db.schema.alterTable('gone').renameTo('orders').execute();
  expect(failing).not.toContain('giro_orders_overdue 0');
  expect(failing).not.toContain('giro_orders{');
  expect(failing).toContain('giro_order_releases{outcome="refused"} 1');
});

test('answers the other metrics while the ledger fails', async () => {
  await bff.db.schema.alterTable('sends').renameTo('gone').execute();
  const text = await read();
  await bff.db.schema.alterTable('gone').renameTo('sends').execute();
  expect(text).not.toContain('giro_sends{');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect(await read()).toContain('giro_sends{state="sent"} 2');
});

test('news: how many wait, the age of the oldest, and attempts, in the first answer', async () => {
  const own = await startBff({ news: { everyMs: 20, holdMs: 0 } });
  onTestFinished(() => own.close());
  const text = async () => (await ask({ address: '127.0.0.1', of: own })).body;
  const value = (of: string, name: string) =>
    Number(
      of
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  const { id } = await own.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const hour = 60 * 60_000;
  const created_at = new Date(Date.now() - hour).toISOString();
  const { number } = await own.db
    .insertInto('news')
    .values({
      user_id: id,
      kind: 'completed',
      subject: 'transfer 1',
      created_at,
      planned_at: created_at,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  // Due later, so that this server leaves it as it is.
  const due_at = new Date(Date.now() + hour).toISOString();
  await own.db
    .insertInto('deliveries')
    .values({
      news_number: String(number),
      sink: 'mail',
      target: '',
      due_at,
      attempts: 1,
      error: 'x',
    })
    .execute();
  const first = await text();
  expect(value(first, 'giro_news_waiting{sink="mail"}')).toBe(1);
  expect(value(first, 'giro_news_waiting{sink="push"}')).toBe(0);
  expect(value(first, 'giro_news_oldest_seconds{sink="mail"}')).toBeGreaterThanOrEqual(3_600);
  expect(value(first, 'giro_news_oldest_seconds{sink="push"}')).toBe(0);
  const browser = createBrowser(own.app);
  await browser.signIn('sender');
  await browser.call('POST', '/api/news/test');
  const told = 'giro_news_attempts_total{sink="mail",outcome="told"}';
  await expect.poll(async () => value(await text(), told)).toBe(1);
});
