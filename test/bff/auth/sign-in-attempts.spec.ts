import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hashPassword } from '../../../src/bff/auth/passwords.ts';
import { createSignInAttempts } from '../../../src/bff/auth/sign-in-attempts.ts';
import { readConfig } from '../../../src/bff/config/config.ts';
import { addUser, changeUser } from '../../../src/bff/ledger/people/users.ts';
import { openLedger } from '../../../src/bff/ledger/store/ledger.ts';
import type { LedgerDb } from '../../../src/bff/ledger/store/schema.ts';
import { createServer } from '../../../src/bff/server.ts';
import { stores } from '../../support/stores.ts';
import { serviceAt } from '../service/service-that.ts';

const minute = 60_000;
const password = 'a good password';
const clock = { time: 0, now: () => clock.time };
let url: string;
let address = 0;

/** Starts one instance of the server on the test's store. */
async function instance() {
  const db = await openLedger(url);
  const config = readConfig({ GIRO_SECRET: 'x'.repeat(32) });
  const { client } = serviceAt('http://127.0.0.1:9');
  const app = await createServer({ config, db, client, now: clock.now, appFolder: null });
  onTestFinished(async () => {
    await app.close();
    await db.destroy();
  });
  /** Signs in from a new address each time, because addresses are limited too. */
  const signIn = (email: string, tried: string, device = '') =>
    app.inject({
      method: 'POST',
      url: '/api/session',
      headers: { host: 'localhost', origin: 'http://localhost' },
      cookies: { 'giro-device': device },
      payload: { email, password: tried },
      remoteAddress: `10.0.${address >> 8}.${address++ & 255}`,
    });
  return { db, signIn };
}

/** The same ledger, and the most statements that were in flight at once: asked for, without their result. */
function watched(ledger: LedgerDb) {
  const most = { statements: 0 };
  let inFlight = 0;
  const db = ledger.withPlugin({
    transformQuery({ node }) {
      inFlight += 1;
      most.statements = Math.max(most.statements, inFlight);
      return node;
    },
    async transformResult({ result }) {
      inFlight -= 1;
      return result;
    },
  });
  return { db, most };
}

describe.each(stores())('sign-in, on $name', ({ create }) => {
  beforeEach(async () => {
    clock.time = Date.parse('2026-01-01T12:00:00Z');
    const store = await create();
    url = store.url;
    const db = await openLedger(url);
    const password_hash = await hashPassword(password);
    for (const email of ['ana@example.com', 'gone@example.com']) {
      await addUser(db, { email, name: '', role: 'sender', password_hash }, '2026-01-01');
    }
    await changeUser(db, 'gone@example.com', { disabled_at: '2026-01-01' });
    await db.destroy();
    return store.remove;
  });

  test('of 30 strangers at once are counted two at a time, so that they fill no queue of the ledger', async () => {
    const ledger = await openLedger(url);
    onTestFinished(() => ledger.destroy());
    const { db, most } = watched(ledger);
    const attempts = createSignInAttempts({ config: { secret: 'x' }, db, now: clock.now });
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => [
        attempts.take(`nobody${index}@example.com`, null),
        attempts.takeLink(`nobody${index}@example.com`, `10.0.0.${index}`),
        attempts.takeCode(`user ${index}`, null),
      ]).flat(),
    );
    const counted = await ledger.selectFrom('rate_limits').select('key').execute();
    expect(counted).toHaveLength(120);
    expect(most.statements).toBe(2);
  });

  test('after 5 wrong passwords refuses every password for a growing time, until a success resets it', async () => {
    const { signIn } = await instance();
    const status = async (tried: string) => (await signIn('ana@example.com', tried)).statusCode;
    for (let count = 0; count < 5; count += 1) expect(await status('wrong')).toBe(401);
    for (const wait of [1, 2, 4]) {
      const refused = await signIn(' ANA@example.com', password);
      expect(refused.statusCode).toBe(429);
      expect(refused.json().type).toBe('/problems/too-many-requests');
      expect(refused.headers['retry-after']).toBe(String(wait * 60));
      clock.time += wait * minute;
      expect(await status('wrong')).toBe(401);
    }
    clock.time += 8 * minute;
    expect(await status(password)).toBe(200);
    for (let count = 0; count < 5; count += 1) expect(await status('wrong')).toBe(401);
    expect(await status(password)).toBe(429);
  });

  test('on a known device is not blocked by attempts of strangers', async () => {
    const { signIn } = await instance();
    const first = await signIn('ana@example.com', password);
    const cookie = first.cookies.find(({ name }) => name === 'giro-device');
    const { value: device = '', ...options } = cookie ?? {};
    expect(options).toMatchObject({
      path: '/api/session',
      httpOnly: true,
      sameSite: 'Strict',
      maxAge: 31_536_000,
    });
    for (let count = 0; count < 5; count += 1) await signIn('ana@example.com', 'wrong');
    expect((await signIn('ana@example.com', password)).statusCode).toBe(429);
    const other = device.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
    expect((await signIn('ana@example.com', password, other)).statusCode).toBe(429);

    const again = await signIn('ANA@example.com', password, device);
    expect(again.statusCode).toBe(200);
    expect(again.cookies.find(({ name }) => name === 'giro-device')?.value).toBe(device);
    // Strangers are still blocked, and the known device has 5 attempts of its own.
    expect((await signIn('ana@example.com', password)).statusCode).toBe(429);
    for (let count = 0; count < 5; count += 1) {
      expect((await signIn('ana@example.com', 'wrong', device)).statusCode).toBe(401);
    }
    expect((await signIn('ana@example.com', password, device)).statusCode).toBe(429);
  });

  test('on a known device of another person counts as on an unknown one', async () => {
    const { db, signIn } = await instance();
    const { cookies } = await signIn('ana@example.com', password);
    const device = cookies.find(({ name }) => name === 'giro-device')?.value;
    await signIn('ben@example.com', 'wrong', device);
    const keys = await db.selectFrom('rate_limits').select('key').execute();
    expect(keys.map(({ key }) => key)).toEqual([expect.stringMatching(/^sign-in [\w-]{43}$/)]);
  });

  test('is counted for each email over all instances and restarts', async () => {
    const [one, other] = [await instance(), await instance()];
    for (const { signIn } of [one, other, one, other, one]) {
      expect((await signIn('ana@example.com', 'wrong')).statusCode).toBe(401);
    }
    expect((await other.signIn('ana@example.com', password)).statusCode).toBe(429);
    const restarted = await instance();
    expect((await restarted.signIn('ana@example.com', password)).statusCode).toBe(429);
    expect((await restarted.signIn('ben@example.com', 'wrong')).statusCode).toBe(401);
  });

  test('lets 5 of many simultaneous attempts through', async () => {
    const { signIn } = await instance();
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => signIn('ana@example.com', 'wrong')),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
  });

  test('answers a known, an unknown and a disabled user alike, limited or not', async () => {
    const { db, signIn } = await instance();
    const told = async (email: string) => {
      const answers = [];
      for (let count = 0; count < 7; count += 1) {
        const answer = await signIn(
          email,
          count === 6 || email.startsWith('gone') ? password : 'x',
        );
        const { 'x-request-id': _id, date: _date, ...headers } = answer.headers;
        answers.push([answer.statusCode, headers, { ...answer.json(), request_id: '' }]);
      }
      return answers;
    };
    const known = await told('ana@example.com');
    expect(known.map(([status]) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect(await told('nobody@example.com')).toEqual(known);
    expect(await told('gone@example.com')).toEqual(known);
    // The store does not contain the typed email.
    const kept = JSON.stringify(await db.selectFrom('rate_limits').selectAll().execute());
    expect(kept).not.toMatch(/nobody|example/);
  });
});
