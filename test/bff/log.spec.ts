import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/bff/config/config.ts';
import { createServer } from '../../src/bff/server.ts';
import { plainError, ServiceError } from '../../src/bff/service/errors.ts';
import { addRecipient, sendMoney } from '../support/recipients.ts';
import { startLoggedBff } from '../support/start-logged-bff.ts';
import { openTestLedger } from '../support/stores.ts';
import { serviceAt } from './service/service-that.ts';

test('logs a whole session without secrets, personal data or amounts', async () => {
  const { browser, lines, sandbox } = await startLoggedBff();
  await browser.call('POST', '/api/session', {
    email: 'sender@giro.example',
    password: 'wrong one',
  });
  await browser.signIn('sender');
  const dni = '90817263545';
  const cookie = browser.cookies.get('giro') ?? '';
  const { id } = await addRecipient(browser, { additional_data: 'for the dentist', dni });
  const payment = { source_amount_currency: 'USD', source_amount_cents: '9876543211' };
  const { body: sent } = await sendMoney(browser, id, payment);
  for (const dollars of [404, 500, 502]) {
    await sendMoney(browser, id, { ...payment, source_amount_cents: `${dollars}00` });
  }
  await browser.call(
    'GET',
    '/api/quotes?source_amount_cents=40000&source_amount_currency=USD&destination_amount_currency=COP&country_id=6',
  );
  await addRecipient(browser, { alias: 'dropped' });
  for (const alias of ['taken', 'strange error', 'broken']) {
    await browser.call('POST', '/api/destination_accounts', { alias, category: 'wallet' });
  }
  sandbox.revokeTokens();
  for (const path of [
    '/api/transfers?q=Gloria',
    `/api/transfers/${sent.id}`,
    '/api/transfers/Gloria%zz',
    '/api/nothing/Gloria?q=Gloria',
    `/api/destination_accounts/${id}`,
  ]) {
    await browser.call('GET', path);
  }
  await browser.call('POST', '/api/transfers', 'Gloria');
  await browser.call('DELETE', '/api/session');

  const log = lines.join('');
  expect(lines.filter((line) => JSON.parse(line).msg === 'request').length).toBeGreaterThan(12);
  expect(log).toContain('"route":"/api/transfers/:id"');
  for (const secret of [
    'sandbox-secret',
    Buffer.from('sandbox-client:sandbox-secret').toString('base64'),
    'Bearer ',
    cookie,
    'amount must be at least',
    'wrong one',
    'argon2',
    'sender@giro.example',
    'gloria@example.com',
    'Gloria',
    'Patiño',
    'Mamá',
    'Calle 1 # 2-3',
    dni,
    '00123454821',
    'for the dentist',
    '9876543211',
    String(sent.destination_amount_cents),
  ]) {
    expect(log).not.toContain(secret);
  }
});

test('each log line of a request has the id of its answer', async () => {
  const { browser, lines } = await startLoggedBff();
  const { body } = await browser.call('GET', '/api/session');
  const line = lines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'request');
  expect(line).toMatchObject({
    request_id: body.request_id,
    method: 'GET',
    route: '/api/session',
    status: 401,
    duration_ms: expect.any(Number),
  });
});

describe('the request id that a person is given', () => {
  type Line = Record<string, unknown> & { msg: string };
  const linesOf = (lines: string[], request_id: unknown): Line[] =>
    lines.map((text) => JSON.parse(text)).filter((line) => line.request_id === request_id);

  test('finds the reason why the service could not be reached', async () => {
    const { browser, lines, stopService } = await startLoggedBff();
    await browser.signIn('support');
    await stopService();
    const { body } = await browser.call('GET', '/api/transfers/1');
    const own = linesOf(lines, body.request_id);
    expect(own).toContainEqual(
      expect.objectContaining({
        msg: 'service call failed',
        kind: 'not-written',
        code: 'ECONNREFUSED',
      }),
    );
    expect(own.at(-1)).toMatchObject({ msg: 'request', status: 503 });
  });

  test('finds it also for a call that another request made at the same time', async () => {
    const { browser, lines, stopService } = await startLoggedBff();
    await browser.signIn('sender');
    await stopService();
    const answers = await Promise.all([
      browser.call('GET', '/api/countries'),
      browser.call('GET', '/api/countries'),
    ]);
    for (const { body } of answers) {
      expect(linesOf(lines, body.request_id)).toContainEqual(
        expect.objectContaining({ kind: 'not-written', code: 'ECONNREFUSED' }),
      );
    }
  });

  test('finds a call that went well, with the key of its send', async () => {
    const { browser, lines } = await startLoggedBff();
    await browser.signIn('sender');
    const { id } = await addRecipient(browser, {});
    const sent = await sendMoney(browser, id);
    expect(linesOf(lines, sent.headers.get('x-request-id'))).toContainEqual(
      expect.objectContaining({
        ...{ msg: 'service call', operation: 'createTransfer', status: 200 },
        key: expect.stringMatching(/^[\da-f-]{36}$/),
      }),
    );
  });

  test('of a send finds its key and the service’s reason', async () => {
    const { browser, lines } = await startLoggedBff();
    await browser.signIn('sender');
    const { id } = await addRecipient(browser, {});
    const refused = await sendMoney(browser, id, {
      source_amount_currency: 'USD',
      source_amount_cents: '40400',
    });
    expect(linesOf(lines, refused.body.request_id)).toContainEqual(
      expect.objectContaining({
        msg: 'service call failed',
        operation: 'createTransfer',
        detail: 'exchange rate not available',
        key: expect.stringMatching(/^[\da-f-]{36}$/),
      }),
    );
    const lost = await sendMoney(browser, id, {
      source_amount_currency: 'USD',
      source_amount_cents: '50000',
    });
    expect(lost.status).toBe(202);
    const request_id = lost.headers.get('x-request-id');
    const { key } = lost.body.send;
    expect(linesOf(lines, request_id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ msg: 'service call failed', key, status: 500 }),
        expect.objectContaining({ msg: 'send: outcome unknown', key, reason: 'broken' }),
      ]),
    );
  });

  test('is not logged with work that continues after the answer', async () => {
    const { browser, lines, stopService } = await startLoggedBff();
    await browser.signIn('sender');
    const { id } = await addRecipient(browser, {});
    const lost = await sendMoney(browser, id, {
      source_amount_currency: 'USD',
      source_amount_cents: '50400',
    });
    const request_id = lost.headers.get('x-request-id');
    const before = linesOf(lines, request_id).length;
    await stopService();
    await expect
      .poll(
        () => lines.filter((line) => line.includes('"operation":"listTransfers","kind"')).length,
      )
      .toBeGreaterThan(0);
    expect(linesOf(lines, request_id)).toHaveLength(before);
  });
});

test('logs an error of the store without its row', () => {
  const cause = Object.assign(new Error('inner'), { parameters: ['Gloria'] });
  const error = Object.assign(new Error('duplicate key value', { cause }), {
    code: '23505',
    detail: 'Key (email)=(gloria@example.com) already exists.',
    where: 'Gloria',
  });
  expect(plainError(error)).toEqual({
    type: 'Error',
    message: 'duplicate key value',
    code: '23505',
    stack: expect.stringContaining('duplicate key value'),
    cause: { type: 'Error', message: 'inner', stack: expect.any(String) },
  });
  expect(JSON.stringify(plainError('Gloria'))).not.toContain('Gloria');
});

test('the server logs errors without the row', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const db = await openTestLedger();
  const { client } = serviceAt('http://127.0.0.1:9');
  const app = await createServer({ config: readConfig({}), db, client, log, appFolder: null });
  onTestFinished(async () => {
    await app.close();
    await db.destroy();
  });
  app.log.error({ err: Object.assign(new Error('failed'), { detail: 'Gloria' }) }, 'said');
  app.log.child({ request_id: '1' }).error({ err: Object.assign(new Error(), { row: 'Gloria' }) });
  expect(lines).toHaveLength(2);
  expect(lines.join('')).toContain('failed');
  expect(lines.join('')).not.toContain('Gloria');
});

test("logs the status and our stack of a refusal, not the service's message", () => {
  const refusal = new ServiceError('refused', 'Gloria Patiño is taken', { status: 409 });
  const kept = plainError(new Error('recipients', { cause: refusal }));
  expect(JSON.stringify(kept)).not.toContain('Gloria');
  expect(kept.cause?.message).toBe('refused (409)');
  expect(kept.cause?.stack).toContain('log.spec.ts');
});
