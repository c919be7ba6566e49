import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readAudit } from '../../../src/bff/ledger/people/audit.ts';
import { passkeyCreationOptions, passkeyPaths } from '../../../src/contract/api/passkeys.ts';
import { stepUpPaths } from '../../../src/contract/api/step-up.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import { createBrowser } from '../../support/browser.ts';
import { addRecipient, asShown } from '../../support/recipients.ts';
import { type Bff, startBff } from '../../support/start-bff.ts';
import { ageFactors, codeAt, enrolTotp } from '../../support/totp.ts';

const origin = 'http://localhost';
const password = 'sandbox';
const step = 30_000;

describe('a transfer above STEP_UP_ABOVE', () => {
  let bff: Bff;
  let time: number;
  let browser: ReturnType<typeof createBrowser>;
  let transfer: Record<string, unknown>;
  let key: string;

  beforeEach(async () => {
    time = Date.now();
    bff = await startBff({
      env: { STEP_UP_ABOVE: '{"CLP":5000}', PUBLIC_ORIGIN: origin },
      sandbox: { clock: { now: () => time } },
    });
    onTestFinished(() => bff.close());
    browser = createBrowser(bff.app);
    await browser.signIn('sender');
    const { id } = await addRecipient(browser);
    transfer = await asShown(browser, {
      destination_account_id: id,
      source_amount_cents: '5001',
      source_amount_currency: 'CLP',
      destination_amount_currency: 'COP',
    });
    key = randomUUID();
  });

  const typeOf = ({ status, body }: { status: number; body: { type?: string } | null }) => [
    status,
    body?.type?.replace('/problems/', ''),
  ];
  const press = async (more: object = {}, by = browser) =>
    typeOf(
      await by.call('POST', '/api/transfers', { ...transfer, ...more }, { 'idempotency-key': key }),
    );
  const begin = async (by = browser, more: object = {}) => {
    const answer = await by.call('POST', stepUpPaths.proof, { key, ...transfer, ...more });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const answer = async (body: object, by = browser) =>
    typeOf(await by.call('POST', stepUpPaths.answer, body));
  const enrol = async () => {
    const enrolled = await enrolTotp(browser, password, time);
    await ageFactors(bff.db);
    return enrolled;
  };
  const need = async (amount: string, currency = 'CLP') => {
    const query = `source_amount_cents=${amount}&source_amount_currency=${currency}`;
    return (await browser.call('GET', `${stepUpPaths.proof}?${query}`)).body;
  };

  async function addPasskey(proof: object = { password }) {
    const device = createAuthenticator(origin);
    const { body } = await browser.call('POST', passkeyPaths.addOptions, { proof });
    const passkey = device.create(passkeyCreationOptions.parse(body));
    await browser.call('POST', passkeyPaths.own, { name: 'Phone', passkey });
    await ageFactors(bff.db);
    return device;
  }

  test('tells before Send whether a proof is needed, and which the person can give', async () => {
    const none = { methods: [], counts_from: null };
    expect(await need('5000')).toEqual({ above: '5000', needed: false, ...none });
    expect(await need('5001')).toEqual({ above: '5000', needed: true, ...none });
    expect(await need('5001', 'USD')).toEqual({ above: null, needed: false, ...none });
    const { secret } = await enrol();
    await addPasskey({ code: codeAt(secret, time) });
    expect(await need('5001')).toMatchObject({ methods: ['passkey', 'totp'] });
  });

  test('is refused to a person without a second factor', async () => {
    expect(await press()).toEqual([409, 'step-up-required']);
    const { id, methods } = await begin();
    expect(methods).toEqual([]);
    expect(await answer({ id, method: 'totp', code: '123456' })).toEqual([403, 'forbidden']);
    expect(await press({ proof: id })).toEqual([409, 'step-up-refused']);
  });

  test('is sent after a code of the app, once', async () => {
    const { secret } = await enrol();
    expect(await press()).toEqual([409, 'step-up-required']);
    const { id, methods } = await begin();
    expect(methods).toEqual(['totp']);
    expect(await answer({ id, method: 'totp', code: '000000' })).toEqual([401, 'wrong-code']);
    expect(await press({ proof: id })).toEqual([409, 'step-up-refused']);
    expect(await answer({ id, method: 'totp', code: codeAt(secret, time) })).toEqual([
      204,
      undefined,
    ]);
    expect(await press({ proof: id })).toEqual([201, undefined]);
    // The same key again, as after a lost answer: the outcome, and no second proof.
    expect(await press()).toEqual([201, undefined]);
    const rows = await readAudit(bff.db, { action: 'step-up', limit: 10 });
    expect(rows.map(({ subject, outcome }) => [subject, outcome])).toEqual([
      [`send ${key}`, 'asked'],
      [`send ${key}`, 'wrong-code'],
      [`send ${key}`, 'totp'],
    ]);
  });

  test('is not sent with a code that was used before', async () => {
    const { secret } = await enrol();
    const code = codeAt(secret, time);
    const first = await begin();
    expect(await answer({ id: first.id, method: 'totp', code })).toEqual([204, undefined]);
    const { id } = await begin();
    expect(await answer({ id, method: 'totp', code })).toEqual([401, 'code-used']);
    expect(await press({ proof: id })).toEqual([409, 'step-up-refused']);
  });

  test('is not sent with a recovery code', async () => {
    const { codes } = await enrol();
    const [code = ''] = codes;
    const { id } = await begin();
    expect(await answer({ id, method: 'totp', code })).toEqual([401, 'wrong-code']);
    expect(await answer({ id, method: 'recovery_code', code })).toEqual([422, 'invalid-fields']);
    expect(await press({ proof: id })).toEqual([409, 'step-up-refused']);
  });

  test('limits codes over all challenges of the person', async () => {
    await enrol();
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { id } = await begin();
      const [status] = await answer({ id, method: 'totp', code: '000000' });
      statuses.push(Number(status));
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('is not sent five minutes later', async () => {
    const { secret } = await enrol();
    const { id } = await begin();
    await answer({ id, method: 'totp', code: codeAt(secret, time) });
    const late = await begin();
    time += 5 * 60_000 + 1;
    expect(await answer({ id: late.id, method: 'totp', code: codeAt(secret, time) })).toEqual([
      409,
      'step-up-refused',
    ]);
    expect(await press({ proof: id })).toEqual([409, 'step-up-refused']);
  });

  test('takes an answer from the session that asked alone', async () => {
    const { secret } = await enrol();
    const { id } = await begin();
    const other = createBrowser(bff.app);
    await other.signIn('sender');
    await other.call('POST', '/api/session/second-factor', {
      ...{ method: 'totp', code: codeAt(secret, time) },
    });
    time += step;
    const code = codeAt(secret, time);
    expect(await answer({ id, method: 'totp', code }, other)).toEqual([409, 'step-up-refused']);
    expect(await answer({ id, method: 'totp', code })).toEqual([204, undefined]);
    expect(await press({ proof: id }, other)).toEqual([409, 'step-up-refused']);
  });

  test('is sent after a signature by a passkey, of exactly this transfer', async () => {
    const device = await addPasskey();
    const { id, methods, passkey } = await begin();
    expect(methods).toEqual(['passkey']);
    const other = await begin();
    const signed = device.get(other.passkey);
    expect(await answer({ id, method: 'passkey', passkey: signed })).toEqual([
      401,
      'passkey-refused',
    ]);
    const right = { id, method: 'passkey', passkey: device.get(passkey) };
    expect(await answer(right)).toEqual([204, undefined]);
    expect(await answer(right)).toEqual([409, 'step-up-refused']);
    expect(await press({ proof: id, source_amount_cents: '5002' })).toEqual([
      409,
      'step-up-refused',
    ]);
    expect(await press({ proof: id })).toEqual([201, undefined]);
  });

  test('is ordered for days only with a proof of the days', async () => {
    const { secret } = await enrol();
    const first_day = new Date(time + 3 * 86_400_000).toISOString().slice(0, 10);
    const days = { first_day, time: '09:00', zone: 'Europe/Madrid' };
    const order = { kind: 'weekly', days, floor: '1' };
    const make = async (more: object = {}) =>
      typeOf(
        await browser.call('POST', '/api/orders', { id: key, ...transfer, ...order, ...more }),
      );
    const prove = async (more: object = {}) => {
      const { id } = await begin(browser, more);
      const code = codeAt(secret, time);
      expect(await answer({ id, method: 'totp', code })).toEqual([204, undefined]);
      time += step;
      return { proof: id };
    };
    expect(await make()).toEqual([409, 'step-up-required']);
    expect(await make(await prove())).toEqual([409, 'step-up-refused']);
    expect(await make(await prove({ order }))).toEqual([201, undefined]);
  });

  test('asks only after everything else is in order', async () => {
    expect(await press({ destination_account_fingerprint: 'another' })).toEqual([
      409,
      'recipient-changed',
    ]);
  });
});
